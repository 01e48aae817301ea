import type { PublicKey } from '@solana/web3.js'
import type { Chain } from '../chain/index.ts'
import { tokenBalance } from '../oracle/tokens.ts'

/** What an address holds in lamports; 0 where there is no account. */
export async function lamportsOf(chain: Chain, address: PublicKey): Promise<bigint> {
  return (await chain.account(address))?.lamports ?? 0n
}

/** What each account gains in lamports by `action`; what it loses is negative. */
export function lamportGains<Name extends string>(
  chain: Chain,
  accounts: Record<Name, PublicKey>,
  action: () => Promise<unknown>,
): Promise<Record<Name, bigint>> {
  return gains((address) => lamportsOf(chain, address), accounts, action)
}

/** What each token account gains by `action`; what it loses is negative. */
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

/** Everything there is about some accounts, to be compared with a later one. */
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
