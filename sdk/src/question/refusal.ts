/** Ends the reading of a question. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** Where the reading of a question came to words that are not in the grammar. */
export type Part = 'opening' | 'verb' | 'rest'

/** Ends the reading at words that the grammar does not have; the cursor stands before them. */
export class NotUnderstood extends Refusal {
  override name = 'NotUnderstood'

  constructor(readonly part: Part) {
    super(`the ${part} of the question is not understood`)
  }
}

/** Refuses a question that names another time than the market's expiry. */
export class OtherTime extends Refusal {
  override name = 'OtherTime'
}

/**
 * Refuses the question.
 *
 * @param problem - why no condition can be derived
 * @param instead - what its author should say, as an instruction
 */
export function refuse(problem: string, instead: string): never {
  throw new Refusal(`${problem}: ${instead}`)
}
