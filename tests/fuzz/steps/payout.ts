import type { Address } from '../chain/address.ts'
import { call } from '../chain/instruction.ts'
import { dueTo } from '../model/rules.ts'
import type { Market } from '../model/types.ts'
import type { World } from '../model/world.ts'
import { currencyAccounts } from './bet.ts'
import { type Plan, type StepKind, someMarket } from './step.ts'

/** The token account of an owner's that is named: `shifty` is a wallet that may be one. */
export type TokenChoice = 'associated' | 'second' | 'stranger' | 'shifty'

export interface ClaimStep {
  kind: 'claim'
  market: number
  owner: Address
  tokens: TokenChoice
}

export const isDecided = ({ status }: Market) => status === 'resolved' || status === 'void'

export function tokenAccount(world: World, owner: Address, which: TokenChoice): Address {
  if (which === 'shifty') return world.shifty
  if (which === 'stranger') return world.tokensOf(world.stranger)
  return which === 'second' ? world.secondTokensOf(owner) : world.tokensOf(owner)
}

/** Whether a token account of `owner` can receive. */
export function canReceive(world: World, account: Address, owner: Address): boolean {
  const held = world.tokens.get(account)
  return held !== undefined && held.owner === owner && held.state !== 'frozen' && held.state !== 'closed'
}

/** The same, and nobody else can take what is in it or close it. */
export function canReceiveAlone(world: World, account: Address, owner: Address): boolean {
  return canReceive(world, account, owner) && world.tokens.get(account)?.state === 'open'
}

/** Pays an owner in the model. */
export function pay(world: World, market: Market, owner: Address, tokens: Address): void {
  const { payout, refund } = dueTo(market, owner)
  const amount = payout + refund
  const position = world.position(market, owner)
  world.move(position, owner, world.balance(position))
  if (market.isSol) world.move(market.escrow, owner, amount)
  else if (amount > 0n) world.moveTokens(market.escrow, tokens, amount)
  market.open.delete(owner)
  market.sequence += 1
  market.paid += amount
  if (market.payouts.has(owner)) throw new Error(`${owner.name} is paid twice by market ${market.id}`)
  market.payouts.set(owner, amount)
}

export const claim: StepKind<ClaimStep> = {
  make(random, world) {
    const market = someMarket(random, world, (candidate) => isDecided(candidate) && candidate.open.size > 0)
    if (!market) return null
    const open = [...market.open]
    const owner = open.length > 0 && !random.oneIn(5) ? random.pick(open) : random.pick(world.actors)
    const tokens = random.pick(['associated', 'second', 'stranger', 'shifty'] as const)
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
