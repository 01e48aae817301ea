// A series of rounds: its rounds now, its prices, and what its sides are called.

import { getRounds, getValues, listRounds } from '../../api/gateway.ts'
import type { Currency, Outcome, Round, RoundSeries } from '../../model/types.ts'
import { toDecimal, toUnits } from '../../money/amounts.ts'
import { type Loaded, useEvents, useLoaded, usePolling } from '../../state/loaded.ts'
import { dataOf } from '../../state/snapshot.ts'
import { sidesOf } from '../../text/sides.ts'
import { toSeconds } from '../../text/times.ts'
import type { ValuePoint } from '../market/values.ts'

/** Milliseconds between reads: no event tells that a round begins or ends. */
const POLL_MS = 2_000

/** Results that are shown of a series. */
const RESULTS = 20

/** A series with its last results, kept current. */
export function useSeries(number: number): Loaded<RoundSeries> {
  return useCurrent(`series ${number}`, (signal) => getRounds(number, RESULTS, signal))
}

/** All series, the shortest first: its rounds close soonest. */
export function useRounds(): Loaded<RoundSeries[]> {
  return useCurrent('rounds', async (signal) =>
    (await listRounds(signal)).toSorted((a, b) => Number(a.lengthSeconds) - Number(b.lengthSeconds)),
  )
}

function useCurrent<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const loaded = useLoaded(key, load)
  useEvents((event) => event.type === 'resolution' || event.type === 'bet', loaded.reload)
  usePolling(POLL_MS, true, loaded.reload)
  return loaded
}

/** The round that is played now: an older one may still wait for its decision, and the chain's clock be ahead. */
export function playedRound({ measuring }: Pick<RoundSeries, 'measuring'>, now: number): Round | undefined {
  return measuring.find(
    ({ referenceAt, reference, expireAt }) =>
      now < toSeconds(expireAt) && (reference || toSeconds(referenceAt) <= now),
  )
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

/** The prices of a series over its last rounds, oldest first. */
export function usePrices({ measuring, results }: RoundSeries, current: Round | undefined): ValuePoint[] {
  const before = [...measuring.toReversed(), ...results].filter(({ id }) => id !== current?.id)
  const past = useValues(before.slice(0, READ))
  const values = useValues(current ? [current] : [])
  usePolling(POLL_MS, current !== undefined, values.reload)
  const ends = [...results.map(({ price }) => price), ...[...before, current].map((one) => one?.reference)]
    .filter((point) => point !== null && point !== undefined)
    .map(({ price, publishedAt }) => ({ at: toSeconds(publishedAt), value: Number(price) }))
  return [...ends, ...(dataOf(past) ?? []), ...(dataOf(values) ?? [])].sort((a, b) => a.at - b.at)
}

/** Rounds before the present one whose measured values are drawn; of those before them only the ends are known. */
const READ = 2

function useValues(rounds: readonly { id: string }[]): Loaded<ValuePoint[]> {
  const read = async (signal: AbortSignal) => {
    const values = await Promise.all(rounds.map(({ id }) => getValues(id, signal)))
    return values.flat().map(({ time, value }) => ({ at: toSeconds(time), value: Number(value) }))
  }
  return useLoaded(`prices ${rounds.map(({ id }) => id)}`, read, true)
}
