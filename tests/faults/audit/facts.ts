import type { EventData, EventName } from '@prediction-market/sdk/events'
import type { ChainTransaction } from './chain.ts'

/** An event and its transaction. */
export interface Fact<Name extends EventName> {
  data: EventData[Name]
  transaction: ChainTransaction
}

/** Everything that happened to a market. */
export interface MarketFacts {
  address: string
  created: Fact<'MarketCreated'>[]
  bets: Fact<'BetPlaced'>[]
  resolved: Fact<'MarketResolved'>[]
  voided: Fact<'MarketVoided'>[]
  settled: Fact<'PositionSettled'>[]
  fees: Fact<'FeesCollected'>[]
  closed: Fact<'MarketClosed'>[]
}

/** All events of a name. */
export function factsOf<Name extends EventName>(
  chain: readonly ChainTransaction[],
  name: Name,
): Fact<Name>[] {
  return chain.flatMap((transaction) =>
    transaction.events.flatMap((event) =>
      event.name === name ? [{ data: event.data as EventData[Name], transaction }] : [],
    ),
  )
}

/** The facts of each market that was created. */
export function marketsOf(chain: readonly ChainTransaction[]): MarketFacts[] {
  const all = {
    bets: factsOf(chain, 'BetPlaced'),
    created: factsOf(chain, 'MarketCreated'),
    resolved: factsOf(chain, 'MarketResolved'),
    voided: factsOf(chain, 'MarketVoided'),
    settled: factsOf(chain, 'PositionSettled'),
    fees: factsOf(chain, 'FeesCollected'),
    closed: factsOf(chain, 'MarketClosed'),
  }
  const addresses = new Set(all.created.map(({ data }) => data.market.toBase58()))
  return [...addresses].map((address) => {
    const ofMarket = <F extends { data: { market: { toBase58(): string } } }>(facts: F[]) =>
      facts.filter(({ data }) => data.market.toBase58() === address)
    return {
      address,
      created: ofMarket(all.created),
      bets: ofMarket(all.bets),
      resolved: ofMarket(all.resolved),
      voided: ofMarket(all.voided),
      settled: ofMarket(all.settled),
      fees: ofMarket(all.fees),
      closed: ofMarket(all.closed),
    }
  })
}
