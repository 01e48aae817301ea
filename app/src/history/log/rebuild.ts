// Numbers events that were rebuilt from instructions, and completes them from the events before them.

import { PublicKey } from '@solana/web3.js'
import type { OfferedEvent } from './append.ts'
import { fieldsOf, type ReadTransaction } from './chain/read-transactions.ts'
import type { EventFields } from './events.ts'
import { rebuiltCode } from './kinds.ts'
import { eventsOfMarket } from './read.ts'
import type { LogSources } from './sources.ts'

/**
 * The events of a market that its truncated transactions had: each has the number behind the one before it. Stops where
 * the numbers that are known contradict that, or where an event cannot be completed.
 *
 * @param transactions - the market's transactions from that of its last event in the log on, oldest first
 */
export async function rebuildEvents(
  { db, ledger, program, completion }: LogSources,
  market: string,
  transactions: readonly ReadTransaction[],
): Promise<OfferedEvent[]> {
  const logged = (await eventsOfMarket(db, market)).filter(({ isDropped }) => !isDropped)
  const complete = completion(logged)
  let number = logged.at(-1)?.sequence ?? 0
  const rebuilt: OfferedEvent[] = []
  for (const transaction of transactions) {
    const { signature, slot } = transaction
    const fields = transaction.recovered ?? (await fieldsOf(ledger, transaction, new PublicKey(program)))
    const known = logged.filter((event) => event.signature === signature).length
    for (const event of fields.filter((one) => one.market === market).slice(known)) {
      number += 1
      if (event.sequence !== null && event.sequence !== number) return rebuilt
      const whole = complete.next({ ...event, sequence: number })
      if (!whole) return rebuilt
      if (event.sequence === null) rebuilt.push(toOffer(whole, { signature, slot, number }))
    }
  }
  return rebuilt
}

function toOffer(
  { kind, market, wallet, time, details }: EventFields,
  { signature, slot, number }: { signature: string; slot: number; number: number },
): OfferedEvent {
  const data = Buffer.from(JSON.stringify(details))
  const event = { market, sequence: number, wallet, signature, slot, time }
  return { ...event, code: rebuiltCode(kind), isRebuilt: true, data }
}
