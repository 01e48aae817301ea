/** An answer of the attestor: whether a market's condition was met at a second. */
export interface Answer {
  /** Unix seconds. */
  second: number
  isMet: boolean
}

/** An answer in the journal. Its signature is not kept: an Ed25519 signature can be made again, bit by bit the same. */
export interface Entry extends Answer {
  /** In base58. */
  market: string
}
