import { limit } from './program.ts'

/** Decimals of SOL: one SOL is 10^9 lamports. */
export const SOL_DECIMALS = 9

/** Limits that the program exports in its IDL. Times are in seconds. */
export const LIMITS = /* @__PURE__ */ Object.freeze({
  /** Most keys of an attestor set. */
  maxAttestors: limit('maxAttestors'),
  /** Largest share of a fee, in basis points. */
  maxFeeBps: limit('maxFeeBps'),
  /** Longest time from a market's creation to its expiry. */
  maxMarketDuration: limit('maxMarketDuration'),
  /** Longest proof window. */
  maxProofWindow: limit('maxProofWindow'),
  /** Longest time from a market's expiry until it can be made void. */
  maxVoidDelay: limit('maxVoidDelay'),
  /** Most signatures of one attestation. */
  maxQuorum: limit('maxQuorum'),
})
