/** Ends the reading of a question, with the reason that its author is told. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** Refuses the question. */
export function refuse(reason: string): never {
  throw new Refusal(reason)
}
