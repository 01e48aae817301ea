// Derives the events that the history of a market lacks from the state of its accounts.

import type { Market, Outcome, Stakes } from '@prediction-market/sdk'
import { recordedPrice } from '@prediction-market/sdk/rules'
import type { MarketRow, PositionRow } from '../../../store/schema/history.ts'
import type { DetailsByKind, EventKind } from '../../../store/schema/history-types.ts'
import { storeFees, storeObservation } from '../../stored.ts'
import { CANCELLED, type EventFields, marketDetails, resolutionDetails } from '../read/events.ts'
import type { FinalPosition, Ledger } from '../read/ledger.ts'

/** A market in the history and on the chain. */
export interface ComparedMarket {
  /** In base58. */
  address: string
  /** Null if the history does not know it. */
  row: MarketRow | null
  /** Its positions in the history. */
  positions: readonly PositionRow[]
  /** Null if its account was closed. */
  market: Market | null
  /** The time of events whose own time is not known. */
  time: number
}

/**
 * Whether the history of a market differs from its account.
 *
 * @param staked - the sum of all positions in the history, which lacks the bets that are missing
 */
export function differs(row: MarketRow | null, market: Market | null, staked: Stakes): boolean {
  if (!row || !market) return true
  return (
    staked.Yes !== market.pools.Yes ||
    staked.No !== market.pools.No ||
    row.status !== market.status ||
    (row.observation === null) !== (market.observation === null) ||
    (row.reference === null) !== (recordedPrice(market) === null) ||
    row.burn - row.burnCollected !== market.feesDue.burn ||
    row.developer - row.developerCollected !== market.feesDue.developer ||
    row.paid !== market.paid
  )
}

/**
 * The events that lead from the history of a market to the state of its accounts, in a possible order.
 * `completeDetails` adds the details that are missing. Empty if no such events explain the state.
 */
export async function missingEvents(
  ledger: Pick<Ledger, 'market' | 'finalPositions'>,
  { address, row, positions, market, time }: ComparedMarket,
): Promise<EventFields[]> {
  const events: EventFields[] = []
  const add = <Kind extends EventKind>(
    kind: Kind,
    wallet: string | null,
    details: Partial<DetailsByKind[Kind]>,
    at: number | bigint = time,
  ) => {
    events.push({ kind, market: address, wallet, time: Number(at), details: details as DetailsByKind[Kind] })
  }
  const unpaid = positions.filter(({ payout }) => payout === null)
  if (!market) {
    // Only a market without stakes can be cancelled, and only one that has paid everyone can be closed.
    if (row?.status === 'open' && positions.length === 0) add('resolution', null, CANCELLED)
    if (!row || row.status === 'open') return events
    for (const { owner } of unpaid) add('payout', owner, { recipient: owner })
    add('closed', null, {})
    return events
  }
  if (!row) {
    const state = await ledger.market(address)
    if (!state) return []
    const details = marketDetails(market, state.question, market.decimals)
    add('market', market.creator.toBase58(), details, market.createdAt)
  }
  const open = await ledger.finalPositions(address)
  for (const { owner, outcome, amount } of missingBets(market, positions, open)) {
    add('bet', owner, { outcome, amount: amount.toString() })
  }
  const { observation, resolvedAt, fees, feesDue } = market
  const isRowOpen = !row || row.status === 'open'
  const reference = recordedPrice(market)
  if (reference && !row?.reference) add('reference', null, { observation: storeObservation(reference) })
  if (market.status === 'open' && observation && !row?.observation) {
    add('observation', null, { observation: storeObservation(observation) })
  }
  if (resolvedAt === null) return events
  if (isRowOpen) add('resolution', null, resolutionDetails(market), resolvedAt)
  const burn = fees.burn - feesDue.burn - (row?.burnCollected ?? 0n)
  const developer = fees.developer - feesDue.developer - (row?.developerCollected ?? 0n)
  if (burn + developer > 0n) {
    const mint = market.mint?.toBase58() ?? null
    add('fees', null, { mint, fees: storeFees({ burn, developer }), treasury: null })
  }
  const owners = new Set(open.map(({ owner }) => owner))
  if (owners.size === market.openPositions) {
    for (const { owner } of unpaid) if (!owners.has(owner)) add('payout', owner, { recipient: owner })
  }
  return events
}

/** Bets that the positions on the chain prove and the history lacks; none if the sums do not match. */
function missingBets(
  { pools }: Market,
  known: readonly PositionRow[],
  open: readonly FinalPosition[],
): { owner: string; outcome: Outcome; amount: bigint }[] {
  const paid = known.filter(({ payout }) => payout !== null)
  const sides = (['Yes', 'No'] as const).map((outcome) => {
    const stakeOf = (row?: PositionRow) => (outcome === 'Yes' ? row?.stakeYes : row?.stakeNo) ?? 0n
    const before = new Map(known.map((row) => [row.owner, stakeOf(row)]))
    const total = [...open.map(({ stakes }) => stakes[outcome]), ...paid.map((row) => stakeOf(row))]
    const bets = open.map(({ owner, stakes }) => {
      return { owner, outcome, amount: stakes[outcome] - (before.get(owner) ?? 0n) }
    })
    return { bets, isSound: total.reduce((sum, stake) => sum + stake, 0n) === pools[outcome] }
  })
  const bets = sides.flatMap((side) => side.bets)
  const isSound = sides.every((side) => side.isSound) && bets.every(({ amount }) => amount >= 0n)
  return isSound ? bets.filter(({ amount }) => amount > 0n) : []
}
