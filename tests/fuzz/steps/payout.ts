import type { Address } from '../chain/address.ts'
import { call, writes } from '../chain/instruction.ts'
import { dueTo } from '../model/rules.ts'
import type { Market } from '../model/types.ts'
import type { World } from '../model/world.ts'
import { currencyAccounts } from './bet.ts'
import { type Plan, type StepKind, someMarket } from './step.ts'

const ANY_ACCOUNT_SECONDS = 30 * 24 * 60 * 60

/** One group of a batch. */
interface Group {
  owner: Address
  /** The market whose position it names. */
  position: number
  wallet: Address
  tokens: 'associated' | 'second' | 'stranger'
}

export interface SettleStep {
  kind: 'settle'
  market: number
  groups: Group[]
}

export interface ClaimStep {
  kind: 'claim'
  market: number
  owner: Address
  tokens: Group['tokens']
}

export const isDecided = ({ status }: Market) => status === 'resolved' || status === 'void'

function tokenAccount(world: World, owner: Address, which: Group['tokens']): Address {
  if (which === 'stranger') return world.tokensOf(world.stranger)
  return which === 'second' ? world.secondTokensOf(owner) : world.tokensOf(owner)
}

/** Whether a token account of `owner` can receive. */
export function canReceive(world: World, account: Address, owner: Address): boolean {
  const held = world.tokens.get(account)
  return held !== undefined && held.owner === owner && held.state === 'open'
}

/** Pays an owner in the model. */
function pay(world: World, market: Market, owner: Address, tokens: Address): void {
  const { payout, refund } = dueTo(market, owner)
  const amount = payout + refund
  const position = world.position(market, owner)
  world.move(position, owner, world.balance(position))
  if (market.isSol) world.move(market.escrow, owner, amount)
  else if (amount > 0n) world.moveTokens(market.escrow, tokens, amount)
  market.open.delete(owner)
  market.paid += amount
  if (market.payouts.has(owner)) throw new Error(`${owner.name} is paid twice by market ${market.id}`)
  market.payouts.set(owner, amount)
}

export const settle: StepKind<SettleStep> = {
  make(random, world) {
    const market = someMarket(random, world, (candidate) => isDecided(candidate) && candidate.open.size > 0)
    if (!market || market.status === 'gone') return null
    const groups = Array.from({ length: random.oneIn(30) ? 0 : random.int(1, 6) }, (): Group => {
      const open = [...market.open]
      const owner = open.length > 0 && !random.oneIn(6) ? random.pick(open) : random.pick(world.actors)
      const other = someMarket(random, world)
      return {
        owner,
        position: other && random.oneIn(15) ? other.id : market.id,
        wallet: random.oneIn(12) ? random.pick([world.stranger, ...world.actors]) : owner,
        tokens: random.weighted([
          [12, 'associated'],
          [2, 'second'],
          [1, 'stranger'],
        ]),
      }
    })
    return { kind: 'settle', market: market.id, groups }
  },

  plan(world, { market: id, groups }): Plan | null {
    const market = world.markets.get(id)
    if (!market || market.status === 'gone') return null
    const reasons: string[] = []
    if (market.status === 'open') reasons.push('MarketUndecided')
    if (groups.length === 0) reasons.push('SettlementAccountsInvalid')
    const remaining = groups.flatMap(({ owner, position, wallet, tokens }) => {
      const account = world.position(world.markets.get(position) ?? market, owner)
      const pair = [writes(account), writes(wallet)]
      return market.isSol ? pair : [...pair, writes(tokenAccount(world, owner, tokens))]
    })
    const accounts = {
      market: market.address,
      escrow: market.escrow,
      ...currencyAccounts(world, market.isSol),
    }
    return {
      name: 'settlePositions',
      instructions: [call('settlePositions', accounts, undefined, remaining)],
      reasons,
      commit() {
        const isAny = world.now >= market.resolvedAt + ANY_ACCOUNT_SECONDS
        for (const { owner, position, wallet, tokens } of groups) {
          const isForeign = position !== id && world.markets.has(position)
          if (isForeign || wallet !== owner || !market.open.has(owner)) continue
          const account = tokenAccount(world, owner, tokens)
          if (!market.isSol) {
            const { payout, refund } = dueTo(market, owner)
            if (tokens !== 'associated' && !isAny) continue
            if (payout + refund > 0n && !canReceive(world, account, owner)) continue
          }
          pay(world, market, owner, account)
        }
      },
    }
  },
}

export const claim: StepKind<ClaimStep> = {
  make(random, world) {
    const market = someMarket(random, world, (candidate) => isDecided(candidate) && candidate.open.size > 0)
    if (!market) return null
    const open = [...market.open]
    const owner = open.length > 0 && !random.oneIn(5) ? random.pick(open) : random.pick(world.actors)
    const tokens = random.pick(['associated', 'second', 'stranger'] as const)
    return { kind: 'claim', market: market.id, owner, tokens }
  },

  plan(world, { market: id, owner, tokens }): Plan | null {
    const market = world.markets.get(id)
    if (!market) return null
    const account = tokenAccount(world, owner, tokens)
    const reasons: string[] = []
    if (market.status === 'gone' || !market.open.has(owner)) reasons.push('missing')
    else {
      const { payout, refund } = dueTo(market, owner)
      const isPayable = market.isSol || payout + refund === 0n || canReceive(world, account, owner)
      if (!isPayable) reasons.push('RecipientCannotReceive')
    }
    if (market.status === 'open') reasons.push('MarketUndecided')
    const accounts = {
      owner,
      market: market.address,
      escrow: market.escrow,
      position: world.position(market, owner),
      ownerToken: market.isSol ? null : account,
      ...currencyAccounts(world, market.isSol),
    }
    const instructions = [call('claimPosition', accounts)]
    return { name: 'claimPosition', instructions, reasons, commit: () => pay(world, market, owner, account) }
  },
}
