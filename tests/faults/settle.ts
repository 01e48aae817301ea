import { setTimeout as sleep } from 'node:timers/promises'
import { PredictionMarketClient } from '@prediction-market/sdk'
import type { Connection } from '@solana/web3.js'
import { hasFeesDue } from '../../app/src/keeper/due.ts'
import type { ChainTransaction } from './audit/chain.ts'
import { readStatus } from './clients/submit.ts'
import type { World } from './clients/world.ts'

/** Milliseconds that keepers may take for the last decision and payout after all faults: the void delay and more. */
const SETTLE_MS = 600_000

/** Slots after which a transaction is final and a dropped one has been looked up. */
const FINAL_SLOTS = 80

/**
 * Waits until every market is decided and paid.
 *
 * @returns a sentence for each market that is not
 */
export async function settle(connection: Connection): Promise<string[]> {
  const client = new PredictionMarketClient(connection)
  const until = Date.now() + SETTLE_MS
  for (;;) {
    const markets = await client.markets.all()
    const left = markets.filter((market) => {
      return market.status === 'open' || market.openPositions > 0 || hasFeesDue(market)
    })
    if (left.length === 0) return []
    if (Date.now() > until) {
      return left.map(({ address, status, openPositions }) => {
        return `${address.toBase58()}: is ${status} with ${openPositions} unpaid positions long after the faults`
      })
    }
    await sleep(500)
  }
}

/** Waits until everything that has happened so far is final, or dropped for good. */
export async function untilFinal(connection: Connection): Promise<void> {
  const slot = (await connection.getSlot('confirmed')) + FINAL_SLOTS
  while ((await connection.getSlot('confirmed')) < slot) await sleep(200)
}

/** Milliseconds after which every transaction has expired or is on the chain. */
const STATUS_MS = 300_000

/**
 * Asks the gateway, once the faults are over, for the status of every transaction that clients have sent.
 *
 * @returns a sentence for each whose status is not what the chain has
 */
export async function auditStatuses(world: World, chain: readonly ChainTransaction[]): Promise<string[]> {
  const ends = new Map(chain.map(({ signature, isFailed }) => [signature, isFailed ? 'failed' : 'finalized']))
  const wrong: string[] = []
  const until = Date.now() + STATUS_MS
  for (const signature of world.journal.sent.keys()) {
    const end = ends.get(signature)
    const isRight = (status: string | undefined) =>
      end ? status === end : status === 'expired' || status === 'unknown'
    let status = await readStatus(world, signature)
    while (!isRight(status) && Date.now() < until) {
      await sleep(500)
      status = await readStatus(world, signature)
    }
    if (!isRight(status))
      wrong.push(`${signature} has the status ${status}, and is ${end ?? 'not on the chain'}`)
  }
  return wrong
}
