// The SDK's entry `/rules`: the program's rules in TypeScript: decisions, odds, payouts, the burn auction, limits.

export {
  CHANGE_MARGINS,
  CLOSE_PERIODS,
  EARLY_SUPPLY_SECONDS,
  FLOOR_HALF_LIVES,
  FLOOR_PART,
  LONGEST_ATTESTED_PERIOD,
  LONGEST_PERIOD,
  LOTS,
  MAX_ATTESTORS,
  MAX_BET_FEE,
  MAX_CHANGE_BPS,
  MAX_CLOSE_MARGIN,
  MAX_DECIDE_REWARD,
  MAX_DELEGATE_SECONDS,
  MAX_FEE_BPS,
  MAX_HALF_LIFE,
  MAX_MARKET_DURATION,
  MAX_PRICE_DELAY,
  MAX_PROOF_WINDOW,
  MAX_QUESTION_BYTES,
  MAX_RATIO,
  MAX_SETTLE_REWARD,
  MAX_SMALLEST_LOT,
  MAX_TARGET_EXPONENT,
  MAX_VOID_DELAY,
  MIN_CLOSE_MARGIN,
  MIN_CONFIDENCE_BPS,
  MIN_HALF_LIFE,
  MIN_PERIODS,
  MIN_PROOF_WINDOW,
  MIN_PURCHASE,
  MIN_RATIO,
  MIN_SMALLEST_LOT,
  NONCE_TOLERANCE,
  PERIODS_PER_MARKET,
  RATIO_DENOMINATOR,
  SHORTEST_PERIOD,
  STATE_GRACE,
  UNPAID_DELAY,
  UNPAUSE_SECONDS,
} from '../limits.ts'
export {
  type Auction,
  type BurnQuote,
  burnPrice,
  largestPurchase,
  PRICE_BITS,
  quoteBurn,
} from './burn.ts'
export { type Compared, formatMeasured, type Measured, meets, multiplyMeasured, targetOf } from './compare.ts'
export {
  acceptsBets,
  closableAt,
  decisionDue,
  type Expiry,
  proofDeadline,
  type Referenced,
  recordedPrice,
  stateDeadline,
  voidAt,
} from './dates.ts'
export {
  type Decision,
  decide,
  type Rules,
  type Shown,
  type ShownReading,
  showAttested,
  type UndecidedMarket,
  wouldDecide,
} from './decide.ts'
export { betRefusal, type FeedMarket, type FeedReading, marketRefusal } from './feed.ts'
export { type FeedRefusal, FeedRefusedError } from './feed-refused.ts'
export { type HoldingResult, type HoldingValue, valueHolding } from './holdings.ts'
export {
  addRecentStake,
  coversPeriod,
  lateStakes,
  NO_RECENT_STAKES,
  periodOf,
  type StakeCounts,
  stakeCounts,
} from './late.ts'
export {
  BASIS_POINTS,
  type Fees,
  fees,
  odds,
  oddsBps,
  type PayoutTerms,
  payout,
  type Quote,
  type QuoteInput,
  quote,
  unmatchedRefund,
  unmatchedStake,
} from './odds.ts'
export {
  countedPools,
  type DecidedMarket,
  type Due,
  isVoid,
  payoutRatio,
  positionDue,
  refundedStakes,
  type StakedPosition,
} from './payouts.ts'
export {
  isPrecise,
  type MeasuredMarket,
  measurePrice,
  type Price,
  showPrice,
  showReference,
  showSupply,
} from './price.ts'
export { ATTESTOR_SET_SIZES, quorumOf } from './quorum.ts'
export { proposeRewardStake } from './reward-stake.ts'
export {
  closeReward,
  creationReward,
  curveReward,
  decisionReward,
  fullRewardStake,
  type RewardedMarket,
  type Rewards,
  recordReward,
  referenceReward,
  rewardCap,
  voidReward,
} from './rewards.ts'
export { type Round, type RoundGrid, roundAt, seriesNumber } from './rounds.ts'
export { type FeedSchedule, firstClosed, parseSchedule } from './schedule.ts'
export {
  expectedTerms,
  latestClose,
  periodLength,
  proposeMaxRatio,
  shortestChange,
  shortestDuration,
  voidDelayOf,
} from './terms.ts'
