import { limit } from './program.ts'

// The limits that the program exports in its IDL. Times are in seconds.

/** The longest question, in bytes of UTF-8. */
export const MAX_QUESTION_BYTES: number = /* @__PURE__ */ limit('maxQuestionBytes')

/** The largest power of ten, up or down, in the target of a condition. */
export const MAX_TARGET_EXPONENT: number = /* @__PURE__ */ limit('maxTargetExponent')

/** The largest fee share, in basis points. */
export const MAX_FEE_BPS: number = /* @__PURE__ */ limit('maxFeeBps')

/** The most keys in an attestor set. */
export const MAX_ATTESTORS: number = /* @__PURE__ */ limit('maxAttestors')

/** The largest threshold of an attestor set: so many signatures and the decision fit into one transaction. */
export const MAX_QUORUM: number = /* @__PURE__ */ limit('maxQuorum')

/** The longest time from the creation of a market to its expiry. */
export const MAX_MARKET_DURATION: number = /* @__PURE__ */ limit('maxMarketDuration')

/** The longest proof window. */
export const MAX_PROOF_WINDOW: number = /* @__PURE__ */ limit('maxProofWindow')

/** The longest void delay. */
export const MAX_VOID_DELAY: number = /* @__PURE__ */ limit('maxVoidDelay')

/** How far from the chain's clock the time in a market's nonce may lie. */
export const NONCE_TOLERANCE: number = /* @__PURE__ */ limit('nonceTolerance')
