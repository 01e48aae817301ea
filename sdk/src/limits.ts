import { limit } from './constants.ts'

// The limits that the program exports in its IDL. Times are in seconds.

/** The longest question, in bytes of UTF-8. */
export const MAX_QUESTION_BYTES: number = /* @__PURE__ */ limit('maxQuestionBytes')

/** The largest power of ten, up or down, in the target of a condition. */
export const MAX_TARGET_EXPONENT: number = /* @__PURE__ */ limit('maxTargetExponent')

/** The largest fee share, in basis points. */
export const MAX_FEE_BPS: number = /* @__PURE__ */ limit('maxFeeBps')

/** The most keys in an attestor set. */
export const MAX_ATTESTORS: number = /* @__PURE__ */ limit('maxAttestors')

/** The longest time from the creation of a market to its expiry. */
export const MAX_MARKET_DURATION: number = /* @__PURE__ */ limit('maxMarketDuration')

/** The shortest proof window. */
export const MIN_PROOF_WINDOW: number = /* @__PURE__ */ limit('minProofWindow')

/** The longest proof window. */
export const MAX_PROOF_WINDOW: number = /* @__PURE__ */ limit('maxProofWindow')

/** The longest void delay. The shortest is twice the proof window. */
export const MAX_VOID_DELAY: number = /* @__PURE__ */ limit('maxVoidDelay')

/** The smallest setting for the widest confidence interval of a price, in basis points of the price. */
export const MIN_CONFIDENCE_BPS: number = /* @__PURE__ */ limit('minConfidenceBps')

/** How far from the chain's clock the time in a market's nonce may lie. */
export const NONCE_TOLERANCE: number = /* @__PURE__ */ limit('nonceTolerance')

/** A betting period is this part of a market's duration, within its shortest and longest length. */
export const PERIODS_PER_MARKET: number = /* @__PURE__ */ limit('periodsPerMarket')

/** The smallest setting for either shortest betting period. */
export const SHORTEST_PERIOD: number = /* @__PURE__ */ limit('shortestPeriod')

/** The longest betting period of conditions read from prices and accounts. */
export const LONGEST_PERIOD: number = /* @__PURE__ */ limit('longestPeriod')

/** The longest betting period of attested conditions. */
export const LONGEST_ATTESTED_PERIOD: number = /* @__PURE__ */ limit('longestAttestedPeriod')

/** The fewest betting periods that a market lasts which can be decided early. */
export const MIN_PERIODS: number = /* @__PURE__ */ limit('minPeriods')

/** Betting on a dated observation ends this part of the duration before expiry, but from 1 to 10 seconds. */
export const CLOSE_MARGIN_PART: number = /* @__PURE__ */ limit('closeMarginPart')

/** The most seconds before expiry at which betting has to end. */
export const MAX_CLOSE_MARGIN: number = /* @__PURE__ */ limit('maxCloseMargin')

/** The latest publication of the price update for expiry, in seconds after expiry. */
export const MAX_PRICE_DELAY: number = /* @__PURE__ */ limit('maxPriceDelay')

/** The time from an early price within which a market capitalisation must be shown. */
export const EARLY_SUPPLY_SECONDS: number = /* @__PURE__ */ limit('earlySupplySeconds')

/** The shortest time after expiry in which the state of an account counts as its state at expiry. */
export const MIN_STATE_GRACE: number = /* @__PURE__ */ limit('minStateGrace')

/** The time after a decision from which a UTILITY position can be paid to any token account of its owner. */
export const ANY_ACCOUNT_DELAY: number = /* @__PURE__ */ limit('anyAccountDelay')
