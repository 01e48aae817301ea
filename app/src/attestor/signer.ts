// Signs the attestor's answers: one for each market and second, after it is in the journal.

import { createPrivateKey, sign } from 'node:crypto'
import { attestationMessage } from '@prediction-market/sdk/oracle'
import type { Keypair, PublicKey } from '@solana/web3.js'
import bs58 from 'bs58'
import { LRUCache } from 'lru-cache'
import { remember } from '../runtime/remember.ts'
import { forEachInSlices } from '../runtime/slices.ts'
import { Answers, type ReadonlyAnswers } from './answers.ts'
import type { Journal } from './journal.ts'
import type { Answer } from './journal-lines.ts'

export interface SignerOptions {
  key: Keypair
  programId: PublicKey
  journal: Journal
  answers?: Answers
}

/** The most signatures in the cache. Making one takes 0.1 ms: repeated requests must not keep an attestor busy. */
const MAX_SIGNATURES = 10_000

/**
 * Signs answers with the attestor's key. It gives one answer per market and second, the first, and publishes it only
 * after it is in the journal.
 */
export class Signer {
  readonly attestor: string
  readonly #answers: Answers
  /** Answers that are being written, or whose writing failed, by market and second. */
  readonly #signing = new Map<string, Promise<Answer>>()
  readonly #signatures = new LRUCache<string, string>({ max: MAX_SIGNATURES })
  /** Node's built-in implementation signs a hundred times as fast as one in JavaScript. */
  readonly #key: ReturnType<typeof createPrivateKey>

  constructor(private readonly options: SignerOptions) {
    const { key, answers = new Answers() } = options
    this.attestor = key.publicKey.toBase58()
    this.#answers = answers
    const d = Buffer.from(key.secretKey.subarray(0, 32)).toString('base64url')
    const x = Buffer.from(key.publicKey.toBytes()).toString('base64url')
    this.#key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' })
  }

  get size(): number {
    return this.#answers.size
  }

  /** Whether nothing more can be signed, because the journal cannot be written. */
  get isBroken(): boolean {
    return this.options.journal.isBroken
  }

  /**
   * Gives an answer for a market and a second, unless there is one already.
   *
   * @returns the answer of that second, which may be the opposite
   * @throws Error if the journal cannot be written
   */
  sign(market: PublicKey, second: number, isMet: boolean): Promise<Answer> {
    const address = market.toBase58()
    const known = this.of(address).get(second)
    if (known) return Promise.resolve(known)
    const key = `${address} ${second}`
    const signing = this.#signing.get(key) ?? this.#write(address, { second, isMet })
    this.#signing.set(key, signing)
    // A failed write may still be in the journal, so the second is not signed again.
    signing.then(
      () => this.#signing.delete(key),
      () => {},
    )
    return signing
  }

  /** Every market with answers, in base58, and its answers, oldest first. */
  answers(): Iterable<[market: string, answers: ReadonlyAnswers]> {
    return this.#answers
  }

  /** The answers of a market, oldest first. */
  of(market: string): ReadonlyAnswers {
    return this.#answers.of(market)
  }

  /**
   * The signature of the answer for a second, in base58.
   *
   * @throws Error if there is no such answer in the journal
   */
  signature(market: string, second: number): string {
    return remember(this.#signatures, `${market} ${second}`, () => {
      const answer = this.of(market).get(second)
      if (!answer) throw new Error(`no answer in the journal about ${market} for second ${second}`)
      const { isMet } = answer
      const message = attestationMessage({ market, second: BigInt(second), isMet }, this.options.programId)
      return bs58.encode(sign(null, message, this.#key))
    })
  }

  /**
   * Removes answers that are no longer needed, from the journal first.
   *
   * @param upTo - the last second to remove, in unix seconds
   * @param isOver - whether a market, in base58, no longer needs its answers up to that second
   * @returns how many were removed
   * @throws Error if the journal cannot be rewritten; nothing is removed then
   */
  async forget(upTo: number, isOver: (market: string) => boolean): Promise<number> {
    const over = new Set<string>()
    await forEachInSlices(this.#answers, ([market, answers]) => {
      if ((answers.at(0)?.second ?? Infinity) <= upTo && isOver(market)) over.add(market)
    })
    if (over.size === 0) return 0
    await this.options.journal.compact(({ market, second }) => second > upTo || !over.has(market))
    let removed = 0
    for (const market of over) removed += this.#answers.removeUpTo(upTo, market)
    return removed
  }

  async #write(market: string, answer: Answer): Promise<Answer> {
    const entry = { market, ...answer }
    await this.options.journal.write(entry)
    this.#answers.add(entry)
    return answer
  }
}
