// Proves holders and events by the signatures of a quorum of attestors.

import type { Decisions, Fetched, Market, Proof } from '@prediction-market/sdk'
import { ATTESTOR_SET_SIZES, quorumOf } from '@prediction-market/sdk/rules'
import { z } from 'zod'
import { Backoff } from '../../runtime/backoff.ts'
import { fetchText } from '../../runtime/read-limited.ts'
import type { ProofSource, Watchable } from './proof.ts'

export interface AttestationOptions {
  /** Base URLs of attestors. */
  urls: readonly string[]
  /** Called when an attestor does not answer, or answers with something else. */
  onError: (error: Error) => void
}

/** Milliseconds that an attestor may take to answer. */
const TIMEOUT_MS = 3_000

/** Bytes of a list: 50,000 markets. */
const MAX_LIST_BYTES = 5_000_000

/** Milliseconds until attestations are read again although none is new: the decision may have failed. */
const RETRY_MS = 2_500

/** The fewest attestors that decide a market. */
const SMALLEST_QUORUM = Math.min(...ATTESTOR_SET_SIZES.map(quorumOf))

const SignedMarkets = z.object({
  markets: z.array(z.object({ market: z.string(), second: z.number() })),
})

/**
 * Proves holders and events by what a quorum of attestors has signed. One request to each attestor lists the markets
 * that it has signed something about; only markets with new signatures take further requests.
 */
export class AttestationProofs implements ProofSource {
  /** The latest second that each attestor has signed for, by its URL and by market in base58. */
  readonly #signed = new Map<string, ReadonlyMap<string, number>>()
  /** The open markets that attestors decide, in base58. */
  readonly #watched = new Set<string>()
  /** When the attestations of each market were read, and what was known to be signed then. */
  readonly #asked = new Map<string, { news: string; at: number }>()
  readonly #asking = new Set<string>()
  readonly #backoff = new Backoff({ firstMs: 1_000, maxMs: 10_000 })

  constructor(
    private readonly decisions: Decisions,
    private readonly options: AttestationOptions,
  ) {}

  /** Whether enough attestors have signed something about a market that was not read yet. */
  hasEarly({ address }: Fetched<Market>): boolean {
    const lists = [...this.#signed.values()].filter((list) => list.size > 0)
    if (lists.length < SMALLEST_QUORUM) return false
    const market = address.toBase58()
    const news = newsOf(lists, market)
    if (news === null) return false
    const asked = this.#asked.get(market)
    return asked?.news !== news || Date.now() - asked.at >= RETRY_MS
  }

  async prove(market: Fetched<Market>, now: bigint): Promise<Proof | null> {
    const address = market.address.toBase58()
    this.#asked.set(address, { news: newsOf([...this.#signed.values()], address) ?? '', at: Date.now() })
    const urls = this.options.urls.filter((url) => !this.#backoff.isPaused(url))
    const onError = (error: Error, url: string) => this.#failed(error, url)
    const attestation = await this.decisions.collectAttestation(market, {
      urls,
      timeoutMs: TIMEOUT_MS,
      onError,
      now,
    })
    return attestation && { attestation }
  }

  watch({ address }: Watchable): void {
    this.#watched.add(address)
  }

  unwatch({ address }: Fetched<Market>): void {
    const market = address.toBase58()
    this.#watched.delete(market)
    this.#asked.delete(market)
  }

  /**
   * Asks the attestors which markets they have signed something about. One that fails is left alone for a while.
   *
   * @returns the addresses of the watched markets that enough of them have signed something about
   */
  async follow(): Promise<string[]> {
    if (this.#watched.size === 0) return []
    await Promise.all(this.options.urls.map((url) => this.#readSigned(url)))
    const signers = new Map<string, number>()
    for (const list of this.#signed.values()) {
      for (const market of list.keys()) signers.set(market, (signers.get(market) ?? 0) + 1)
    }
    return [...signers.keys()].filter((market) => {
      return this.#watched.has(market) && (signers.get(market) ?? 0) >= SMALLEST_QUORUM
    })
  }

  async #readSigned(url: string): Promise<void> {
    if (this.#asking.has(url) || this.#backoff.isPaused(url)) return
    this.#asking.add(url)
    try {
      const path = `${url.replace(/\/+$/, '')}/attestations`
      const { status, text } = await fetchText(path, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_LIST_BYTES })
      if (status !== 200) throw new Error(`${path} answered ${status}`)
      const { markets } = SignedMarkets.parse(JSON.parse(text))
      this.#signed.set(url, new Map(markets.map(({ market, second }) => [market, second])))
      this.#backoff.succeeded(url)
    } catch (error) {
      this.#failed(error as Error, url)
    } finally {
      this.#asking.delete(url)
    }
  }

  #failed(error: Error, url: string): void {
    this.#signed.delete(url)
    this.#backoff.failed(url)
    this.options.onError(error)
  }
}

/** What is known to be signed about a market, to compare with later; `null` if too few have signed anything. */
function newsOf(lists: readonly ReadonlyMap<string, number>[], market: string): string | null {
  const seconds = lists.map((list) => list.get(market)).filter((second) => second !== undefined)
  return seconds.length < SMALLEST_QUORUM ? null : seconds.join(' ')
}
