import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection, Keypair, PublicKey } from '@solana/web3.js'
import { ApiError, errorCode } from '../../http/errors.ts'

/** A co-signing key and what it has for network fees. */
export interface CosignerBalance {
  address: string
  /** `null` if no node answers in time. */
  lamports: number | null
  isLow: boolean
}

/** Fewer lamports than this are low: fees come back from bankrolls, but not those of bets that fail. */
const LOW = 50_000_000

/** Milliseconds for which a balance is good. */
const FRESH_MS = 5_000

/** Milliseconds that a node may take to tell a balance. */
const PATIENCE_MS = 1_000

/**
 * The gateway's co-signing keys, which sign one-call bets and pay their network fees. The first one is for new
 * delegates, the others are being rotated out.
 */
export class Cosigners {
  readonly #keys: readonly Keypair[]
  #balances: { at: number; read: Promise<CosignerBalance[]> } | undefined

  constructor(
    private readonly connection: Connection,
    keys: readonly Keypair[],
  ) {
    this.#keys = keys
  }

  /**
   * The key for new delegates.
   *
   * @throws ApiError 503 if the gateway has none
   */
  current(): Keypair {
    const [first] = this.#keys
    if (first) return first
    throw new ApiError(
      503,
      'This gateway places no bets: it has no co-signing key (DELEGATE_KEYPAIR). ?build=true builds bets',
      errorCode('OneCallBetsUnavailable'),
    )
  }

  /** The key with this address, if the gateway has it. */
  find(address: PublicKey): Keypair | undefined {
    return this.#keys.find(({ publicKey }) => publicKey.equals(address))
  }

  /** The balances of all keys, at most some seconds old. */
  balances(): Promise<CosignerBalance[]> {
    const now = Date.now()
    if (!this.#balances || now - this.#balances.at > FRESH_MS) {
      this.#balances = { at: now, read: this.#read() }
    }
    return this.#balances.read
  }

  #read(): Promise<CosignerBalance[]> {
    const reads = this.#keys.map(async ({ publicKey }) => {
      const balance = this.connection.getBalance(publicKey, 'confirmed').catch(() => null)
      const lamports = await Promise.race([balance, sleep(PATIENCE_MS, null, { ref: false })])
      return { address: publicKey.toBase58(), lamports, isLow: lamports !== null && lamports < LOW }
    })
    return Promise.all(reads)
  }
}
