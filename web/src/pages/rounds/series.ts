// A series of rounds: its rounds now, its prices, and what its sides are called.

import { getRounds, getValues } from '../../api/gateway.ts'
import type { Currency, Outcome, Round, RoundSeries } from '../../model/types.ts'
import { toDecimal, toUnits } from '../../money/amounts.ts'
import { type Loaded, useEvents, useLoaded, usePolling } from '../../state/loaded.ts'
import { dataOf } from '../../state/snapshot.ts'
import { sidesOf } from '../../text/sides.ts'
import { toSeconds } from '../../text/times.ts'
import type { ValuePoint } from '../market/values.ts'

/** A round begins and ends without an event that the page could wait for. */
const POLL_MS = 2_000

/** Results that are shown of a series. */
const RESULTS = 20

/** A series with its last results, kept current. */
export function useSeries(number: number): Loaded<RoundSeries> {
  const series = useLoaded(`series ${number}`, (signal) => getRounds(number, RESULTS, signal))
  useEvents((event) => event.type === 'resolution' || event.type === 'bet', series.reload)
  usePolling(POLL_MS, true, series.reload)
  return series
}

/** What the sides of a round are called: it asks whether a price is higher. */
export function roundSides(): Record<Outcome, string> {
  return sidesOf({ type: 'change', bps: 0, comparison: 'above' })
}

/** All that is staked on a round, as a decimal. */
export function volumeOf({ pools }: Round, currency: Currency): string {
  return toDecimal(toUnits(pools.Yes, currency) + toUnits(pools.No, currency), currency)
}

/** The symbol of a series' asset: `SOL` of `SOL/USD`. */
export function symbolOfSeries({ asset }: RoundSeries): string {
  return asset.split('/')[0] ?? asset
}

/** The prices of a series over its last rounds, oldest first: of results, and of the round that is measured now. */
export function usePrices({ measuring: [current], results }: RoundSeries): ValuePoint[] {
  const values = useLoaded(`values ${current?.id}`, async (signal) =>
    current ? getValues(current.id, signal) : [],
  )
  usePolling(POLL_MS, current !== undefined, values.reload)
  const past = results.slice(0, SHOWN).flatMap(({ reference, price }) => [reference, price])
  const points = [...past, current?.reference]
    .filter((point) => point !== null && point !== undefined)
    .map(({ price, publishedAt }) => ({ at: toSeconds(publishedAt), value: Number(price) }))
  const now = (dataOf(values) ?? []).map(({ time, value }) => ({ at: toSeconds(time), value: Number(value) }))
  return [...points, ...now].sort((a, b) => a.at - b.at)
}

/** Rounds whose prices are drawn before the present one. */
const SHOWN = 4
