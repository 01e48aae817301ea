import type { Address } from '../chain/address.ts'
import { Bytes } from '../chain/bytes.ts'
import { call, reads, writes } from '../chain/instruction.ts'
import type { Meta } from '../chain/transaction.ts'
import { canTake } from '../model/rewards.ts'
import { dueTo } from '../model/rules.ts'
import type { Market } from '../model/types.ts'
import type { World } from '../model/world.ts'
import type { Random } from '../random.ts'
import { currencyAccounts } from './bet.ts'
import { canReceive, canReceiveAlone, isDecided, pay, type TokenChoice, tokenAccount } from './payout.ts'
import { type Plan, type StepKind, someKeeper, someMarket } from './step.ts'

const ANY_ACCOUNT_SECONDS = 30 * 24 * 60 * 60

/** One group of a batch. */
interface Group {
  owner: Address
  /** The market whose position it names. */
  position: number
  wallet: Address
  /** In the place of the associated account, and after it. */
  tokens: [TokenChoice, TokenChoice]
  isBumpRight: boolean
  /** UTILITY: whether the associated account is passed read-only. */
  isReadOnly: boolean
  /** Whether the position is of a version that nobody knows. */
  isUnknown: boolean
}

export interface SettleStep {
  kind: 'settle'
  market: number
  keeper: Address
  groups: Group[]
  /** UTILITY: whether each group names a second token account. */
  hasOther: boolean
  /** Bumps too many or, below 0, too few. */
  extraBumps: number
}

function someGroup(random: Random, world: World, market: Market): Group {
  const open = [...market.open]
  const owner = open.length > 0 && !random.oneIn(6) ? random.pick(open) : random.pick(world.actors)
  const other = someMarket(random, world)
  return {
    owner,
    position: other && random.oneIn(15) ? other.id : market.id,
    wallet: random.oneIn(12) ? random.pick([world.stranger, ...world.actors]) : owner,
    tokens: [
      random.oneIn(10) ? random.pick(['second', 'stranger', 'shifty'] as const) : 'associated',
      random.weighted([
        [6, 'second'],
        [1, 'associated'],
        [1, 'stranger'],
        [2, 'shifty'],
      ]),
    ],
    isBumpRight: !random.oneIn(15),
    isReadOnly: random.oneIn(8),
    isUnknown: random.oneIn(25),
  }
}

/** The accounts of a batch, in their order. */
function accountsOf(world: World, market: Market, { groups, hasOther }: SettleStep): Meta[] {
  return groups.flatMap(({ owner, position, wallet, tokens, isReadOnly }) => {
    const named = [world.position(world.markets.get(position) ?? market, owner), wallet].map(writes)
    if (market.isSol) return named
    const [first, second] = tokens.map((which) => tokenAccount(world, owner, which)) as [Address, Address]
    const associated = isReadOnly ? reads(first) : writes(first)
    return hasOther ? [...named, associated, writes(second)] : [...named, associated]
  })
}

/** The groups that the program makes of accounts and bumps; null if they do not fit. */
function groupsOf(isSol: boolean, accounts: Address[], bumps: number): Address[][] | null {
  const size = isSol ? 2 : accounts.length / bumps
  if (isSol && bumps > 0) return null
  if (accounts.length === 0 || ![isSol ? 2 : 3, isSol ? 2 : 4].includes(size)) return null
  return Array.from({ length: accounts.length / size }, (_, at) => accounts.slice(at * size, (at + 1) * size))
}

/**
 * The account that takes tokens: the associated one or, 30 days later, if that one is there, is written to and cannot,
 * the one after it that nobody else has a hand in.
 */
function recipient(
  world: World,
  market: Market,
  owner: Address,
  group: Address[],
  bump: number,
  written: ReadonlySet<Address>,
): Address | null {
  const [, , first, second] = group
  if (first !== world.tokensOf(owner) || first.bump !== bump || !written.has(first)) return null
  if (canReceive(world, first, owner)) return first
  const isThere = world.tokens.has(first) && world.tokens.get(first)?.state !== 'closed'
  const isAny = isThere && world.now >= market.resolvedAt + ANY_ACCOUNT_SECONDS
  return isAny && second && canReceiveAlone(world, second, owner) ? second : null
}

export const settle: StepKind<SettleStep> = {
  make(random, world) {
    const market = someMarket(random, world, (candidate) => isDecided(candidate) && candidate.open.size > 0)
    if (!market || market.status === 'gone') return null
    const length = random.oneIn(30) ? 0 : random.int(1, 6)
    return {
      kind: 'settle',
      market: market.id,
      keeper: someKeeper(random, world),
      groups: Array.from({ length }, () => someGroup(random, world, market)),
      hasOther: random.oneIn(3),
      extraBumps: random.oneIn(20) ? random.pick([-1, 1]) : 0,
    }
  },

  plan(world, step): Plan | null {
    const market = world.markets.get(step.market)
    if (!market || market.status === 'gone') return null
    const { keeper } = step
    const metas = accountsOf(world, market, step)
    const named = metas.map(({ address }) => address)
    // An account that a transaction writes anywhere is written everywhere.
    const written = new Set(metas.filter(({ isWritable }) => isWritable).map(({ address }) => address))
    const right = (market.isSol ? [] : step.groups).map(
      ({ owner, isBumpRight }) => world.tokensOf(owner).bump - Number(!isBumpRight),
    )
    const bumps =
      step.extraBumps < 0 ? right.slice(0, step.extraBumps) : [...right, ...Array(step.extraBumps).fill(1)]
    const groups = groupsOf(market.isSol, named, bumps.length)
    const reasons: string[] = []
    if (market.status === 'open') reasons.push('MarketUndecided')
    if (!groups) reasons.push('SettlementAccountsInvalid')
    const unknown = new Set(
      step.groups
        .filter(({ isUnknown }) => isUnknown)
        .map(({ owner, position }) => world.position(world.markets.get(position) ?? market, owner)),
    )
    const accounts = {
      keeper,
      market: market.address,
      escrow: market.escrow,
      ...currencyAccounts(world, market.isSol),
    }
    const data = new Bytes().u32(bumps.length).raw(Uint8Array.from(bumps))
    return {
      name: 'settlePositions',
      instructions: [call('settlePositions', accounts, data, metas)],
      reasons,
      unknown: [...unknown],
      commit() {
        const { settleReward } = market.terms
        const reward = canTake(world, keeper, settleReward) ? settleReward : 0n
        const paid: (() => void)[] = []
        for (const [at, group] of (groups ?? []).entries()) {
          const [position, wallet] = group as [Address, Address]
          const place = world.positionAt.get(position)
          if (place?.market !== market || unknown.has(position) || !market.open.has(place.owner)) continue
          const { owner } = place
          const { payout, refund } = dueTo(market, owner)
          const inLamports = world.balance(position) - reward + (market.isSol ? payout + refund : 0n)
          if (wallet !== owner || !canTake(world, wallet, inLamports)) continue
          const needsTokens = !market.isSol && payout + refund > 0n
          const tokens = needsTokens ? recipient(world, market, owner, group, bumps[at] ?? 0, written) : owner
          if (!tokens) continue
          pay(world, market, owner, tokens)
          // Whoever settles it gets the reward out of what the owner has been given.
          paid.push(() => world.move(owner, keeper, reward))
        }
        for (const give of paid) give()
      },
    }
  },
}
