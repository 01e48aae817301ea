// The SDK's entry `/rules`: the program's rules in TypeScript: decisions, odds, payouts, the burn auction, limits.

export * from '../limits.ts'
export * from './burn.ts'
export { type Compared, formatMeasured, type Measured, meets, multiplyMeasured, targetOf } from './compare.ts'
export * from './dates.ts'
export * from './decide.ts'
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
export * from './odds.ts'
export * from './payouts.ts'
export * from './price.ts'
export { ATTESTOR_SET_SIZES, quorumOf } from './quorum.ts'
export { proposeRewardStake } from './reward-stake.ts'
export * from './rewards.ts'
export { type Round, type RoundGrid, roundAt, seriesNumber } from './rounds.ts'
export { type FeedSchedule, firstClosed, parseSchedule } from './schedule.ts'
export * from './terms.ts'
