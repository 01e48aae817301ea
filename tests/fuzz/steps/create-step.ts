import type { Address } from '../chain/address.ts'
import { Bytes } from '../chain/bytes.ts'
import type { Condition, Metric, Settings, Side } from '../model/types.ts'
import { NOBODY, type World } from '../model/world.ts'
import type { Shown } from './bet.ts'

export const FEED = new Uint8Array(32).fill(0xfe)

export interface CreateStep {
  kind: 'create'
  id: number
  creator: Address
  nonce: bigint
  questionBytes: number
  token: number | null
  isSol: boolean
  /** 0: as late as the rules allow. */
  closeAt: number
  expireAt: number
  condition: Condition
  /** The term that the creator expects otherwise, if any. */
  surprise: number | null
  decideReward: bigint
  rewardStake: bigint
  maxRatio: number
  /** Which of market, question and escrow is at another address that fits its seeds. */
  otherBump: number | null
  stake: { side: Side; amount: bigint } | null
  shown: Shown
}

export const METRICS: readonly Metric[] = [
  'price',
  'marketCap',
  'supply',
  'migration',
  'holders',
  'event',
  'change',
]
export const isState = (metric: Metric) => metric === 'supply' || metric === 'migration'
export const isAttested = (metric: Metric) => metric === 'holders' || metric === 'event'
/** Whether a change is compared with the reference itself, so that it may have a largest ratio. */
export const isUpOrDown = ({ metric, mantissa, exponent }: Condition) =>
  metric === 'change' && mantissa === 10_000n && exponent === -4
export const isFact = (metric: Metric) => metric === 'migration' || metric === 'event'

/** Whether a market can be decided before it expires. */
export const canBeEarly = ({ metric, timing }: Condition) => timing === 'byExpiry' || metric === 'event'
/** Whether a feed decides that may sleep, so that the longer void delay holds. */
export const hasFeed = ({ metric, timing }: Condition) =>
  timing === 'byExpiry' && (metric === 'price' || metric === 'marketCap' || metric === 'change')
/** Whether a market has to be about a token. */
export const needsToken = (metric: Metric) => metric !== 'price' && metric !== 'event' && metric !== 'change'

export function shortestPeriod(settings: Settings, metric: Metric): number {
  return isAttested(metric) ? settings.shortestAttestedPeriod : settings.shortestPeriod
}

/** What the creator expects; the term with index `surprise` is another one. */
function expected(world: World, step: CreateStep): Uint8Array {
  const { settings } = world
  const voidDelay = hasFeed(step.condition) ? settings.feedVoidDelay : settings.voidDelay
  const off = (index: number) => (step.surprise === index ? 1 : 0)
  return new Bytes()
    .key(off(0) ? world.stranger : settings.treasury)
    .u64((step.isSol ? settings.minimumSol : settings.minimumUtility) + BigInt(off(1)))
    .u64(settings.settleReward + BigInt(off(2)))
    .key(off(3) ? world.stranger : settings.receiver)
    .u32(settings.proofWindow + off(4))
    .u32(voidDelay + off(5))
    .u32(shortestPeriod(settings, step.condition.metric) + off(6))
    .u32(settings.closeMargin + off(7))
    .u16(settings.burnBps + off(8))
    .u16(settings.developerBps + off(9))
    .u16(settings.confidenceBps + off(10))
    .u16(world.currentSet() + off(11))
    .done()
}

/** The arguments of `create_market`. */
export function encode(world: World, step: CreateStep): Bytes {
  const { condition, stake } = step
  const data = new Bytes()
    .u64(step.nonce)
    .u32(step.questionBytes)
    .raw(new Uint8Array(step.questionBytes).fill(63))
    .key(step.token === null ? NOBODY : (world.subjects[step.token]?.mint ?? NOBODY))
    .u64(step.closeAt)
    .u64(step.expireAt)
    .u8(METRICS.indexOf(condition.metric))
  const { metric } = condition
  if (metric === 'price' || metric === 'marketCap' || metric === 'change') data.raw(FEED)
  if (metric === 'change') data.u64(condition.referenceAt)
  if (metric === 'holders') data.u64(1)
  data.u8(condition.comparison).u64(condition.mantissa).u8(condition.exponent)
  data
    .u8(condition.timing === 'byExpiry')
    .raw(expected(world, step))
    .u64(step.decideReward)
    .u64(step.rewardStake)
    .u16(step.maxRatio)
  return stake ? data.u8(1).u8(stake.side).u64(stake.amount) : data.u8(0)
}
