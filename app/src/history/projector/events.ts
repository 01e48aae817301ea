import type { Market, ProgramEvent, Stakes } from '@prediction-market/sdk'
import { LRUCache } from 'lru-cache'
import type { EventRow } from '../../store/schema/history.ts'
import type { DetailsByKind, EventKind, StoredFees, StoredStakes } from '../../store/schema/history-types.ts'
import { storeCondition, storeObservation } from '../market-row.ts'

/** The columns of an event that follow from the event itself. */
export type EventFields = Pick<EventRow, 'kind' | 'market' | 'wallet' | 'time' | 'details'>

/** An event and its position in its transaction. */
export type TransactionEvent = EventFields & Pick<EventRow, 'index'>

/**
 * Converts an event of the program for the log; null for kinds that the history leaves out: settings, attestors,
 * postponed payouts.
 *
 * @param blockTime - for events without a time of their own
 * @param decimals - returns the decimals of a mint
 */
export function toEventFields(
  event: ProgramEvent,
  blockTime: number,
  decimals: (mint: string | null) => number,
): EventFields | null {
  switch (event.name) {
    case 'MarketCreated': {
      const { market, creator, question, mint, createdAt } = event.data
      const details = marketDetails(event.data, question, decimals(mint?.toBase58() ?? null))
      return fields('market', market, creator, Number(createdAt), details)
    }
    case 'BetPlaced': {
      const { market, owner, outcome, amount, pools, stakes, placedAt } = event.data
      return fields('bet', market, owner, Number(placedAt), {
        outcome,
        amount: amount.toString(),
        pools: storeStakes(pools),
        stakes: storeStakes(stakes),
      })
    }
    case 'MarketResolved': {
      const { market, resolvedAt } = event.data
      return fields('resolution', market, null, Number(resolvedAt), resolutionDetails(event.data))
    }
    case 'MarketVoided': {
      const { market, voidedAt } = event.data
      const details = resolutionDetails({ ...event.data, outcome: null, fees: { burn: 0n, developer: 0n } })
      return fields('resolution', market, null, Number(voidedAt), details)
    }
    case 'FeesCollected': {
      const { market, mint, fees, treasury } = event.data
      return fields('fees', market, null, blockTime, {
        mint: mint?.toBase58() ?? null,
        fees: storeFees(fees),
        treasury: treasury.toBase58(),
      })
    }
    case 'PositionSettled': {
      const { market, owner, stakes, payout, recipient } = event.data
      return fields('payout', market, owner, blockTime, {
        stakes: storeStakes(stakes),
        payout: payout.toString(),
        recipient: base58(recipient),
      })
    }
    case 'MarketClosed': {
      const { market, paid, fees, dust } = event.data
      return fields('closed', market, null, blockTime, {
        paid: paid.toString(),
        fees: storeFees(fees),
        dust: dust.toString(),
      })
    }
    default:
      return null
  }
}

interface Address {
  toBase58(): string
  toBytes(): Uint8Array
}

/** Base58 of recent addresses: the same markets and wallets recur, and encoding is slow. */
const encoded = new LRUCache<string, string>({ max: 20_000 })

function base58(address: Address): string {
  const key = Buffer.from(address.toBytes()).toString('latin1')
  const known = encoded.get(key)
  if (known !== undefined) return known
  const text = address.toBase58()
  encoded.set(key, text)
  return text
}

function fields<Kind extends EventKind>(
  kind: Kind,
  market: Address,
  wallet: Address | null,
  time: number,
  details: DetailsByKind[Kind],
): EventFields {
  return { kind, market: base58(market), wallet: wallet && base58(wallet), time, details }
}

/** The details of a market's creation. */
export function marketDetails(
  market: Pick<Market, 'token' | 'mint' | 'createdAt' | 'closeAt' | 'expireAt' | 'terms' | 'condition'>,
  question: string,
  decimals: number,
): DetailsByKind['market'] {
  return {
    question,
    token: market.token?.toBase58() ?? null,
    mint: market.mint?.toBase58() ?? null,
    decimals,
    createdAt: Number(market.createdAt),
    closeAt: Number(market.closeAt),
    expireAt: Number(market.expireAt),
    terms: market.terms,
    condition: storeCondition(market.condition),
  }
}

/** The details of a decision. */
export function resolutionDetails({
  outcome,
  observation,
  pools,
  fees,
}: Pick<Market, 'outcome' | 'observation' | 'pools' | 'fees'>): DetailsByKind['resolution'] {
  return {
    outcome,
    observation: observation && storeObservation(observation),
    pools: storeStakes(pools),
    fees: storeFees(fees),
  }
}

function storeStakes([yes, no]: Stakes): StoredStakes {
  return [yes.toString(), no.toString()]
}

function storeFees({ burn, developer }: Market['fees']): StoredFees {
  return { burn: burn.toString(), developer: developer.toString() }
}
