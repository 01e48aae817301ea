import { type Address, SYSTEM } from '../chain/address.ts'
import { Bytes } from '../chain/bytes.ts'
import { call } from '../chain/instruction.ts'
import { rent } from '../chain/runtime.ts'
import { larger, toU64, U64 } from '../model/integers.ts'
import type { Bankroll, Limits } from '../model/types.ts'
import { NOBODY, SPACE, type World } from '../model/world.ts'
import type { Random } from '../random.ts'
import { currencyAccounts } from './bet.ts'
import { canReceive } from './payout.ts'
import { canPay, type Plan, type StepKind, someAmount, tokenReasons } from './step.ts'

const DAY = 86_400

export interface MoneyStep {
  kind: 'deposit' | 'withdraw'
  owner: Address
  isSol: boolean
  amount: bigint
  /** Of a deposit: whether the bump of the bankroll's token account is right. */
  isBumpRight: boolean
}

export interface DelegateStep {
  kind: 'delegate'
  owner: Address
  key: Address
  cosigner: Address
  limits: Limits | null
}

export interface CloseBankrollStep {
  kind: 'closeBankroll'
  owner: Address
}

export function bankrollOf(world: World, owner: Address): Bankroll {
  return world.bankrolls.get(owner) as Bankroll
}

/** Lamports of a bankroll above its rent. */
export function freeLamports(world: World, { address }: Bankroll): bigint {
  return larger(0n, world.balance(address) - rent(SPACE.bankroll))
}

function someMoney(random: Random, world: World, kind: MoneyStep['kind']): MoneyStep {
  const owner = random.pick(world.actors)
  const bankroll = bankrollOf(world, owner)
  const isSol = random.oneIn(2)
  const held = isSol ? freeLamports(world, bankroll) : world.tokensIn(bankroll.tokens)
  const balance =
    kind === 'withdraw' ? held : isSol ? world.balance(owner) : world.tokensIn(world.tokensOf(owner))
  return {
    kind,
    owner,
    isSol,
    amount: someAmount(random, balance, kind === 'deposit' ? 50_000_000n : 1_000n),
    isBumpRight: !random.oneIn(20),
  }
}

export const deposit: StepKind<MoneyStep> = {
  make: (random, world) => someMoney(random, world, 'deposit'),

  plan(world, { owner, isSol, amount, isBumpRight }): Plan {
    const bankroll = bankrollOf(world, owner)
    const missing = larger(0n, rent(SPACE.bankroll) - world.balance(bankroll.address))
    const opening = bankroll.isOpen ? 0n : missing
    const reasons = canPay(world, owner, opening + (isSol ? amount : 0n)) ? [] : ['funds']
    if (!isSol) reasons.push(...tokenReasons(world, world.tokensOf(owner), owner, amount))
    if (!isSol && !isBumpRight) reasons.push('WrongBankrollAccount')
    const bump = isSol ? 0 : bankroll.tokens.bump - (isBumpRight ? 0 : 1)
    const accounts = {
      owner,
      bankroll: bankroll.address,
      ownerToken: isSol ? null : world.tokensOf(owner),
      bankrollToken: isSol ? null : bankroll.tokens,
      ...currencyAccounts(world, isSol),
      systemProgram: SYSTEM,
    }
    return {
      name: 'deposit',
      instructions: [call('deposit', accounts, new Bytes().u64(amount).u8(bump))],
      reasons,
      commit() {
        world.move(owner, bankroll.address, opening)
        if (isSol) world.move(owner, bankroll.address, amount)
        else world.moveTokens(world.tokensOf(owner), bankroll.tokens, amount)
        bankroll.isOpen = true
      },
    }
  },
}

export const withdraw: StepKind<MoneyStep> = {
  make: (random, world) => someMoney(random, world, 'withdraw'),

  plan(world, { owner, isSol, amount }): Plan {
    const bankroll = bankrollOf(world, owner)
    const reasons = bankroll.isOpen ? [] : ['missing']
    if (isSol && amount > freeLamports(world, bankroll)) reasons.push('BankrollTooLow')
    if (isSol && !canPay(world, owner, -amount)) reasons.push('funds')
    if (!isSol) {
      reasons.push(...tokenReasons(world, bankroll.tokens, bankroll.address, amount))
      if (!canReceive(world, world.tokensOf(owner), owner)) reasons.push('any')
    }
    const accounts = {
      owner,
      bankroll: bankroll.address,
      bankrollToken: isSol ? null : bankroll.tokens,
      ownerToken: isSol ? null : world.tokensOf(owner),
      ...currencyAccounts(world, isSol),
    }
    return {
      name: 'withdraw',
      instructions: [call('withdraw', accounts, new Bytes().u64(amount))],
      reasons,
      commit() {
        if (isSol) world.move(bankroll.address, owner, amount)
        else world.moveTokens(bankroll.tokens, world.tokensOf(owner), amount)
      },
    }
  },
}

function someLimits(random: Random, { now }: World): Limits {
  const amount = () => (random.oneIn(6) ? random.pick([0n, U64]) : random.anySize(40))
  return {
    perBet: [amount(), amount()],
    total: [toU64(amount() + 5_000_000n), toU64(2n * amount())],
    maxFee: random.oneIn(10) ? random.pick([0n, 50_000n, 50_001n]) : BigInt(random.int(0, 50_000)),
    expiresAt: random.oneIn(8)
      ? now + random.pick([-1, 0, 1, 90 * DAY, 90 * DAY + 1])
      : now + random.pick([60, 600, 5_000, DAY]),
  }
}

export const delegate: StepKind<DelegateStep> = {
  make(random, world) {
    const open = world.actors.filter((actor) => bankrollOf(world, actor).isOpen)
    const owner = open.length > 0 && !random.oneIn(10) ? random.pick(open) : random.pick(world.actors)
    const key = random.oneIn(40) ? NOBODY : random.pick(world.keys)
    const cosigner = random.oneIn(40) ? random.pick([NOBODY, key]) : random.pick(world.cosigners)
    const limits = random.oneIn(5) ? null : someLimits(random, world)
    return { kind: 'delegate', owner, key, cosigner, limits }
  },

  plan(world, { owner, key, cosigner, limits }): Plan {
    const bankroll = bankrollOf(world, owner)
    const known = bankroll.delegates.find((entry) => entry.key === key)
    const reasons = bankroll.isOpen ? [] : ['missing']
    if (limits) {
      const { maxFee, expiresAt } = limits
      const isInRange = maxFee <= 50_000n && expiresAt > world.now && expiresAt <= world.now + 90 * DAY
      if (!isInRange) reasons.push('DelegateLimitsInvalid')
      if (key === NOBODY || cosigner === NOBODY || key === cosigner) reasons.push('DelegateKeysInvalid')
      if (!known && bankroll.delegates.length >= 4) reasons.push('TooManyDelegates')
    } else if (!known) reasons.push('NotDelegate')
    const data = new Bytes()
      .key(key)
      .key(cosigner)
      .u8(limits !== null)
    if (limits) {
      for (const amount of [...limits.perBet, ...limits.total, limits.maxFee]) data.u64(amount)
      data.u64(limits.expiresAt)
    }
    return {
      name: 'setDelegate',
      instructions: [call('setDelegate', { owner, bankroll: bankroll.address }, data)],
      reasons,
      commit() {
        if (!limits) bankroll.delegates = bankroll.delegates.filter((entry) => entry !== known)
        else if (known) {
          known.cosigner = cosigner
          known.limits = limits
        } else bankroll.delegates.push({ key, cosigner, limits, spent: [0n, 0n] })
      },
    }
  },
}

export const closeBankroll: StepKind<CloseBankrollStep> = {
  make: (random, world) => ({ kind: 'closeBankroll', owner: random.pick(world.actors) }),

  plan(world, { owner }): Plan {
    const bankroll = bankrollOf(world, owner)
    return {
      name: 'closeBankroll',
      instructions: [call('closeBankroll', { owner, bankroll: bankroll.address })],
      reasons: bankroll.isOpen ? [] : ['missing'],
      commit() {
        world.move(bankroll.address, owner, world.balance(bankroll.address))
        bankroll.isOpen = false
        bankroll.delegates = []
      },
    }
  },
}
