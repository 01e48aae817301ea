// Surfpool's cheat codes: write accounts and move the clock without a transaction.

import { TOKEN_PROGRAM_ID } from '@solana/spl-token'
import type { PublicKey } from '@solana/web3.js'
import { callRpc } from './rpc.ts'

/** The whole state of an account. */
export interface AccountState {
  /** The least that exempts it from rent by default. */
  lamports?: bigint | undefined
  owner: PublicKey
  data: Uint8Array
}

/** Surfpool's cheat codes. Each call takes effect at once, without a transaction. */
export interface Cheats {
  /** Writes an account and notifies its subscribers. */
  setAccount(address: PublicKey, state: AccountState): Promise<void>
  /** Sets the lamports of an account and nothing else. */
  setLamports(address: PublicKey, lamports: bigint): Promise<void>
  /**
   * Sets the balance of a wallet's associated token account, which is created if it does not exist. The supply
   * of the mint does not change.
   */
  setTokenBalance(owner: PublicKey, mint: PublicKey, amount: bigint): Promise<void>
  /**
   * Moves the chain's clock and slots forward to a unix second. Blockhashes stay valid.
   *
   * @throws RpcError if that second has passed
   */
  timeTravel(unixSecond: number): Promise<void>
}

/** The cheat codes of the Surfpool node at a URL. */
export function createCheats(rpcUrl: string): Cheats {
  const call = (method: string, ...params: unknown[]) => callRpc(rpcUrl, method, params)
  /** Rent by the length of accounts: it does not change while a localnet runs. */
  const rents = new Map<number, unknown>()
  const rentOf = async (length: number) => {
    const known = rents.get(length) ?? (await call('getMinimumBalanceForRentExemption', length))
    rents.set(length, known)
    return known
  }
  return {
    async setAccount(address, { lamports, owner, data }) {
      const balance = lamports ?? (await rentOf(data.length))
      const state = { lamports: balance, owner: owner.toBase58(), data: Buffer.from(data).toString('hex') }
      await call('surfnet_setAccount', address.toBase58(), state)
    },
    async setLamports(address, lamports) {
      await call('surfnet_setAccount', address.toBase58(), { lamports })
    },
    async setTokenBalance(owner, mint, amount) {
      const accounts = [owner.toBase58(), mint.toBase58()]
      await call('surfnet_setTokenAccount', ...accounts, { amount }, TOKEN_PROGRAM_ID.toBase58())
    },
    async timeTravel(unixSecond) {
      await call('surfnet_timeTravel', { absoluteTimestamp: unixSecond * 1000 })
    },
  }
}
