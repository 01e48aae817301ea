// Reads what conditions measure: supplies and migrations from the accounts of tokens, and current values.

import { MAX_U64 } from '../amounts.ts'
import { type Condition, kindOf, type Reading, type StateReading } from '../condition/kinds/index.ts'
import type { SupplyCondition } from '../condition/types.ts'
import { formatMeasured, type Measured, meets, multiplyMeasured } from '../rules/compare.ts'
import { measurePrice, type Price } from '../rules/price.ts'
import { type MintState, readMint } from '../token-accounts.ts'
import type { Codec, Library } from '../wire.ts'
import { findBondingCurve, findMigrationPool, hasMigrated, readQuoteMint } from './pump.ts'

/** An account as a node returns it. */
export interface TokenAccountInfo {
  /** The program that owns it: a `PublicKey`, or text. */
  owner: { toString(): string }
  data: Uint8Array
}

/** The supply of a token in whole tokens, from its mint account; `null` if the account is not a mint. */
export function readSupply({ owner, data }: TokenAccountInfo): Measured | null {
  // The token of a market can be any address.
  const mint = readMint(owner.toString(), data)
  return mint && { value: mint.supply, exponent: -mint.decimals }
}

/** Whether more of a token can be minted, from its mint account; `undefined` if the account is not a mint. */
export function canMint({ owner, data }: TokenAccountInfo): boolean | undefined {
  const mint = readMint(owner.toString(), data)
  return mint ? Boolean(mint.mintAuthority) : undefined
}

/**
 * Whether the answer to a question about a supply can no longer change, so that bets on it are refused. Holders can
 * burn down to nothing; only a mint authority can mint more.
 */
export function isSupplyFixed(
  condition: SupplyCondition,
  { supply, decimals, mintAuthority }: MintState,
): boolean {
  const isMetAt = (value: bigint) => meets(condition, { value, exponent: -decimals })
  const most = mintAuthority ? MAX_U64 : supply
  return isMetAt(supply) || isMetAt(0n) === isMetAt(most)
}

/** The most accounts of one call. */
const BATCH = 100

type Account = { owner: { toString(): string }; data: Uint8Array } | null

/** Fetches up to a hundred accounts. */
export type FetchAccounts<Address> = (addresses: readonly Address[]) => Promise<readonly Account[]>

type ReadTokens = <L extends Library>(
  codec: Codec<L>,
  tokens: readonly L['Address'][],
  fetch: FetchAccounts<L['Address']>,
) => Promise<(Measured | null)[]>

const READERS: Record<StateReading, ReadTokens> = {
  async mintSupply(_codec, tokens, fetch) {
    const mints = await inBatches(tokens, fetch)
    return mints.map((mint) => mint && readSupply(mint))
  },
  async hasMigrated(codec, tokens, fetch) {
    const states = await fetchMigrations(codec, tokens, fetch)
    return states.map(({ curve, pool }) => ({ value: hasMigrated(curve, pool) ? 1n : 0n, exponent: 0 }))
  },
}

/** Fetches values from the accounts of tokens, in their order; `null` if a token has none. */
export function fetchState<L extends Library>(
  codec: Codec<L>,
  reading: StateReading,
  tokens: readonly L['Address'][],
  fetch: FetchAccounts<L['Address']>,
): Promise<(Measured | null)[]> {
  return READERS[reading](codec, tokens, fetch)
}

/** Fetches the data of tokens' bonding curves and of the pools that their migrations create. */
export async function fetchMigrations<L extends Library>(
  codec: Codec<L>,
  tokens: readonly L['Address'][],
  fetch: FetchAccounts<L['Address']>,
): Promise<{ curve: Uint8Array | undefined; pool: Uint8Array | undefined }[]> {
  const curves = await inBatches(
    tokens.map((token) => findBondingCurve(codec, token)),
    fetch,
  )
  const quotes = curves.map((curve) => curve && readQuoteMint(codec, curve.data))
  const pools = await inBatches(
    tokens.map((token, index) => findMigrationPool(codec, token, quotes[index] ?? undefined)),
    fetch,
  )
  return tokens.map((_, index) => ({ curve: curves[index]?.data, pool: pools[index]?.data }))
}

async function inBatches<Address>(addresses: readonly Address[], fetch: FetchAccounts<Address>) {
  const accounts: Account[] = []
  for (let start = 0; start < addresses.length; start += BATCH) {
    accounts.push(...(await fetch(addresses.slice(start, start + BATCH))))
  }
  return accounts
}

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

async function fetchReading(reading: Reading, { feed }: MeasuredQuantity, { state, prices }: ValueSourcesOf) {
  if (reading === 'attestation') return undefined
  if (reading === 'price') return feed && prices ? measurePrice(await prices.latest(feed)) : undefined
  return (await state?.(reading)) ?? undefined
}
