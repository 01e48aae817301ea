import type { Address } from '../chain/address.ts'
import { SYSTEM } from '../chain/address.ts'
import { Bytes } from '../chain/bytes.ts'
import { call, reads } from '../chain/instruction.ts'
import { rent } from '../chain/runtime.ts'
import type { Meta } from '../chain/transaction.ts'
import { larger, toU64, U64 } from '../model/integers.ts'
import { isSupplyFixed } from '../model/measure.ts'
import { payoutNow, sum } from '../model/rules.ts'
import type { Condition, Market, Side } from '../model/types.ts'
import { SPACE, type World } from '../model/world.ts'
import type { Random } from '../random.ts'
import { canPay, type Plan, type StepKind, someAmount, someMarket, tokenReasons } from './step.ts'

export type Shown = 'right' | 'none' | 'wrong'

export interface BetStep {
  kind: 'bet'
  market: number
  owner: Address
  side: Side
  amount: bigint
  minPayout: bigint
  shown: Shown
}

/** The account that a bet on the state of an account brings along. */
export function watchedAccounts(
  world: World,
  condition: Condition,
  token: number | null,
  shown: Shown,
): Meta[] {
  const { metric } = condition
  if (shown === 'none' || token === null || (metric !== 'supply' && metric !== 'migration')) return []
  const subject = world.subjects[shown === 'right' ? token : (token + 1) % 3]
  if (!subject) return []
  return [reads(metric === 'supply' ? subject.mint : subject.curve)]
}

/** Why nobody can bet on a condition, by the state of the account that it reads. */
export function watchReasons(
  world: World,
  condition: Condition,
  token: number | null,
  shown: Shown,
): string[] {
  const { metric } = condition
  if (metric !== 'supply' && metric !== 'migration') return []
  const subject = token === null ? undefined : world.subjects[token]
  if (shown === 'none' || !subject) return ['EvidenceMissing']
  if (metric === 'supply') {
    if (shown === 'wrong' || !subject.isMint) return ['TokenMintInvalid']
    return isSupplyFixed(condition, subject) ? ['AnswerFixed'] : []
  }
  if (shown === 'wrong' || subject.curveState !== 'good') return ['CurveInvalid']
  return subject.isComplete ? ['AnswerFixed'] : []
}

/** Why nobody can bet at this moment. */
export function pauseReasons({ settings, now, betsOpenAt }: World): string[] {
  if (settings.paused) return ['Paused']
  return now < betsOpenAt ? ['BetsNotOpenYet'] : []
}

/** Why a market takes no such bet, whoever pays it. */
export function betReasons(
  world: World,
  market: Market,
  bet: { owner: Address; side: Side; amount: bigint; minPayout: bigint; shown: Shown },
): string[] {
  const { settings, now } = world
  const { owner, side, amount } = bet
  const reasons = watchReasons(world, market.condition, market.token, bet.shown)
  reasons.push(...pauseReasons(world))
  if (amount < (market.isSol ? settings.minimumSol : settings.minimumUtility)) reasons.push('StakeTooSmall')
  const isKnown = market.recorded !== null || market.reference !== null
  const isOpen = market.status === 'open' && !isKnown && now < market.closeAt
  if (!isOpen) reasons.push('MarketClosed')
  const pools = sum(market.bets)
  pools[side] += amount
  if (pools[0] + pools[1] + depositOf(world, market, owner) > U64) reasons.push('ArithmeticOverflow')
  else if (pools[side] > 0n && payoutNow(market, side, amount, pools) < bet.minPayout)
    reasons.push('PayoutTooLow')
  if (owner === market.escrow) reasons.push('any')
  return reasons
}

/** What a first bet adds to a position: the rent that is missing, and the reward for settling it. */
export function depositOf(world: World, market: Market, owner: Address): bigint {
  if (market.open.has(owner)) return 0n
  const missing = larger(0n, rent(SPACE.position) - world.balance(world.position(market, owner)))
  return missing + market.terms.settleReward
}

/** Adds a bet to the model; the money has been moved. */
export function addBet(world: World, market: Market, owner: Address, side: Side, amount: bigint): void {
  market.sequence += 1
  market.bets.push({ owner, side, amount, at: world.now })
  market.open.add(owner)
  world.positionAt.set(world.position(market, owner), { market, owner })
}

/** Why a wallet cannot pay a stake and what its position needs. */
export function paymentReasons(
  world: World,
  market: Market,
  owner: Address,
  amount: bigint,
  extra = 0n,
): string[] {
  const lamports = depositOf(world, market, owner) + (market.isSol ? amount : 0n) + extra
  const reasons = canPay(world, owner, lamports) ? [] : ['funds']
  if (!market.isSol) reasons.push(...tokenReasons(world, world.tokensOf(owner), owner, amount))
  return reasons
}

/** Moves a stake and what its position needs out of a wallet. */
export function payStake(world: World, market: Market, owner: Address, amount: bigint): void {
  world.move(owner, world.position(market, owner), depositOf(world, market, owner))
  if (market.isSol) world.move(owner, market.escrow, amount)
  else world.moveTokens(world.tokensOf(owner), market.escrow, amount)
}

/** The accounts of the currency of a market. */
export function currencyAccounts(world: World, isSol: boolean) {
  return { mint: isSol ? null : world.mint, tokenProgram: isSol ? null : world.tokenProgram }
}

/** A least payout: mostly none, otherwise around what the stake would be paid. */
export function someMinPayout(random: Random, market: Market, side: Side, amount: bigint): bigint {
  if (!random.oneIn(5) || amount === 0n) return 0n
  const pools = sum(market.bets)
  pools[side] += amount
  return toU64(payoutNow(market, side, amount, pools) + BigInt(random.int(-1, 1)))
}

export const bet: StepKind<BetStep> = {
  make(random, world) {
    const takes = (market: Market) => market.status === 'open' && world.now < market.closeAt
    const market = someMarket(random, world, takes)
    if (!market || market.status === 'gone') return null
    const owner = random.pick(world.actors)
    const side = random.int(0, 1) as Side
    const balance = market.isSol ? world.balance(owner) : world.tokensIn(world.tokensOf(owner))
    const minimum = market.isSol ? world.settings.minimumSol : world.settings.minimumUtility
    const amount = someAmount(random, balance, minimum)
    const minPayout = someMinPayout(random, market, side, amount)
    const shown = random.weighted<Shown>([
      [14, 'right'],
      [1, 'none'],
      [1, 'wrong'],
    ])
    return { kind: 'bet', market: market.id, owner, side, amount, minPayout, shown }
  },

  plan(world, step): Plan | null {
    const market = world.markets.get(step.market)
    if (!market || market.status === 'gone') return null
    const { owner, side, amount, minPayout } = step
    const accounts = {
      bettor: owner,
      config: world.config,
      market: market.address,
      escrow: market.escrow,
      position: world.position(market, owner),
      bettorToken: market.isSol ? null : world.tokensOf(owner),
      ...currencyAccounts(world, market.isSol),
      systemProgram: SYSTEM,
    }
    const data = new Bytes().u8(side).u64(amount).u64(minPayout)
    const watched = watchedAccounts(world, market.condition, market.token, step.shown)
    return {
      name: 'placeBet',
      instructions: [call('placeBet', accounts, data, watched)],
      reasons: [...betReasons(world, market, step), ...paymentReasons(world, market, owner, amount)],
      commit() {
        payStake(world, market, owner, amount)
        addBet(world, market, owner, side, amount)
      },
    }
  },
}
