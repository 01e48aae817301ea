// Reads balances, and compares them before and after a transaction.

import type { PublicKey } from '@solana/web3.js'
import type { Chain } from '../chain/index.ts'
import { tokenBalance } from '../oracle/tokens.ts'

/** The lamports of an address; 0 if there is no account. */
export async function lamportsOf(chain: Chain, address: PublicKey): Promise<bigint> {
  return (await chain.account(address))?.lamports ?? 0n
}

/** The change of each account's lamports by `action`. */
export function lamportGains<Name extends string>(
  chain: Chain,
  accounts: Record<Name, PublicKey>,
  action: () => Promise<unknown>,
): Promise<Record<Name, bigint>> {
  return gains((address) => lamportsOf(chain, address), accounts, action)
}

/** The change of each token account's balance by `action`. */
export function tokenGains<Name extends string>(
  chain: Chain,
  accounts: Record<Name, PublicKey>,
  action: () => Promise<unknown>,
): Promise<Record<Name, bigint>> {
  return gains((address) => tokenBalance(chain, address), accounts, action)
}

async function gains<Name extends string>(
  balance: (address: PublicKey) => Promise<bigint>,
  accounts: Record<Name, PublicKey>,
  action: () => Promise<unknown>,
): Promise<Record<Name, bigint>> {
  const entries = Object.entries<PublicKey>(accounts)
  const read = async () => {
    const amounts: bigint[] = []
    for (const [, address] of entries) amounts.push(await balance(address))
    return amounts
  }
  const before = await read()
  await action()
  const after = await read()
  return Object.fromEntries(
    entries.map(([name], index) => [name, (after[index] ?? 0n) - (before[index] ?? 0n)]),
  ) as Record<Name, bigint>
}

/** The complete state of some accounts, to be compared with a later snapshot. */
export type Snapshot = Record<string, object | null>

/** Takes a snapshot of these accounts. */
export async function snapshot(chain: Chain, addresses: readonly PublicKey[]): Promise<Snapshot> {
  const accounts: Snapshot = {}
  for (const address of addresses) {
    const account = await chain.account(address)
    accounts[address.toBase58()] = account && {
      lamports: account.lamports,
      owner: account.owner.toBase58(),
      executable: account.executable,
      data: Buffer.from(account.data).toString('base64'),
    }
  }
  return accounts
}
