// Surfpool's cheat codes: write accounts and move the clock without a transaction.

import { TOKEN_PROGRAM_ID } from '@solana/spl-token'
import type { PublicKey } from '@solana/web3.js'

export class RpcError extends Error {
  constructor(
    readonly method: string,
    readonly code: number,
    message: string,
  ) {
    super(`${method}: ${message}`)
    this.name = 'RpcError'
  }
}

const TIMEOUT_MS = 10_000
const BIGINT = 'bigint:'

/** Writes JSON with bigints as numbers: a u64 may exceed the precision of `number`. */
function toJson(value: unknown): string {
  return JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? BIGINT + item : item)).replace(
    /"bigint:(-?\d+)"/g,
    '$1',
  )
}

/**
 * Calls a JSON-RPC method that web3.js does not have, such as the cheat codes of Surfpool.
 *
 * @throws RpcError if the node answers with an error; Error if it cannot be reached or takes more than 10 s
 */
export async function callRpc<Result>(url: string, method: string, params: unknown[] = []): Promise<Result> {
  let answer: Response
  try {
    answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: toJson({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch (cause) {
    const timedOut = cause instanceof Error && cause.name === 'TimeoutError'
    const reason = timedOut ? `did not answer within ${TIMEOUT_MS / 1000} s` : 'cannot be reached'
    throw new Error(`${method}: ${url} ${reason}`, { cause })
  }
  const { result, error } = (await answer.json()) as {
    result?: Result
    error?: { code: number; message: string; data?: unknown }
  }
  if (!error) return result as Result
  const detail = typeof error.data === 'string' ? ` (${error.data})` : ''
  throw new RpcError(method, error.code, error.message + detail)
}

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
