// The SDK's base error, and the error for invalid input.

/** The root of every error this SDK throws on purpose. */
export class PredictionMarketError extends Error {
  override name = 'PredictionMarketError'
}

/** Input that can never work, refused before anything is built, signed or sent. */
export class InvalidInputError extends PredictionMarketError {
  override name = 'InvalidInputError'
  /** The offending field, as the caller spells it: `amount`, `condition.target`. */
  readonly field: string
  /** The problem, as the second half of a sentence. */
  readonly reason: string

  constructor(field: string, reason: string) {
    super(`${field}: ${reason}`)
    this.field = field
    this.reason = reason
  }
}
