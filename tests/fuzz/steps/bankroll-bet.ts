import { type Address, SYSTEM } from '../chain/address.ts'
import { Bytes } from '../chain/bytes.ts'
import { call } from '../chain/instruction.ts'
import { U64 } from '../model/integers.ts'
import type { Delegate, Market, Pair, Side } from '../model/types.ts'
import type { World } from '../model/world.ts'
import { bankrollOf, freeLamports } from './bankroll.ts'
import {
  addBet,
  betReasons,
  currencyAccounts,
  depositOf,
  type Shown,
  someMinPayout,
  watchedAccounts,
} from './bet.ts'
import { type Plan, type StepKind, someAmount, someMarket, tokenReasons } from './step.ts'

export interface BankrollBetStep {
  kind: 'bankrollBet'
  market: number
  owner: Address
  signer: Address
  cosigner: Address | null
  side: Side
  amount: bigint
  minPayout: bigint
  fee: bigint
  shown: Shown
}

/** Why a delegate may not spend so much. */
function limitReasons(world: World, delegate: Delegate, stake: Pair, total: Pair, fee: bigint): string[] {
  const { limits, spent } = delegate
  const reasons: string[] = []
  if (world.now >= limits.expiresAt) reasons.push('DelegateExpired')
  if (fee > limits.maxFee) reasons.push('DelegateFeeTooHigh')
  for (const currency of [0, 1] as const) {
    if (stake[currency] > limits.perBet[currency]) reasons.push('DelegatePerBetExceeded')
    const sum = spent[currency] + total[currency]
    if (sum > U64) reasons.push('ArithmeticOverflow')
    if (total[currency] > 0n && sum > limits.total[currency]) reasons.push('DelegateTotalExceeded')
  }
  return reasons
}

export const bankrollBet: StepKind<BankrollBetStep> = {
  make(random, world) {
    const takes = ({ status, closeAt }: Market) => status === 'open' && world.now < closeAt
    const market = someMarket(random, world, takes)
    if (!market || market.status === 'gone') return null
    const hasMoney = (actor: Address) => freeLamports(world, bankrollOf(world, actor)) > 3_000_000n
    const named = world.actors.filter(
      (actor) => bankrollOf(world, actor).delegates.length > 0 && hasMoney(actor),
    )
    const owner = named.length > 0 && !random.oneIn(6) ? random.pick(named) : random.pick(world.actors)
    const bankroll = bankrollOf(world, owner)
    const delegates = bankroll.delegates
    const delegate = delegates.length > 0 ? random.pick(delegates) : null
    const byOwner = !delegate || random.oneIn(5)
    const signer = byOwner ? owner : random.oneIn(12) ? random.pick(world.keys) : delegate.key
    const cosigner = random.oneIn(15)
      ? random.pick([null, ...world.cosigners])
      : byOwner
        ? null
        : (delegate?.cosigner ?? null)
    const side = random.int(0, 1) as Side
    const held = market.isSol ? freeLamports(world, bankroll) : world.tokensIn(bankroll.tokens)
    const limit = delegate?.limits.perBet[market.isSol ? 0 : 1] ?? held
    const minimum = market.isSol ? world.settings.minimumSol : world.settings.minimumUtility
    const near = limit + BigInt(random.int(0, 1))
    const amount = random.oneIn(6) && near <= U64 ? near : someAmount(random, held, minimum)
    const fee = cosigner === null && !random.oneIn(10) ? 0n : BigInt(random.int(0, 50_001))
    const most = delegate?.limits.maxFee ?? 0n
    const shown = random.weighted<Shown>([
      [14, 'right'],
      [1, 'none'],
      [1, 'wrong'],
    ])
    return {
      kind: 'bankrollBet',
      market: market.id,
      owner,
      signer,
      cosigner,
      side,
      amount,
      minPayout: someMinPayout(random, market, side, amount),
      fee: fee > most && !random.oneIn(8) ? most : fee,
      shown,
    }
  },

  plan(world, step): Plan | null {
    const market = world.markets.get(step.market)
    if (!market || market.status === 'gone') return null
    const { owner, signer, cosigner, side, amount, fee } = step
    const bankroll = bankrollOf(world, owner)
    const position = world.position(market, owner)
    const deposit = depositOf(world, market, owner)
    const lamports = deposit + fee + (market.isSol ? amount : 0n)
    const stake: Pair = market.isSol ? [amount, 0n] : [0n, amount]
    const total: Pair = [lamports, market.isSol ? 0n : amount]
    const reasons = betReasons(world, market, step)
    if (!bankroll.isOpen) reasons.push('missing')
    if (lamports > freeLamports(world, bankroll)) reasons.push('BankrollTooLow')
    if (!market.isSol) reasons.push(...tokenReasons(world, bankroll.tokens, bankroll.address, amount))
    const delegate = bankroll.delegates.find((entry) => entry.key === signer && entry.cosigner === cosigner)
    if (cosigner === null) {
      if (signer !== owner || fee > 0n) reasons.push('NotDelegate')
    } else if (delegate) reasons.push(...limitReasons(world, delegate, stake, total, fee))
    else reasons.push('NotDelegate')
    const accounts = {
      signer,
      cosigner,
      bankroll: bankroll.address,
      config: world.config,
      market: market.address,
      escrow: market.escrow,
      position,
      bankrollToken: market.isSol ? null : bankroll.tokens,
      ...currencyAccounts(world, market.isSol),
      systemProgram: SYSTEM,
    }
    const data = new Bytes().u8(side).u64(amount).u64(step.minPayout).u64(fee).u64(7)
    const watched = watchedAccounts(world, market.condition, market.token, step.shown)
    return {
      name: 'placeBetFromBankroll',
      instructions: [call('placeBetFromBankroll', accounts, data, watched)],
      reasons,
      commit() {
        world.move(bankroll.address, position, deposit)
        if (market.isSol) world.move(bankroll.address, market.escrow, amount)
        else world.moveTokens(bankroll.tokens, market.escrow, amount)
        if (cosigner) world.move(bankroll.address, cosigner, fee)
        if (delegate) {
          delegate.spent[0] += total[0]
          delegate.spent[1] += total[1]
        }
        addBet(world, market, owner, side, amount)
      },
    }
  },
}
