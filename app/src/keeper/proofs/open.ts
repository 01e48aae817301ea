import { type Fetched, type Market, type MarketPlanner, marketIdOf } from '@prediction-market/sdk'
import type { MarketBook } from '../../book/book.ts'
import type { PricePoster, PriceSource } from '../../prices/source.ts'
import { AnyPoster } from '../poster.ts'
import { ReceiverPoster } from '../pyth/poster.ts'
import type { Sender } from '../transactions/sender.ts'
import type { WatchedAccounts } from '../watched-accounts.ts'
import { AttestationProofs } from './attestation.ts'
import { PriceProofs } from './price.ts'
import type { ProofSources } from './proof.ts'
import { StateProofs } from './state.ts'

/** What proofs come from. */
export interface ProofOptions {
  prices?: PriceSource | undefined
  unsignedPrices?: PricePoster | undefined
  attestorUrls?: readonly string[] | undefined
  accounts: WatchedAccounts
  planner: MarketPlanner
  sender: Sender
  onError: (error: Error) => void
  /** Told when an attestor did not answer. */
  onSilence: (error: Error) => void
}

/** All proof sources of a keeper. */
export interface Proofs {
  sources: ProofSources
  prices: PriceProofs | undefined
  states: StateProofs
  /** Whether a condition by expiry may hold already. */
  holds: (market: Fetched<Market>) => boolean
  /** Forgets what was remembered of markets that are no longer open. */
  sweep(book: MarketBook): void
}

/** Opens the sources that there are settings for. */
export function openProofs(options: ProofOptions): Proofs {
  const { accounts, planner, sender, onError, onSilence, unsignedPrices, attestorUrls = [] } = options
  const poster = new AnyPoster(new ReceiverPoster({ sender, onError }), unsignedPrices)
  const prices = options.prices && new PriceProofs({ prices: options.prices, poster, accounts, onError })
  const states = new StateProofs(accounts)
  const attestations = new AttestationProofs({ urls: attestorUrls, reader: planner, onSilence })
  const sources: ProofSources = {
    ...{ supply: states, migration: states, holders: attestations, event: attestations },
    ...(prices && { price: prices, marketCap: prices }),
  }
  return {
    sources,
    prices,
    states,
    holds: (market) => sources[market.condition.type]?.holds(market) ?? false,
    sweep(book) {
      const isOpen = (address: string) => book.get(marketIdOf(address))?.market.status === 'open'
      attestations.keepOnly(isOpen)
    },
  }
}
