import { signAttestation } from '@prediction-market/sdk'
import type { Keypair, PublicKey } from '@solana/web3.js'
import bs58 from 'bs58'
import type { Entry, Journal } from './journal.ts'

/** How a signer is created. */
export interface SignerOptions {
  key: Keypair
  programId: PublicKey
  journal: Journal
  /** Earlier entries, from the journal. */
  entries?: readonly Entry[]
}

/**
 * Signs observations with the attestor's key. It signs one value per market and second, the first, and publishes it
 * only after it is in the journal.
 */
export class Signer {
  readonly attestor: string
  /** Entries in the journal, by market in base58, oldest first. */
  readonly #signed = new Map<string, Entry[]>()
  /** All signatures, also those still being written, by market and second. */
  readonly #signatures = new Map<string, Promise<Entry>>()

  constructor(private readonly options: SignerOptions) {
    this.attestor = options.key.publicKey.toBase58()
    for (const entry of options.entries ?? []) {
      if (this.#signatures.has(keyOf(entry))) continue
      this.#signatures.set(keyOf(entry), Promise.resolve(entry))
      this.#insert(entry)
    }
  }

  /**
   * Signs an observation of a market, unless one is signed for that second already.
   *
   * @returns the signed observation of that second, which may have another value
   * @throws Error if the journal cannot be written
   */
  sign(market: PublicKey, value: bigint, observedAt: number): Promise<Entry> {
    const key = keyOf({ market: market.toBase58(), observedAt })
    const known = this.#signatures.get(key)
    if (known) return known
    const signing = this.#sign(market, value, observedAt)
    // A failed write may be in the journal all the same, so the second is not signed again.
    signing.catch(() => {})
    this.#signatures.set(key, signing)
    return signing
  }

  /** The signed observations of a market, oldest first. */
  of(market: string): readonly Entry[] {
    return this.#signed.get(market) ?? []
  }

  async #sign(market: PublicKey, value: bigint, observedAt: number): Promise<Entry> {
    const { key, programId, journal } = this.options
    const attestation = { market, value, observedAt: BigInt(observedAt) }
    const { signature } = signAttestation(attestation, key, programId)
    const entry = { market: market.toBase58(), value, observedAt, signature: bs58.encode(signature) }
    await journal.write(entry)
    this.#insert(entry)
    return entry
  }

  #insert(entry: Entry): void {
    const list = this.#signed.get(entry.market) ?? []
    const later = list.findIndex(({ observedAt }) => observedAt > entry.observedAt)
    list.splice(later === -1 ? list.length : later, 0, entry)
    this.#signed.set(entry.market, list)
  }
}

function keyOf({ market, observedAt }: Pick<Entry, 'market' | 'observedAt'>): string {
  return `${market} ${observedAt}`
}
