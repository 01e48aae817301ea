import { findBondingCurve, findMigrationPool, readQuoteMint } from '@prediction-market/sdk/oracle'
import { unpackMint } from '@solana/spl-token'
import type { AccountInfo, Connection, PublicKey } from '@solana/web3.js'

/** The most accounts of one call. */
const BATCH = 100

/** A supply in base units. */
export interface Supply {
  units: bigint
  decimals: number
}

/** Reads the supplies of mints, by address in base58. Addresses that are no mint are left out. */
export async function readSupplies(
  connection: Connection,
  mints: readonly PublicKey[],
): Promise<Map<string, Supply>> {
  const accounts = await readAccounts(connection, mints)
  const supplies = new Map<string, Supply>()
  mints.forEach((mint, index) => {
    const account = accounts[index]
    if (!account) return
    try {
      const { supply, decimals } = unpackMint(mint, account, account.owner)
      supplies.set(mint.toBase58(), { units: supply, decimals })
    } catch {
      // The creator of a market can name any address.
    }
  })
  return supplies
}

/** Reads whether tokens of pump.fun have a PumpSwap pool, by address in base58. */
export async function readMigrations(
  connection: Connection,
  tokens: readonly PublicKey[],
): Promise<Map<string, boolean>> {
  const curves = await readAccounts(connection, tokens.map(findBondingCurve))
  const pools = tokens.map((token, index) => {
    const curve = curves[index]
    return findMigrationPool(token, curve ? readQuoteMint(curve.data) : undefined)
  })
  const accounts = await readAccounts(connection, pools)
  // Only PumpSwap can create an account at that address.
  return new Map(tokens.map((token, index) => [token.toBase58(), (accounts[index]?.data.length ?? 0) > 0]))
}

async function readAccounts(
  connection: Connection,
  addresses: readonly PublicKey[],
): Promise<(AccountInfo<Buffer> | null)[]> {
  const accounts: (AccountInfo<Buffer> | null)[] = []
  for (let start = 0; start < addresses.length; start += BATCH) {
    accounts.push(...(await connection.getMultipleAccountsInfo(addresses.slice(start, start + BATCH))))
  }
  return accounts
}
