import {
  type Fetched,
  type Market,
  type MarketPlanner,
  type ProgramEvent,
  planSettlement,
  type SettlementBatch,
} from '@prediction-market/sdk'
import { Keypair } from '@solana/web3.js'
import type { LimitFunction } from 'p-limit'
import type { Result } from './jobs.ts'
import { openPositions } from './positions.ts'
import type { Sender } from './transactions/sender.ts'

/** What a settlement works with. */
export interface SettleOptions {
  planner: MarketPlanner
  sender: Sender
  /** Limits the pending transactions of all markets together. */
  limit: LimitFunction
  priorityFee?: bigint | undefined
  /** Called with the number of positions that were paid, and of those that could not be. */
  onSettled: (paid: number, skipped: number) => void
  /** Called when a batch fails; the others go on. */
  onError: (error: Error) => void
}

/** The positions whose transactions are planned at a time. */
const CHUNK = 280

/** Stands in for the payer when transactions are measured. It is no owner, which makes them the longest. */
const ANY_PAYER = Keypair.generate().publicKey

/**
 * Pays the open positions of a decided market in batches that fill their transactions. Each batch is simulated, and
 * sent only if it pays somebody, so that retries cost nothing.
 *
 * @returns `stuck` if nobody could be paid and nothing failed
 */
export async function settleMarket(market: Fetched<Market>, options: SettleOptions): Promise<Result> {
  const { planner, limit, priorityFee } = options
  const { connection, programId } = planner
  const { address } = market
  const currency = await planner.currencyOf(market)
  const counts = { paid: 0, failed: 0 }
  const settle = async (batch: SettlementBatch) => {
    try {
      counts.paid += await settleBatch(batch, options)
    } catch (error) {
      counts.failed += 1
      options.onError(error as Error)
    }
  }

  let previous: Promise<unknown> = Promise.resolve()
  for await (const positions of openPositions(connection, programId, address, CHUNK)) {
    const input = { ...currency, market: address, positions, payer: ANY_PAYER, priorityFee }
    const batches = planSettlement(input, programId)
    const paying = Promise.all(batches.map((batch) => limit(() => settle(batch))))
    // The next batches are planned while these are paid, two chunks at a time to bound the memory.
    await previous
    previous = paying
  }
  await previous
  if (counts.paid > 0) return 'done'
  return counts.failed > 0 ? 'early' : 'stuck'
}

/** @returns the number of positions that were paid */
async function settleBatch({ instruction }: SettlementBatch, options: SettleOptions): Promise<number> {
  const { sender, onSettled } = options
  const simulated = await sender.simulate({ instructions: [instruction] })
  const paid = countOf(simulated.events, 'PositionSettled')
  const skipped = countOf(simulated.events, 'PositionSkipped')
  if (paid > 0) await sender.submit(simulated)
  onSettled(paid, skipped)
  return paid
}

function countOf(events: readonly ProgramEvent[], name: ProgramEvent['name']): number {
  return events.filter((event) => event.name === name).length
}
