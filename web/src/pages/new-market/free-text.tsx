// A question in one's own words, which fills in the builder.

import { useEffect, useRef, useState } from 'preact/hooks'
import { answersOf } from '../../api/config.ts'
import { readQuestion } from '../../api/gateway.ts'
import { messageOf } from '../../api/http.ts'
import type { Asset, QuestionAnswer } from '../../model/types.ts'
import { submits } from '../../parts/action.ts'
import { Pills } from '../../parts/pills.tsx'
import { t } from '../../text/language.ts'
import { EXAMPLES } from './compose.ts'
import { type Draft, fromMeant } from './draft.ts'
import { type Problem, problemOf } from './fixes.ts'
import { ProblemText } from './problem-text.tsx'
import { EVENT_TOPIC, isAboutToken, isEvent } from './topics.ts'

/** How long the reading waits for the next key. */
const TYPING_MS = 450

interface Props {
  draft: Draft
  assets: readonly Asset[]
  onChange(fields: Partial<Draft>): void
  /** Called with whether the words in the field say something else than the builder. */
  onUnread(isUnread: boolean): void
}

/** A question in one's own words, which is read while it is typed and fills in the builder. */
export function FreeText({ draft, assets, onChange, onUnread }: Props) {
  const [words, setWords] = useState('')
  const [isReading, setIsReading] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const reading = useRef(new AbortController())

  const fill = (fields: Partial<Draft>) => {
    setProblem(null)
    onUnread(false)
    onChange(fields)
  }
  const read = async (question: string) => {
    reading.current.abort()
    reading.current = new AbortController()
    const { signal } = reading.current
    if (!question) return
    setIsReading(true)
    try {
      const tokenAddress = isAboutToken(draft.topic) ? draft.token.trim() || null : null
      const expireAt = new Date(draft.expiry).toISOString()
      const found = meantBy(
        await readQuestion(
          { question, tokenAddress, expireAt, currency: draft.currency, hasStake: false },
          signal,
        ),
        assets,
      )
      if (signal.aborted) return
      if ('message' in found) setProblem(found)
      else fill(found)
    } catch (error) {
      if (!signal.aborted) setProblem(problemOf(error as Error, draft, assets))
    } finally {
      if (!signal.aborted) setIsReading(false)
    }
  }
  const type = (typed: string) => {
    // What is still being read are other words.
    reading.current.abort()
    setIsReading(false)
    setWords(typed)
    setProblem(null)
    // Until these words are read, nothing else may be signed in their place.
    onUnread(typed.trim() !== '')
  }
  useEffect(() => {
    const timer = setTimeout(() => read(words.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  }, [words])

  return (
    <form class="ask-words" onSubmit={submits(() => read(words.trim()))}>
      <label class="field">
        <span class="with-aside">
          {t().builder.words.label} <small role="status">{isReading && t().builder.words.reading}</small>
        </span>
        <input
          class="ask-line"
          name="words"
          value={words}
          maxLength={280}
          autoComplete="off"
          placeholder={EXAMPLES[0]}
          onInput={(event) => type(event.currentTarget.value)}
        />
      </label>
      <ProblemText
        problem={problem}
        onFix={({ change }) => (change ? fill(change) : void read(words.trim()))}
      />
      <Pills of={EXAMPLES.map((text) => ({ text }))} onPick={({ text }) => type(text)} />
    </form>
  )
}

/** What a question fills in, or why it does not and what may be meant. */
function meantBy(answer: QuestionAnswer, assets: readonly Asset[]): Partial<Draft> | Problem {
  const { question, tokenAddress, expireAt, condition, reason, alternatives } = answer
  if (condition) return fromMeant({ question, tokenAddress, expireAt, condition }, assets)
  // Where the same words mean one market at another time, that is meant.
  const [first, ...others] = alternatives
  if (first && first.question === question && others.length === 0) return fromMeant(first, assets)
  const { attestors } = t().builder.words
  const fixes = alternatives.map((meant) => ({
    text: isEvent(meant.condition.type) ? attestors : meant.question,
    change: fromMeant(meant, assets),
  }))
  const offersEvent = alternatives.some((meant) => isEvent(meant.condition.type))
  const event = { text: attestors, change: { topic: EVENT_TOPIC, words: question } }
  const isOffered = !offersEvent && answersOf(EVENT_TOPIC)
  return { message: messageOf(reason), fixes: isOffered ? [...fixes, event] : fixes }
}
