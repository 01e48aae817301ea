import { signAttestation } from '@prediction-market/sdk'
import type { Keypair, PublicKey } from '@solana/web3.js'
import bs58 from 'bs58'
import type { Entry } from './entry.ts'
import type { Journal } from './journal.ts'

/** How a signer is created. */
export interface SignerOptions {
  key: Keypair
  programId: PublicKey
  journal: Journal
  /** Earlier entries, from the journal. */
  entries?: readonly Entry[]
}

/**
 * Signs observations with the attestor's key. It signs one answer per market and second, the first, and publishes it
 * only after it is in the journal.
 */
export class Signer {
  readonly attestor: string
  /** Entries in the journal, by market in base58, oldest first. */
  readonly #signed = new Map<string, Entry[]>()
  /** Signatures that are being written, or whose writing failed, by market and second. */
  readonly #signing = new Map<string, Promise<Entry>>()

  constructor(private readonly options: SignerOptions) {
    this.attestor = options.key.publicKey.toBase58()
    for (const entry of options.entries ?? []) this.#insert(entry)
  }

  /** The number of signed observations. */
  get size(): number {
    let size = 0
    for (const { length } of this.#signed.values()) size += length
    return size
  }

  /**
   * Signs an observation of a market, unless one is signed for that second already.
   *
   * @returns the signed observation of that second, which may say the opposite
   * @throws Error if the journal cannot be written
   */
  sign(market: PublicKey, second: number, isMet: boolean): Promise<Entry> {
    const list = this.of(market.toBase58())
    const known = list[indexOf(list, second)]
    if (known?.second === second) return Promise.resolve(known)
    const key = `${market.toBase58()} ${second}`
    const signing = this.#signing.get(key) ?? this.#sign(market, second, isMet)
    this.#signing.set(key, signing)
    // A failed write may be in the journal all the same, so the second is not signed again.
    signing.then(
      () => this.#signing.delete(key),
      () => {},
    )
    return signing
  }

  /** Every market with signed observations, in base58, and these, oldest first. */
  entries(): Iterable<[market: string, signed: readonly Entry[]]> {
    return this.#signed
  }

  /** The signed observations of a market, oldest first. */
  of(market: string): readonly Entry[] {
    return this.#signed.get(market) ?? []
  }

  /**
   * Removes observations that can be asked for no more, from the journal first.
   *
   * @returns how many were removed
   * @throws Error if the journal cannot be rewritten; nothing is removed then
   */
  async forget(isNeeded: (entry: Entry) => boolean): Promise<number> {
    const goes = new Set<Entry>()
    for (const list of this.#signed.values()) {
      for (const entry of list) if (!isNeeded(entry)) goes.add(entry)
    }
    if (goes.size === 0) return 0
    await this.options.journal.compact(isNeeded)
    for (const market of new Set([...goes].map((entry) => entry.market))) {
      const kept = this.of(market).filter((entry) => !goes.has(entry))
      if (kept.length > 0) this.#signed.set(market, kept)
      else this.#signed.delete(market)
    }
    return goes.size
  }

  async #sign(market: PublicKey, second: number, isMet: boolean): Promise<Entry> {
    const { key, programId, journal } = this.options
    const { signature } = signAttestation({ market, second: BigInt(second), isMet }, key, programId)
    const entry = { market: market.toBase58(), second, isMet, signature: bs58.encode(signature) }
    await journal.write(entry)
    this.#insert(entry)
    return entry
  }

  /** Adds an entry, unless there is one of its second. */
  #insert(entry: Entry): void {
    const list = this.#signed.get(entry.market)
    if (!list) {
      this.#signed.set(entry.market, [entry])
      return
    }
    const index = indexOf(list, entry.second)
    if (list[index]?.second !== entry.second) list.splice(index, 0, entry)
  }
}

/** The index of the first entry that is not before a second. Most are looked for at the end. */
function indexOf(list: readonly Entry[], second: number): number {
  let low = 0
  let high = list.length
  if ((list.at(-1)?.second ?? -1) < second) return high
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((list[middle] as Entry).second < second) low = middle + 1
    else high = middle
  }
  return low
}
