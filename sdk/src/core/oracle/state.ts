// Fetches supplies and migrations from the accounts of tokens.

import type { StateReading } from '../condition/kinds/index.ts'
import type { Measured } from '../rules/compare.ts'
import type { Codec, Library } from '../wire.ts'
import { readSupply } from './mint.ts'
import { findBondingCurve, findMigrationPool, readQuoteMint } from './pump.ts'
import { hasMigrated } from './pump-state.ts'

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

async function inBatches<Address>(
  addresses: readonly Address[],
  fetch: FetchAccounts<Address>,
): Promise<Account[]> {
  const accounts: Account[] = []
  for (let start = 0; start < addresses.length; start += BATCH) {
    accounts.push(...(await fetch(addresses.slice(start, start + BATCH))))
  }
  return accounts
}
