import { type Address, SYSTEM } from '../chain/address.ts'
import { Bytes } from '../chain/bytes.ts'
import { EXTENSION_NAMES, writeCurve, writeMint, writePool } from '../chain/data.ts'
import { rent } from '../chain/runtime.ts'
import type { Meta } from '../chain/transaction.ts'
import { periodBack } from '../model/rules.ts'
import type { Market, Subject, TokenAccount } from '../model/types.ts'
import { SPACE, type World } from '../model/world.ts'
import type { Random } from '../random.ts'
import { canPay, type Plan, type StepKind, someMarket, tokenReasons } from './step.ts'

// What happens around the program: time passes, tokens change, strangers send money, token accounts freeze.

export interface WarpStep {
  kind: 'warp'
  now: number
  slot: number
}

export interface SubjectStep {
  kind: 'subject'
  index: number
  change: Partial<Subject>
}

export interface TokenStateStep {
  kind: 'tokenState'
  account: Address
  state: TokenAccount['state']
}

export interface DonateStep {
  kind: 'donate'
  from: Address
  to: Address
  isTokens: boolean
  amount: bigint
}

/** Seconds in which something about a market turns. */
function turns(market: Market): number[] {
  const { createdAt, closeAt, expireAt, terms, nonce, resolvedAt } = market
  const young = Number(nonce / 1_000n) + 300
  if (market.status === 'open') {
    const { referenceAt } = market.condition
    const begins = referenceAt === 0 ? [] : [referenceAt, referenceAt + 60]
    const ends = [
      ...begins,
      closeAt,
      expireAt,
      expireAt + 60,
      expireAt + terms.proofWindow,
      expireAt + terms.voidDelay,
    ]
    const period = expireAt - terms.period * periodBack(market, Math.max(createdAt, closeAt - 1))
    const late = [0, 1, 2].map((back) => period - back * terms.period)
    return [...ends, ...late, createdAt + terms.period, createdAt + 3 * terms.period, young]
  }
  return [young, resolvedAt + 30 * 24 * 60 * 60]
}

function someTime(random: Random, world: World): number {
  const { now } = world
  const live = [...world.markets.values()].filter(({ status }) => status !== 'gone')
  if (live.length === 0 || random.oneIn(3)) return now + random.int(0, 20)
  const far = now + (random.oneIn(25) ? 40 * 24 * 60 * 60 : 3_000)
  const next = live
    .flatMap(turns)
    .map((second) => second + random.int(-1, 1))
    .filter((second) => second > now && second < far)
    .sort((a, b) => a - b)
  return next[random.int(0, Math.min(2, next.length))] ?? now + random.int(1, 60)
}

export const warp: StepKind<WarpStep> = {
  make(random, world) {
    const slots = random.weighted<() => number>([
      [6, () => random.int(0, 200)],
      [2, () => random.int(0, world.vault.halfLife * 3)],
      [1, () => random.int(0, world.vault.halfLife * 200)],
    ])()
    return { kind: 'warp', now: someTime(random, world), slot: world.slot + slots }
  },

  plan(world, { now, slot }): Plan {
    return {
      name: '',
      instructions: [],
      reasons: [],
      commit() {
        world.now = Math.max(world.now, now)
        world.slot = Math.max(world.slot, slot)
        world.runtime.setClock(world.now, world.slot)
      },
    }
  },
}

export const subject: StepKind<SubjectStep> = {
  make(random, world) {
    // Curves become complete where somebody has bet on it, first without a pool.
    const awaits = ({ status, condition, expireAt }: Market) =>
      status === 'open' && condition.metric === 'migration' && world.now < expireAt
    const awaited = [...world.markets.values()].filter(awaits)
    if (awaited.length > 0 && random.oneIn(3)) {
      const { token, curveAt } = random.pick(awaited)
      const poolState = curveAt !== null || random.oneIn(4) ? 'good' : 'missing'
      const change = { curveState: 'good', isComplete: true, poolState } as const
      return { kind: 'subject', index: token ?? 0, change }
    }
    const change = random.weighted<() => Partial<Subject>>([
      [
        5,
        () => ({
          supply: random.pick([0n, 1n, 10n ** 12n - 1n, 10n ** 12n, 10n ** 12n + 1n, 2n ** 64n - 1n]),
        }),
      ],
      [
        5,
        () => ({
          supply: 10n ** 12n,
          isMint: true,
          extension: null,
          curveState: 'good',
          isComplete: false,
          poolState: 'missing',
        }),
      ],
      [2, () => ({ hasAuthority: random.oneIn(2) })],
      [3, () => ({ extension: random.pick(EXTENSION_NAMES) })],
      [1, () => ({ isMint: random.oneIn(2) })],
      [4, () => ({ isComplete: random.oneIn(3) })],
      [
        2,
        () => ({
          curveState: random.pick(['good', 'good', 'missing', 'foreign', 'malformed', 'short'] as const),
        }),
      ],
      [3, () => ({ poolState: random.pick(['good', 'good', 'missing', 'foreign', 'malformed'] as const) })],
    ])()
    return { kind: 'subject', index: random.oneIn(20) ? random.int(3, 4) : random.int(0, 2), change }
  },

  plan(world, { index, change }): Plan {
    return {
      name: '',
      instructions: [],
      reasons: [],
      commit() {
        const changed = Object.assign(world.subjects[index] as Subject, change)
        writeMint(world.runtime, changed.mint, changed)
        writeCurve(world.runtime, changed.curve, changed.curveState, changed.isComplete)
        writePool(world.runtime, changed.pool, changed.poolState)
      },
    }
  },
}

export const tokenState: StepKind<TokenStateStep> = {
  make(random, world) {
    const owners = [...world.actors, world.treasuries[0] as Address]
    const second = world.secondTokensOf(random.pick(world.actors))
    const account = random.oneIn(3) ? second : world.tokensOf(random.pick(owners))
    const state = random.weighted<TokenAccount['state']>([
      [5, 'open'],
      [1, 'delegated'],
      [1, 'closable'],
      [2, 'frozen'],
      [1, 'closed'],
    ])
    return { kind: 'tokenState', account, state }
  },

  plan(world, { account, state }): Plan {
    return {
      name: '',
      instructions: [],
      reasons: [],
      commit() {
        const held = world.tokens.get(account) as TokenAccount
        held.state = state
        world.writeTokens(account)
      },
    }
  },
}

export interface ShiftStep {
  kind: 'shift'
}

/** A wallet becomes a token account of somebody else's, or a wallet again: settling others must not fail for it. */
export const shift: StepKind<ShiftStep> = {
  make: () => ({ kind: 'shift' }),

  plan(world): Plan {
    return {
      name: '',
      instructions: [],
      reasons: [],
      commit() {
        const { shifty } = world
        if (world.tokens.delete(shifty)) return world.runtime.write(shifty, world.balance(shifty))
        // Without a lamport there would be no account.
        if (world.balance(shifty) === 0n) world.credit(shifty, rent(SPACE.tokens))
        world.giveTokens(shifty, world.actors[0] as Address, 0n)
      },
    }
  },
}

const meta = (address: Address, isSigner: boolean): Meta => ({ address, isSigner, isWritable: true })

export const donate: StepKind<DonateStep> = {
  make(random, world) {
    const market = someMarket(random, world)
    if (!market || market.status === 'gone') return null
    const from = random.pick(world.actors)
    const isTokens = !market.isSol && random.oneIn(2)
    const bankroll = world.bankrolls.get(random.pick(world.actors))?.address ?? world.vaultAddress
    const position = world.position(market, random.pick(world.actors))
    const places = [market.escrow, market.address, position, position, bankroll, world.vaultAddress]
    const to = isTokens ? market.escrow : random.pick(places)
    return { kind: 'donate', from, to, isTokens, amount: 900_000n + random.anySize(28) }
  },

  plan(world, { from, to, isTokens, amount }): Plan | null {
    if (isTokens) {
      if (!world.tokens.has(to)) return null
      const source = world.tokensOf(from)
      const transfer = {
        program: world.tokenProgram,
        accounts: [meta(source, false), meta(to, false), { ...meta(from, true), isWritable: false }],
        data: new Bytes().u8(3).u64(amount).done(),
      }
      const reasons = tokenReasons(world, source, from, amount)
      return {
        name: '',
        instructions: [transfer],
        reasons,
        commit: () => world.moveTokens(source, to, amount),
      }
    }
    const transfer = {
      program: SYSTEM,
      accounts: [meta(from, true), meta(to, false)],
      data: new Bytes().u32(2).u64(amount).done(),
    }
    const reasons = canPay(world, from, amount) ? [] : ['funds']
    return { name: '', instructions: [transfer], reasons, commit: () => world.move(from, to, amount) }
  },
}
