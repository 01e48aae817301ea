// Opens the configured proof sources and joins them to one.

import type { Decisions, Fetched, Market } from '@prediction-market/sdk'
import { isAttested, readsAccount } from '@prediction-market/sdk/condition'
import type { RankOf } from '../../book/market-value.ts'
import type { PricePoster, PriceSource } from '../../prices/source.ts'
import type { WatchedAccounts } from '../watched-accounts.ts'
import { AttestationProofs } from './attestation.ts'
import { PriceProofs } from './price.ts'
import { awaitedSecond, type ProofSources, sourceOf, type Watchable } from './proof.ts'
import { StateProofs } from './state.ts'

export interface ProofOptions {
  prices?: PriceSource | undefined
  proPrices?: PriceSource | undefined
  unsignedPrices?: PricePoster | undefined
  attestorUrls?: readonly string[] | undefined
  accounts: WatchedAccounts
  rankOf: RankOf
  decisions: Decisions
  /** Called when a feed could not be read. */
  onError: (error: Error) => void
  /** Called when an attestor did not answer. */
  onAttestorError: (error: Error) => void
}

export interface Proofs {
  sources: ProofSources
  prices: PriceProofs | undefined
  states: StateProofs
  attestations: AttestationProofs
  /** Whether an observation from before the expiry may decide a market now. */
  hasEarly: (market: Fetched<Market>, now: bigint) => boolean
  /** Whether all that was read of a migration is a complete bonding curve that the market does not know. */
  hasOnlyCurve: (market: Fetched<Market>, now: bigint) => boolean
  /** Whether the observation at the expiry may be out, or the price that a change begins with. */
  isOut: (market: Fetched<Market>, now: bigint) => boolean
  /** Watches an open market, or a newer state of it. */
  watch: (entry: Watchable) => void
  /** Forgets a market that is no longer open. */
  unwatch: (market: Fetched<Market>) => void
}

export function openProofs(options: ProofOptions): Proofs {
  const { accounts, rankOf, decisions, onError, onAttestorError, attestorUrls: urls = [] } = options
  const { proPrices, unsignedPrices } = options
  const prices =
    options.prices &&
    new PriceProofs({ prices: options.prices, proPrices, unsignedPrices, accounts, rankOf, onError })
  const states = new StateProofs(accounts, rankOf)
  const attestations = new AttestationProofs(decisions, { urls, onError: onAttestorError })
  const sources: ProofSources = {
    accounts: states,
    attestors: attestations,
    ...(prices && { pyth: prices }),
  }
  /** A market capitalisation also needs the supply. */
  const watching = (market: Market) => {
    const source = sourceOf(sources, market)
    if (!source) return []
    return source !== states && readsAccount(market.condition) ? [source, states] : [source]
  }
  return {
    sources,
    prices,
    states,
    attestations,
    hasEarly: (market, now) => sourceOf(sources, market)?.hasEarly(market, now) ?? false,
    hasOnlyCurve: (market, now) => states.hasOnlyCurve(market, now),
    isOut(market, now) {
      if (isAttested(market.condition)) return now >= market.expireAt && attestations.hasEarly(market)
      return now >= awaitedSecond(market) || (prices?.isOut(market) ?? false)
    },
    watch: (entry) => {
      for (const source of watching(entry.market)) source.watch(entry)
    },
    unwatch: (market) => {
      for (const source of watching(market)) source.unwatch(market)
    },
  }
}
