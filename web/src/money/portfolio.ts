// Sums up the positions of a wallet: stakes, value, profit, won and lost.

import { type HoldingResult, resultOfDecided } from '@prediction-market/sdk/rules'
import type { Currency, LiveMarket, Position } from '../model/types.ts'
import { toSeconds } from '../text/times.ts'
import { toDecimal, toUnits } from './amounts.ts'
import { bestReturn, stakeOf, sureReturn } from './endings.ts'

/** A wallet's positions in one currency together; amounts in base units. */
export interface Portfolio {
  openStake: bigint
  /** What open positions are paid if each has its best answer, as the pools stand. */
  ifAllWin: bigint
  /** What comes back of open positions whatever the answers are. */
  sure: bigint
  /** Of decided positions. */
  profit: bigint
  won: number
  lost: number
}

/** The profit of all positions decided so far, after one of them. */
export interface ProfitPoint {
  /** Unix seconds. */
  at: number
  profit: bigint
}

/** What a position or its payment tells of its profit. */
type Paid = Pick<Position, 'stake' | 'currency' | 'winnings' | 'refund'>

/** What a position gained or lost: winnings and refund less the stakes. Null until it is decided. */
function profitUnits(position: Paid): bigint | null {
  const { currency, winnings, refund } = position
  if (winnings === null || refund === null) return null
  return toUnits(winnings, currency) + toUnits(refund, currency) - stakeOf(position)
}

/** What a position gained or lost, as a decimal. Null until it is decided. */
export function profitOf(position: Paid): string | null {
  const profit = profitUnits(position)
  return profit === null ? null : toDecimal(profit, position.currency)
}

/** The result of a position, as the SDK and the leaderboard have it: break even is won. */
export function resultOf(position: Position): HoldingResult {
  const { currency, winnings, refund } = position
  if (winnings === null || refund === null) return 'open'
  return resultOfDecided(stakeOf(position), toUnits(winnings, currency), toUnits(refund, currency))
}

/** Sums up positions of one currency. */
export function summarize(positions: readonly Position[], live: ReadonlyMap<string, LiveMarket>): Portfolio {
  const sums: Portfolio = { openStake: 0n, ifAllWin: 0n, sure: 0n, profit: 0n, won: 0, lost: 0 }
  for (const position of positions) {
    const result = resultOf(position)
    if (result === 'open') {
      sums.openStake += stakeOf(position)
      sums.ifAllWin += bestReturn(position)
      sums.sure += sureReturn(position, live.get(position.marketId)?.acceptingBets === false)
    }
    if (result === 'won') sums.won += 1
    if (result === 'lost') sums.lost += 1
    sums.profit += profitUnits(position) ?? 0n
  }
  return sums
}

/** The profit of positions of one currency over time, oldest first. */
export function profitOverTime(positions: readonly Position[]): ProfitPoint[] {
  const decided = positions
    .map((position) => ({
      at: toSeconds(position.settledAt ?? position.expireAt),
      gain: profitUnits(position),
    }))
    .filter(({ gain }) => gain !== null)
    .sort((a, b) => a.at - b.at)
  let profit = 0n
  return decided.map(({ at, gain }) => {
    profit += gain ?? 0n
    return { at, profit }
  })
}

const COLUMNS = [
  'market',
  'question',
  'currency',
  'stakeYes',
  'stakeNo',
  'result',
  'winnings',
  'refund',
  'openedAt',
  'settledAt',
  'transactionId',
]

/** Positions as a table for spreadsheets, by RFC 4180. */
export function toCsv(positions: readonly Position[]): string {
  const rows = positions.map((position) => [
    position.marketId,
    position.question,
    position.currency,
    position.stake.Yes,
    position.stake.No,
    resultOf(position),
    position.winnings ?? '',
    position.refund ?? '',
    position.openedAt,
    position.settledAt ?? '',
    position.transactionId ?? '',
  ])
  return [COLUMNS, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')
}

/** A cell in quotes if it needs them. One that a spreadsheet would take for a formula begins with an apostrophe. */
function cell(value: string | number): string {
  const text = String(value)
  const plain = /^[=+\-@\t]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** The currencies of positions, the one with the most of them first. */
export function currenciesOf(positions: readonly Position[]): Currency[] {
  const counts = new Map<Currency, number>()
  for (const { currency } of positions) counts.set(currency, (counts.get(currency) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a).map(([currency]) => currency)
}
