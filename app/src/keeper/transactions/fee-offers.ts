// Chooses the priority fees that transactions offer, and raises them up to a ceiling.

import type { PriorityFee } from '@prediction-market/sdk'
import { choosePriorityFee, MAX_PRIORITY_FEE } from '@prediction-market/sdk/transaction'
import type { Connection, PublicKey, TransactionInstruction } from '@solana/web3.js'
import { least, most } from '../../runtime/bigint.ts'

export interface FeeOptions {
  connection: Connection
  /** Micro-lamports offered for each compute unit at first, or `auto`; none by default. */
  priorityFee?: PriorityFee | undefined
  /**
   * The most that is offered, in micro-lamports for each compute unit. By default the value of the market is the limit,
   * and 1,000,000 for transactions without a market.
   */
  maxPriorityFee?: bigint | undefined
}

/** Lamports that the network takes for each signature. */
export const LAMPORTS_PER_SIGNATURE = 5_000n

const MICRO = 1_000_000n

const MAX_U64 = 2n ** 64n - 1n

/** Every raise multiplies the fee, and the first one is to this many micro-lamports. */
const RAISE_FACTOR = 4n
const FIRST_RAISE = 1_000n

/** The most that a transaction may offer, in micro-lamports for each compute unit. */
export type Ceiling = bigint

/**
 * Chooses the priority fees that transactions offer, in micro-lamports for each compute unit. What others pay for the
 * same accounts sets the first offer only, up to the ceiling: anyone can pay to write to these accounts.
 */
export class FeeOffers {
  #lastFee = 0n

  constructor(private readonly options: FeeOptions) {}

  /** @param lamports - the most that a step may pay for priority, if it is about a market */
  ceiling(computeUnits: number, lamports?: bigint): Ceiling {
    const { maxPriorityFee } = this.options
    if (lamports === undefined) return maxPriorityFee ?? MAX_PRIORITY_FEE
    const byStep = least((lamports * MICRO) / BigInt(Math.max(computeUnits, 1)), MAX_U64)
    return maxPriorityFee === undefined ? byStep : least(byStep, maxPriorityFee)
  }

  /** The fee to begin with. After a raise it comes down by half with every transaction. */
  async first(
    payer: PublicKey,
    instructions: readonly TransactionInstruction[],
    ceiling: Ceiling,
  ): Promise<bigint> {
    const { connection, priorityFee } = this.options
    const input = { connection, payer, instructions, priorityFee, maxPriorityFee: ceiling }
    const fee = (await choosePriorityFee(input)) ?? 0n
    const lowered = this.#lastFee / 2n
    return least(most(lowered, fee), ceiling)
  }

  /** The next fee to offer, at most the ceiling. */
  raise(fee: bigint, ceiling: Ceiling): bigint {
    return least(fee === 0n ? FIRST_RAISE : fee * RAISE_FACTOR, ceiling)
  }

  confirmed(fee: bigint): void {
    this.#lastFee = fee
  }
}
