// The gateway's co-signing keys and their balances.

import type { Connection, Keypair, PublicKey } from '@solana/web3.js'
import { RecentBalances } from '../../../chain/recent-balances.ts'
import { refusal } from '../../http/errors/api-error.ts'

/** A co-signing key and its balance for network fees. */
export interface CosignerBalance {
  address: string
  /** `null` before the first read. */
  lamports: number | null
  isLow: boolean
}

/** Fewer lamports than this are low: fees come back from bankrolls, but not those of bets that fail. */
const LOW = 50_000_000

/**
 * The gateway's co-signing keys, which sign one-call bets and pay their network fees. The first one is for new
 * delegates, the others are being rotated out.
 */
export class Cosigners {
  readonly #keys: readonly Keypair[]
  readonly #balances: RecentBalances

  /** @param balanceMs - milliseconds after which a balance is read again; 30,000 by default */
  constructor(connection: Connection, keys: readonly Keypair[], balanceMs?: number) {
    this.#keys = keys
    this.#balances = new RecentBalances(
      connection,
      keys.map(({ publicKey }) => publicKey),
      balanceMs,
    )
  }

  /**
   * The key for new delegates.
   *
   * @throws ApiError 503 if the gateway has none
   */
  current(): Keypair {
    const [first] = this.#keys
    if (first) return first
    throw refusal(
      'OneCallBetsUnavailable',
      'This gateway places no bets: it has no co-signing key (DELEGATE_KEYPAIR). Use ?build=true to build a bet',
    )
  }

  /** The key with this address, if the gateway has it. */
  find(address: PublicKey): Keypair | undefined {
    return this.#keys.find(({ publicKey }) => publicKey.equals(address))
  }

  /** The balances of all keys, as of the last read. */
  balances(): CosignerBalance[] {
    return this.#keys.map(({ publicKey }) => {
      const lamports = this.#balances.of(publicKey) ?? null
      return { address: publicKey.toBase58(), lamports, isLow: lamports !== null && lamports < LOW }
    })
  }
}
