import type { Address } from '../chain/address.ts'
import type { Instruction } from '../chain/transaction.ts'
import { toU64, U64 } from '../model/integers.ts'
import type { Market } from '../model/types.ts'
import type { World } from '../model/world.ts'
import type { Random } from '../random.ts'

/** What the model says about a step before it runs. */
export interface Plan {
  /** Name of the instruction, the last of the transaction. */
  name: string
  instructions: Instruction[]
  /** All reasons to refuse it; it succeeds if there is none. */
  reasons: string[]
  /** What it does if it succeeds, for the counts. */
  does?: string | undefined
  /** Accounts whose version is one that nobody knows while it runs. */
  unknown?: Address[]
  /** Changes the model as the instruction changes the chain. */
  commit(): void
}

/** A kind of step. `S` is plain data, so that a sequence can be printed, cut and repeated. */
export interface StepKind<S> {
  /** A random step, or null if the world has nothing for it. */
  make(random: Random, world: World): S | null
  /** The model's answer, or null if the step has lost its meaning, since earlier steps were cut out. */
  plan(world: World, step: S): Plan | null
}

/** Whether an error is what a reason means. */
export function isReason(reason: string, error: string): boolean {
  switch (reason) {
    // Refused by the runtime or another program, or for an account that is not what it should be.
    case 'any':
      return true
    // Not enough lamports or tokens, or a wallet would be left below its rent.
    case 'funds':
      return error === 'custom 1' || error.includes('InsufficientFundsForRent')
    // Anchor: an account is not at the address that its seeds give.
    case 'seeds':
      return error === 'custom 2006'
    // Anchor: the account does not exist, or is of another type.
    case 'missing':
      return /^custom 30(01|02|03|07|12)$/.test(error)
    default:
      return reason === error
  }
}

/** A market that is not gone, more often one that `prefer` likes. */
export function someMarket(
  random: Random,
  world: World,
  prefer: (market: Market) => boolean = () => true,
): Market | null {
  const markets = [...world.markets.values()]
  if (markets.length === 0) return null
  if (random.oneIn(30)) return random.pick(markets)
  const live = markets.filter(({ status }) => status !== 'gone')
  const liked = live.filter(prefer)
  if (liked.length > 0 && !random.oneIn(15)) return random.pick(liked)
  return live.length > 0 && random.oneIn(4) ? random.pick(live) : null
}

/** Whoever does the work: often somebody without a lamport, who cannot be paid little. */
export function someKeeper(random: Random, world: World): Address {
  return random.pick([world.stranger, random.pick(world.actors), random.pick(world.beggars)])
}

/** An amount of money around what `balance` and `minimum` allow, and far beyond. */
export function someAmount(random: Random, balance: bigint, minimum: bigint): bigint {
  const amount = random.weighted<() => bigint>([
    [30, () => minimum + random.big(0n, 1_000_000n)],
    [30, () => minimum + random.anySize(36)],
    [10, () => random.big(0n, balance > 0n ? balance : 1n)],
    [3, () => minimum + BigInt(random.int(-1, 1))],
    [2, () => balance + BigInt(random.int(-1, 1))],
    [1, () => U64 - BigInt(random.int(0, 2))],
    [1, () => BigInt(random.int(0, 3))],
  ])()
  return toU64(amount)
}

/** Whether a wallet can pay, or get a negative amount: nothing must be left, or at least its rent. */
export function canPay(world: World, wallet: Address, lamports: bigint): boolean {
  const left = world.balance(wallet) - lamports
  return left === 0n || left >= 890_880n
}

/** Why tokens cannot be taken from an account by `authority`. */
export function tokenReasons(world: World, account: Address, authority: Address, amount: bigint): string[] {
  const held = world.tokens.get(account)
  if (!held || held.state === 'frozen' || held.state === 'closed' || held.owner !== authority) return ['any']
  return amount > held.amount ? ['funds'] : []
}
