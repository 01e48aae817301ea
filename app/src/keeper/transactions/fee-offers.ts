import type { PriorityFee } from '@prediction-market/sdk'
import { choosePriorityFee, MAX_PRIORITY_FEE } from '@prediction-market/sdk/transaction'
import type { Connection, PublicKey, TransactionInstruction } from '@solana/web3.js'

/** What fees follow from. */
export interface FeeOptions {
  connection: Connection
  /** Micro-lamports offered for each compute unit at first, or `auto`; none by default. */
  priorityFee?: PriorityFee | undefined
  /** The most that is offered, in micro-lamports for each compute unit; 1,000,000 by default. */
  maxPriorityFee?: bigint | undefined
}

/** Every raise multiplies the fee, and the first one is to this many micro-lamports. */
const RAISE_FACTOR = 4n
const FIRST_RAISE = 1_000n

/** Chooses the priority fees that transactions offer, in micro-lamports for each compute unit. */
export class FeeOffers {
  /** The fee of the last confirmed transaction. */
  #lastFee = 0n

  constructor(private readonly options: FeeOptions) {}

  /** The fee to begin with. After a raise it comes down by half with every transaction. */
  async first(payer: PublicKey, instructions: readonly TransactionInstruction[]): Promise<bigint> {
    const { connection, priorityFee, maxPriorityFee } = this.options
    const input = { connection, payer, instructions, priorityFee, maxPriorityFee }
    const fee = (await choosePriorityFee(input)) ?? 0n
    const lowered = this.#lastFee / 2n
    if (lowered > fee) return lowered
    return fee
  }

  /** The next fee to offer, at most the ceiling; a fee above the ceiling stays. */
  raise(fee: bigint): bigint {
    const { maxPriorityFee = MAX_PRIORITY_FEE } = this.options
    const next = fee === 0n ? FIRST_RAISE : fee * RAISE_FACTOR
    if (next <= maxPriorityFee) return next
    return fee > maxPriorityFee ? fee : maxPriorityFee
  }

  /** Takes the fee of a transaction that was confirmed. */
  confirmed(fee: bigint): void {
    this.#lastFee = fee
  }
}
