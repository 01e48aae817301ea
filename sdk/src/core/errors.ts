// The errors that belong to no part of the SDK alone, and the base of all.

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

/** Nothing decides the market now: its answer is not known yet, or no source has a proof. Call again later. */
export class NotDecidableError extends PredictionMarketError {
  override name = 'NotDecidableError'
  /** The unix second from which it can be decided whatever the answer is; `null` if it is decided. */
  readonly decidableAt: bigint | null

  constructor(reason: string, decidableAt: bigint | null) {
    super(`The market cannot be decided now: ${reason}`)
    this.decidableAt = decidableAt
  }
}
