import { signAttestation } from '@prediction-market/sdk'
import type { Keypair, PublicKey } from '@solana/web3.js'
import bs58 from 'bs58'
import type { Entry, Journal } from './journal.ts'

/** What a signer is made of. */
export interface SignerOptions {
  key: Keypair
  programId: PublicKey
  journal: Journal
  /** What was signed before, from the journal. */
  entries?: readonly Entry[]
}

/**
 * The only one who uses the key. Of a market at a second it signs one value, the first, and never another, and
 * gives nothing away before that is written down.
 */
export class Signer {
  readonly attestor: string
  /** What has been written down: by market in base58, in the order of time. */
  readonly #signed = new Map<string, Entry[]>()
  /** What has been signed, whether written down already or not: by market and second. */
  readonly #taken = new Map<string, Promise<Entry>>()

  constructor(private readonly options: SignerOptions) {
    this.attestor = options.key.publicKey.toBase58()
    for (const entry of options.entries ?? []) {
      // The first one counts, as when it was signed.
      if (this.#taken.has(placeOf(entry))) continue
      this.#taken.set(placeOf(entry), Promise.resolve(entry))
      this.#remember(entry)
    }
  }

  /**
   * Signs what was seen of a market, unless something has been signed for that second.
   *
   * @returns what is signed for that second, whatever was seen this time
   * @throws Error if it cannot be written down
   */
  sign(market: PublicKey, value: bigint, observedAt: number): Promise<Entry> {
    const place = placeOf({ market: market.toBase58(), observedAt })
    const known = this.#taken.get(place)
    if (known) return known
    const signing = this.#sign(market, value, observedAt)
    // What failed stays taken: it may be in the journal all the same.
    signing.catch(() => {})
    this.#taken.set(place, signing)
    return signing
  }

  /** What has been signed of a market, the oldest first. */
  of(market: string): readonly Entry[] {
    return this.#signed.get(market) ?? []
  }

  async #sign(market: PublicKey, value: bigint, observedAt: number): Promise<Entry> {
    const { key, programId, journal } = this.options
    const attestation = { market, value, observedAt: BigInt(observedAt) }
    const { signature } = signAttestation(attestation, key, programId)
    const entry = { market: market.toBase58(), value, observedAt, signature: bs58.encode(signature) }
    await journal.write(entry)
    this.#remember(entry)
    return entry
  }

  #remember(entry: Entry): void {
    const list = this.#signed.get(entry.market) ?? []
    const later = list.findIndex(({ observedAt }) => observedAt > entry.observedAt)
    list.splice(later === -1 ? list.length : later, 0, entry)
    this.#signed.set(entry.market, list)
  }
}

function placeOf({ market, observedAt }: Pick<Entry, 'market' | 'observedAt'>): string {
  return `${market} ${observedAt}`
}
