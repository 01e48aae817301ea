// Answers `fetch` without a network.

/** What one URL answers: a text, with another status than 200, or an error instead. */
export type FetchAnswer = { text: string; status?: number } | Error

/** Answers every `fetch` by its URL, until {@link restore}; other URLs do not answer. */
export class FetchedAnswers {
  readonly answers = new Map<string, FetchAnswer>()
  /** The URLs that were fetched. */
  readonly asked: string[] = []
  readonly #before = globalThis.fetch

  constructor() {
    globalThis.fetch = async (input) => {
      const url = String(input)
      this.asked.push(url)
      const answer = this.answers.get(url) ?? new Error('refused')
      if (answer instanceof Error) throw answer
      return new Response(answer.text, { status: answer.status ?? 200 })
    }
  }

  restore(): void {
    globalThis.fetch = this.#before
  }
}
