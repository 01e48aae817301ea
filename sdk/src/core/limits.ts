// The limits that the program exports in its IDL. Times are in seconds.

import { limit } from './constants.ts'

export { MAX_CHANGE_BPS, MAX_QUESTION_BYTES, MAX_TARGET_EXPONENT } from './condition/limits.ts'

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

/** The minimum duration, in betting periods, of a market that can be decided early. */
export const MIN_PERIODS: number = /* @__PURE__ */ limit('minPeriods')

/** Betting on a market that can be decided early ends this many periods before its expiry. */
export const CLOSE_PERIODS: number = /* @__PURE__ */ limit('closePeriods')

/** The smallest setting for the seconds before a dated observation at which betting has to end. */
export const MIN_CLOSE_MARGIN: number = /* @__PURE__ */ limit('minCloseMargin')

/** The largest setting for these seconds. */
export const MAX_CLOSE_MARGIN: number = /* @__PURE__ */ limit('maxCloseMargin')

/** A change is measured over at least this many close margins. */
export const CHANGE_MARGINS: number = /* @__PURE__ */ limit('changeMargins')

/** The most lamports that a creator can offer to whoever decides a market. */
export const MAX_DECIDE_REWARD: number = /* @__PURE__ */ limit('maxDecideReward')

/** The largest setting for the lamports that a settled position earns. */
export const MAX_SETTLE_REWARD: number = /* @__PURE__ */ limit('maxSettleReward')

/** The smallest and the largest ratio of an up-or-down market, in hundredths. */
export const MIN_RATIO: number = /* @__PURE__ */ limit('minRatio')
export const MAX_RATIO: number = /* @__PURE__ */ limit('maxRatio')

/** The unit of these ratios. */
export const RATIO_DENOMINATOR: number = /* @__PURE__ */ limit('ratioDenominator')

/** The seconds after unpausing from which on bets are taken, and after that until pausing is possible again. */
export const UNPAUSE_SECONDS: number = /* @__PURE__ */ limit('unpauseSeconds')

/** The latest publication of the price update for expiry, in seconds after expiry. */
export const MAX_PRICE_DELAY: number = /* @__PURE__ */ limit('maxPriceDelay')

/** An early market capitalisation must be submitted within this time of its price. */
export const EARLY_SUPPLY_SECONDS: number = /* @__PURE__ */ limit('earlySupplySeconds')

/** The time after expiry in which the state of an account counts as its state at expiry. */
export const STATE_GRACE: number = /* @__PURE__ */ limit('stateGrace')

/**
 * The time after a decision from which unpayable amounts go elsewhere: a UTILITY position to another token account of
 * its owner, the developer share where the burn share goes.
 */
export const UNPAID_DELAY: number = /* @__PURE__ */ limit('unpaidDelay')

/** The burn auction sells at most this part of what it has in one purchase, or a smallest lot if that is more. */
export const LOTS: number = /* @__PURE__ */ limit('lots')

/** The smallest purchase in the burn auction, in lamports. */
export const MIN_PURCHASE: number = /* @__PURE__ */ limit('minPurchase')

/** The fewest slots in which the price of the burn auction halves. */
export const MIN_HALF_LIFE: number = /* @__PURE__ */ limit('minHalfLife')

/** The most slots in which the price of the burn auction halves. */
export const MAX_HALF_LIFE: number = /* @__PURE__ */ limit('maxHalfLife')

/** The minimum of the setting `smallestLot` of the burn auction, in lamports. */
export const MIN_SMALLEST_LOT: number = /* @__PURE__ */ limit('minSmallestLot')

/** The maximum of the setting `smallestLot` of the burn auction, in lamports. */
export const MAX_SMALLEST_LOT: number = /* @__PURE__ */ limit('maxSmallestLot')

/** The price of the burn auction does not fall below this part of the last sale's price. */
export const FLOOR_PART: number = /* @__PURE__ */ limit('floorPart')

/** The number of half-lives in which that floor halves. */
export const FLOOR_HALF_LIVES: number = /* @__PURE__ */ limit('floorHalfLives')

/** The most lamports that a bet from a bankroll may pay back to the cosigner. */
export const MAX_BET_FEE: number = /* @__PURE__ */ limit('maxBetFee')

/** The most seconds for which a delegate of a bankroll can be named. */
export const MAX_DELEGATE_SECONDS: number = /* @__PURE__ */ limit('maxDelegateSeconds')
