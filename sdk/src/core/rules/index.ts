// The SDK's entry `/rules`: the program's rules in TypeScript: decisions, odds, payouts, the burn auction, limits.

export * from '../../idl/limits.ts'
export { MAX_CHANGE_BPS } from '../condition/kinds/change.ts'
export * from './burn.ts'
export * from './compare.ts'
export * from './dates.ts'
export * from './decide.ts'
export * from './feed.ts'
export * from './feed-refused.ts'
export * from './odds.ts'
export * from './payouts.ts'
export * from './price.ts'
export * from './rewards.ts'
export {
  addRecentStake,
  coversPeriod,
  lateStakes,
  NO_RECENT_STAKES,
  periodOf,
  type StakeCounts,
  stakeCounts,
} from './stakes.ts'
export * from './terms.ts'
