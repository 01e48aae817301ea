// Reads the current value of what a condition measures.

import { type Condition, kindOf, type Reading, type StateReading } from '../condition/kinds/index.ts'
import { formatMeasured, type Measured, multiplyMeasured } from '../rules/compare.ts'
import { measurePrice, type Price } from '../rules/price.ts'

/** Sources of current values. */
export interface ValueSourcesOf {
  /** Fetches the supply of the token, or whether it has migrated; absent if the market is about no token. */
  state?: ((reading: StateReading) => Promise<Measured | null>) | undefined
  prices?: { latest(feed: string): Promise<Pick<Price, 'price' | 'exponent'>> } | undefined
}

/** What is measured: a condition, or the quantity of a question. */
export interface MeasuredQuantity {
  type: Condition['type']
  feed?: string | undefined
}

/**
 * Fetches the current value of what a condition measures, an exact decimal; of a migration 0 or 1.
 *
 * @returns `undefined` if no source has it; attestors measure for open markets only
 */
export async function fetchCurrentValue(
  measured: MeasuredQuantity,
  sources: ValueSourcesOf,
): Promise<string | undefined> {
  const values: Measured[] = []
  for (const reading of kindOf(measured).reads) {
    const value = await fetchReading(reading, measured, sources)
    if (!value) return undefined
    values.push(value)
  }
  return formatMeasured(multiplyMeasured(values))
}

async function fetchReading(
  reading: Reading,
  { feed }: MeasuredQuantity,
  { state, prices }: ValueSourcesOf,
): Promise<Measured | undefined> {
  if (reading === 'attestation') return undefined
  if (reading === 'price') return feed && prices ? measurePrice(await prices.latest(feed)) : undefined
  return (await state?.(reading)) ?? undefined
}
