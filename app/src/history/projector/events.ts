import type { ProgramEvent, Stakes } from '@prediction-market/sdk'
import { storeCondition, storeObservation } from '../../store/history/market.ts'
import type { events } from '../../store/history/schema.ts'
import type { DetailsByKind, EventKind, StoredStakes } from '../../store/history/types.ts'

/** An event as the log has it. */
export type EventRow = typeof events.$inferSelect

/** What an event of the program means for the log. */
export type EventFacts = Pick<EventRow, 'kind' | 'market' | 'wallet' | 'time' | 'details'>

/** The same, and which of its transaction's events it is. */
export type LoggedEvent = EventFacts & Pick<EventRow, 'index'>

/**
 * Turns an event of the program into one of the log; `null` for those that no history is kept of: settings,
 * attestors, payouts that were put off.
 *
 * @param blockTime - for events that do not tell their time
 * @param decimals - of a mint
 */
export function toLogged(
  event: ProgramEvent,
  blockTime: number,
  decimals: (mint: string | null) => number,
): EventFacts | null {
  switch (event.name) {
    case 'MarketCreated': {
      const { market, creator, question, token, condition, terms, createdAt, closeAt, expireAt } = event.data
      const mint = event.data.mint?.toBase58() ?? null
      const times = {
        createdAt: Number(createdAt),
        closeAt: Number(closeAt),
        expireAt: Number(expireAt),
      }
      return logged('market', market, creator, times.createdAt, {
        ...{ question, token: token?.toBase58() ?? null, mint, decimals: decimals(mint) },
        ...times,
        ...{ terms, condition: storeCondition(condition) },
      })
    }
    case 'BetPlaced': {
      const { market, owner, outcome, amount, pools, stakes, placedAt } = event.data
      return logged('bet', market, owner, Number(placedAt), {
        ...{ outcome, amount: amount.toString() },
        ...{ pools: stored(pools), stakes: stored(stakes) },
      })
    }
    case 'MarketResolved': {
      const { market, outcome, observation, pools, fees, resolvedAt } = event.data
      return logged('resolution', market, null, Number(resolvedAt), {
        ...{ outcome, observation: observation && storeObservation(observation) },
        ...{ pools: stored(pools), fees: storedFees(fees) },
      })
    }
    case 'MarketVoided': {
      const { market, observation, pools, voidedAt } = event.data
      return logged('resolution', market, null, Number(voidedAt), {
        ...{ outcome: null, observation: observation && storeObservation(observation) },
        ...{ pools: stored(pools), fees: { burn: '0', developer: '0' } },
      })
    }
    case 'FeesCollected': {
      const { market, mint, fees, treasury } = event.data
      return logged('fees', market, null, blockTime, {
        ...{ mint: mint?.toBase58() ?? null, fees: storedFees(fees), treasury: treasury.toBase58() },
      })
    }
    case 'PositionSettled': {
      const { market, owner, stakes, payout, recipient } = event.data
      return logged('payout', market, owner, blockTime, {
        ...{ stakes: stored(stakes), payout: payout.toString(), recipient: base58(recipient) },
      })
    }
    case 'MarketClosed': {
      const { market, paid, fees, dust } = event.data
      return logged('closed', market, null, blockTime, {
        ...{ paid: paid.toString(), fees: storedFees(fees), dust: dust.toString() },
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

/** The same few markets and wallets come up again and again, and base58 takes long to write. */
const written = new Map<string, string>()
const MOST_WRITTEN = 20_000

function base58(address: Address): string {
  const key = Buffer.from(address.toBytes()).toString('latin1')
  const known = written.get(key)
  if (known !== undefined) return known
  if (written.size >= MOST_WRITTEN) written.clear()
  const text = address.toBase58()
  written.set(key, text)
  return text
}

function logged<Kind extends EventKind>(
  kind: Kind,
  market: Address,
  wallet: Address | null,
  time: number,
  details: DetailsByKind[Kind],
): EventFacts {
  return { kind, market: base58(market), wallet: wallet && base58(wallet), time, details }
}

function stored([yes, no]: Stakes): StoredStakes {
  return [yes.toString(), no.toString()]
}

function storedFees({ burn, developer }: { burn: bigint; developer: bigint }) {
  return { burn: burn.toString(), developer: developer.toString() }
}
