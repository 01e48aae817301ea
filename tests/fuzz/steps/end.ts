import type { Address } from '../chain/address.ts'
import { call } from '../chain/instruction.ts'
import { receive } from '../model/auction.ts'
import { sum } from '../model/rules.ts'
import type { Market } from '../model/types.ts'
import type { World } from '../model/world.ts'
import { currencyAccounts } from './bet.ts'
import { canReceive, isDecided } from './payout.ts'
import { type Plan, type StepKind, someMarket } from './step.ts'

export interface CollectStep {
  kind: 'collect'
  market: number
  treasury: Address
  tokens: 'right' | 'none' | 'wrong'
}

export interface CloseStep {
  kind: 'close'
  market: number
}

export interface CancelStep {
  kind: 'cancel'
  market: number
  signer: Address
}

/** Takes burn share and developer share out of the escrow. */
function takeFees(world: World, market: Market, isDeveloperPaid: boolean, treasury: Address): void {
  const { burn, developer } = market.due
  if (market.isSol) {
    world.move(market.escrow, world.vaultAddress, burn)
    receive(world.vault, burn, world.slot)
    if (isDeveloperPaid) world.move(market.escrow, treasury, developer)
  } else {
    world.burn(market.escrow, burn)
    if (isDeveloperPaid && developer > 0n)
      world.moveTokens(market.escrow, world.tokensOf(treasury), developer)
  }
  market.due = { burn: 0n, developer: isDeveloperPaid ? 0n : developer }
}

export const collect: StepKind<CollectStep> = {
  make(random, world) {
    const hasFees = ({ due }: Market) => due.burn + due.developer > 0n
    const market = someMarket(random, world, hasFees)
    if (!market) return null
    return {
      kind: 'collect',
      market: market.id,
      treasury: random.oneIn(10) ? random.pick(world.treasuries) : world.settings.treasury,
      tokens: random.weighted([
        [8, 'right'],
        [1, 'none'],
        [1, 'wrong'],
      ]),
    }
  },

  plan(world, { market: id, treasury, tokens }): Plan | null {
    const market = world.markets.get(id)
    if (!market) return null
    const { burn, developer } = market.due
    const account = world.tokensOf(tokens === 'wrong' ? world.stranger : treasury)
    const isShown = tokens !== 'none'
    const isDeveloperPaid =
      developer > 0n && (market.isSol || (tokens === 'right' && canReceive(world, account, treasury)))
    const reasons: string[] = []
    if (market.status === 'gone') reasons.push('missing')
    if (market.status === 'open') reasons.push('MarketUndecided')
    if (treasury !== world.settings.treasury) reasons.push('WrongTreasury')
    if (!market.isSol && tokens === 'wrong' && developer > 0n) reasons.push('WrongTreasury')
    if (burn + developer === 0n) reasons.push('NoFeesToCollect')
    else if (burn === 0n && !isDeveloperPaid) reasons.push('RecipientCannotReceive')
    const accounts = {
      config: world.config,
      market: market.address,
      escrow: market.escrow,
      feeVault: world.vaultAddress,
      treasury,
      treasuryToken: market.isSol || !isShown ? null : account,
      ...currencyAccounts(world, market.isSol),
    }
    return {
      name: 'collectFees',
      instructions: [call('collectFees', accounts)],
      reasons,
      commit: () => takeFees(world, market, isDeveloperPaid, treasury),
    }
  },
}

/** Whether the nonce of a market could still be used. */
function isTooYoung(world: World, market: Market): boolean {
  return world.now <= Number(market.nonce / 1_000n) + 300
}

/** Takes a market and its escrow away; everything left in it goes to the creator, tokens are burned. */
function clear(world: World, market: Market): void {
  const { creator, escrow, address, question } = market
  if (!market.isSol) {
    world.burn(escrow, world.tokensIn(escrow))
    world.tokens.delete(escrow)
  }
  for (const account of [address, question, escrow]) world.move(account, creator, world.balance(account))
  market.status = 'gone'
}

export const close: StepKind<CloseStep> = {
  make(random, world) {
    const isDone = (market: Market) =>
      isDecided(market) && market.open.size === 0 && market.due.burn + market.due.developer === 0n
    const market = someMarket(random, world, isDone)
    return market && { kind: 'close', market: market.id }
  },

  plan(world, { market: id }): Plan | null {
    const market = world.markets.get(id)
    if (!market) return null
    const reasons: string[] = []
    if (market.status === 'gone') reasons.push('missing')
    if (market.status === 'open') reasons.push('MarketUndecided')
    const isEmpty = market.open.size === 0 && market.due.burn + market.due.developer === 0n
    if (!isEmpty) reasons.push('MarketNotEmpty')
    if (isTooYoung(world, market)) reasons.push('MarketTooYoung')
    const accounts = {
      market: market.address,
      creator: market.creator,
      question: market.question,
      escrow: market.escrow,
      feeVault: world.vaultAddress,
      ...currencyAccounts(world, market.isSol),
    }
    return {
      name: 'closeMarket',
      instructions: [call('closeMarket', accounts)],
      reasons,
      commit() {
        const [yes, no] = sum(market.bets)
        const dust = yes + no - market.paid - market.fees.burn - market.fees.developer
        if (market.isSol) {
          world.move(market.escrow, world.vaultAddress, dust)
          receive(world.vault, dust, world.slot)
        }
        clear(world, market)
      },
    }
  },
}

export const cancel: StepKind<CancelStep> = {
  make(random, world) {
    const isFree = ({ status, bets }: Market) => status === 'open' && bets.length === 0
    const market = someMarket(random, world, isFree)
    if (!market) return null
    const signer = random.oneIn(6) ? random.pick(world.actors) : market.creator
    return { kind: 'cancel', market: market.id, signer }
  },

  plan(world, { market: id, signer }): Plan | null {
    const market = world.markets.get(id)
    if (!market) return null
    const reasons: string[] = []
    if (market.status === 'gone') reasons.push('missing')
    else if (market.status !== 'open') reasons.push('MarketDecided')
    if (signer !== market.creator) reasons.push('NotCreator')
    if (market.bets.length > 0) reasons.push('MarketHasStakes')
    if (isTooYoung(world, market)) reasons.push('MarketTooYoung')
    const accounts = {
      creator: signer,
      market: market.address,
      question: market.question,
      escrow: market.escrow,
      ...currencyAccounts(world, market.isSol),
    }
    return {
      name: 'cancelMarket',
      instructions: [call('cancelMarket', accounts)],
      reasons,
      commit: () => clear(world, market),
    }
  },
}
