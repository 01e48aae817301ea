import type { RestEvent } from '@prediction-market/sdk/rest'
import type { ChainTransaction } from './chain.ts'

/** The kinds of events in the stream, by the program's events. */
const KINDS: Record<string, string> = {
  MarketCreated: 'market',
  BetPlaced: 'bet',
  MarketResolved: 'resolution',
  MarketVoided: 'resolution',
  MarketCancelled: 'resolution',
  PositionSettled: 'payout',
  TokensBurned: 'burn',
}

/**
 * Checks that the events of a stream from the first one on, less those that were announced as dropped, are those of
 * the chain, each once, in the order of their ids.
 *
 * @returns a sentence for each violation
 */
export function auditStream(chain: readonly ChainTransaction[], events: readonly RestEvent[]): string[] {
  const wrong: string[] = []
  const left = new Map<number, { name: string; market: string | undefined }>()
  let last = 0
  for (const event of events) {
    if (event.id <= last) wrong.push(`event ${event.id} came after event ${last}`)
    last = event.id
    const market = 'marketId' in event ? event.marketId : undefined
    if (event.type !== 'dropped') left.set(event.id, { name: nameOf(event), market })
    else {
      // It takes those after it in its market along; purchases are of no market. What came and went while the gateway was
      // down is announced as dropped, and was never sent.
      const first = left.get(event.eventId)
      const isTaken = (id: number, of: string | undefined) =>
        id >= event.eventId && (first ? of === first.market : of === market)
      for (const [id, sent] of left) if (isTaken(id, sent.market)) left.delete(id)
    }
  }
  const expected = count(chain.flatMap(namesOf))
  const received = count([...left.values()].map(({ name }) => name))
  for (const name of new Set([...expected.keys(), ...received.keys()])) {
    const [is, should] = [received.get(name) ?? 0, expected.get(name) ?? 0]
    if (is !== should) wrong.push(`${name} was sent ${is} times, the chain has it ${should} times`)
  }
  return wrong
}

function nameOf(event: Exclude<RestEvent, { type: 'dropped' }>): string {
  const wallet = 'wallet' in event ? event.wallet : undefined
  return `${event.type} of ${wallet ?? 'all'} in ${event.transactionId}`
}

function namesOf({ signature, events }: ChainTransaction): string[] {
  return events.flatMap(({ name, data }) => {
    const kind = KINDS[name]
    if (!kind) return []
    const wallet = 'owner' in data ? data.owner : 'creator' in data ? data.creator : undefined
    return [`${kind} of ${wallet?.toBase58() ?? 'all'} in ${signature}`]
  })
}

function count(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
