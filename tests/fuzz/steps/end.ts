import type { Address } from '../chain/address.ts'
import { Bytes } from '../chain/bytes.ts'
import { call } from '../chain/instruction.ts'
import { receive } from '../model/auction.ts'
import { canTake, closingReward, payReward } from '../model/rewards.ts'
import { sum } from '../model/rules.ts'
import type { Market } from '../model/types.ts'
import type { World } from '../model/world.ts'
import { currencyAccounts } from './bet.ts'
import { canReceive, isDecided } from './payout.ts'
import { type Plan, type StepKind, someKeeper, someMarket } from './step.ts'

export interface CollectStep {
  kind: 'collect'
  market: number
  treasury: Address
  tokens: 'right' | 'none' | 'wrong'
  isBumpRight: boolean
}

export interface CloseStep {
  kind: 'close'
  market: number
  keeper: Address
}

export interface CancelStep {
  kind: 'cancel'
  market: number
  signer: Address
}

const OVERDUE_SECONDS = 30 * 24 * 60 * 60

/** What becomes of a developer share: nobody who could take it was shown, it is paid, or it is burned. */
type Share = 'stays' | 'paid' | 'burned'

/** Takes burn share and developer share out of the escrow. */
function takeFees(world: World, market: Market, share: Share, treasury: Address): void {
  const { developer } = market.due
  const burn = market.due.burn + (share === 'burned' ? developer : 0n)
  const paid = share === 'paid' ? developer : 0n
  if (market.isSol) {
    world.move(market.escrow, world.vaultAddress, burn)
    receive(world.vault, burn, world.slot)
    world.move(market.escrow, treasury, paid)
  } else {
    world.burn(market.escrow, burn)
    if (paid > 0n) world.moveTokens(market.escrow, world.tokensOf(treasury), paid)
  }
  market.sequence += 1
  market.due = { burn: 0n, developer: share === 'stays' ? developer : 0n }
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
      isBumpRight: !random.oneIn(15),
    }
  },

  plan(world, { market: id, treasury, tokens, isBumpRight }): Plan | null {
    const market = world.markets.get(id)
    if (!market) return null
    const { burn, developer } = market.due
    const account = world.tokensOf(tokens === 'wrong' ? world.stranger : treasury)
    const isShown = tokens !== 'none'
    const canPay = market.isSol
      ? canTake(world, treasury, developer)
      : tokens === 'right' && canReceive(world, account, treasury)
    const isOverdue = (market.isSol || isShown) && world.now >= market.resolvedAt + OVERDUE_SECONDS
    const share: Share = developer > 0n && canPay ? 'paid' : developer > 0n && isOverdue ? 'burned' : 'stays'
    const reasons: string[] = []
    if (market.status === 'gone') reasons.push('missing')
    if (market.status === 'open') reasons.push('MarketUndecided')
    if (treasury !== world.settings.treasury) reasons.push('WrongTreasury')
    const isOther = tokens === 'wrong' || (isShown && !isBumpRight)
    if (!market.isSol && isOther && developer > 0n) reasons.push('WrongTreasury')
    if (burn + developer === 0n) reasons.push('NoFeesToCollect')
    else if (burn === 0n && share === 'stays') reasons.push('RecipientCannotReceive')
    const bump = market.isSol ? 0 : account.bump - (isBumpRight ? 0 : 1)
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
      does: `developer share ${share}`,
      instructions: [call('collectFees', accounts, new Bytes().u8(bump))],
      reasons,
      commit: () => takeFees(world, market, share, treasury),
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
    return market && { kind: 'close', market: market.id, keeper: someKeeper(random, world) }
  },

  plan(world, { market: id, keeper }): Plan | null {
    const market = world.markets.get(id)
    if (!market) return null
    const reasons: string[] = []
    if (market.status === 'gone') reasons.push('missing')
    if (market.status === 'open') reasons.push('MarketUndecided')
    const isEmpty = market.open.size === 0 && market.due.burn + market.due.developer === 0n
    if (!isEmpty) reasons.push('MarketNotEmpty')
    if (isTooYoung(world, market)) reasons.push('MarketTooYoung')
    const accounts = {
      keeper,
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
        payReward(world, market, keeper, 'close', closingReward(market))
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
