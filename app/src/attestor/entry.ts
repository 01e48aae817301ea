// The type of an attestor's answers.

/** An answer of the attestor: whether a market's condition was met at a second. */
export interface Answer {
  /** Unix seconds. */
  second: number
  isMet: boolean
}

/** An answer in the journal. Its signature is not stored: signing again gives the same Ed25519 signature. */
export interface Entry extends Answer {
  /** In base58. */
  market: string
}
