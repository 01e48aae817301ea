/** A signed observation: whether a market's condition was met at a second. */
export interface Entry {
  /** In base58. */
  market: string
  /** Unix seconds. */
  second: number
  isMet: boolean
  /** In base58. */
  signature: string
}
