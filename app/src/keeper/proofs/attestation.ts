import {
  type Attestation,
  type AttestationSignature,
  type AttestorSet,
  type Fetched,
  type Market,
  type MarketReader,
  verifyAttestation,
} from '@prediction-market/sdk'
import { PublicKey } from '@solana/web3.js'
import bs58 from 'bs58'
import { z } from 'zod'
import { meets } from '../../compare.ts'
import type { Proof, ProofSource } from './proof.ts'

/** Whose attestations are asked for. */
export interface AttestationOptions {
  /** Addresses of attestors, up to the `/attestations`. */
  urls: readonly string[]
  reader: MarketReader
  /** How long an attestor may take. */
  timeoutMs?: number
  /** Told when an attestor does not answer, or not sensibly; that it has nothing to say is an answer. */
  onSilence?: (error: Error) => void
}

/** An attestation by one attestor. */
interface Signed extends Attestation, AttestationSignature {
  observedAt: bigint
}

/** What an attestor answers. */
const Answer = z.object({
  attestor: z.string(),
  attestations: z.array(
    z.object({ value: z.string().regex(/^\d{1,20}$/), observedAt: z.int(), signature: z.string() }),
  ),
})

/** How often attestors are asked whether a condition by expiry holds. */
const ASK_EVERY_MS = 2_500

const MAX_U64 = (1n << 64n) - 1n

/** Holders and events, by what enough attestors have signed alike. */
export class AttestationProofs implements ProofSource {
  readonly #sets = new Map<number, AttestorSet>()
  readonly #askedAt = new Map<string, number>()

  constructor(private readonly options: AttestationOptions) {}

  /** Only the attestors can tell, and they sign nothing before it holds: it is asked now and then. */
  holds({ address }: Fetched<Market>): boolean {
    if (this.options.urls.length === 0) return false
    return Date.now() - (this.#askedAt.get(address.toBase58()) ?? 0) >= ASK_EVERY_MS
  }

  async prove(market: Fetched<Market>): Promise<Proof | null> {
    this.#askedAt.set(market.address.toBase58(), Date.now())
    const { urls, reader } = this.options
    const set = await this.#set(market.terms.attestorSet)
    const answers = await Promise.all(urls.map((url) => this.#ask(url, market.address)))
    const members = new Set(set.keys.map((key) => key.toBase58()))
    const signed = answers
      .flat()
      .filter((one) => members.has(one.attestor.toBase58()) && counts(market, one))
      .filter((one) => verifyAttestation(one, one, reader.programId))
    const agreed = firstAgreed(signed, set.threshold)
    return agreed && { attestation: agreed }
  }

  /** Forgets markets that are gone or decided. */
  keepOnly(isThere: (address: string) => boolean): void {
    for (const address of this.#askedAt.keys()) if (!isThere(address)) this.#askedAt.delete(address)
  }

  /** A set never changes. */
  async #set(index: number): Promise<AttestorSet> {
    const known = this.#sets.get(index)
    if (known) return known
    const set = await this.options.reader.attestorSet(index)
    this.#sets.set(index, set)
    return set
  }

  /** What an attestor has signed of a market: nothing if it does not answer, or not sensibly. */
  async #ask(url: string, market: PublicKey): Promise<Signed[]> {
    const { timeoutMs = 3_000, onSilence } = this.options
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const answer = await fetch(`${url.replace(/\/+$/, '')}/attestations/${market.toBase58()}/all`, {
        signal,
      })
      if (answer.status >= 500) throw new Error(`${url} answered ${answer.status}`)
      if (!answer.ok) return []
      const { attestor, attestations } = Answer.parse(await answer.json())
      const key = new PublicKey(attestor)
      return attestations.flatMap(({ value, observedAt, signature }) => {
        if (BigInt(value) > MAX_U64) return []
        const what = { market, value: BigInt(value), observedAt: BigInt(observedAt) }
        return [{ ...what, attestor: key, signature: bs58.decode(signature) }]
      })
    } catch (error) {
      onSilence?.(error as Error)
      return []
    }
  }
}

/** Whether the program would decide by an observation: it is of the right time, and by expiry of a Yes. */
function counts({ condition, createdAt, expireAt, terms }: Market, { observedAt, value }: Signed): boolean {
  if (condition.timing === 'byExpiry') {
    const isYes = condition.type === 'holders' ? meets(condition, { value, exponent: 0 }) : value === 1n
    return isYes && createdAt < observedAt && observedAt <= expireAt
  }
  return expireAt <= observedAt && observedAt <= expireAt + BigInt(terms.proofWindow)
}

/** The earliest observation that enough attestors have signed, with as many signatures as it takes. */
function firstAgreed(signed: readonly Signed[], threshold: number) {
  const groups = new Map<string, Map<string, Signed>>()
  for (const one of signed) {
    const key = `${one.observedAt} ${one.value}`
    const group = groups.get(key) ?? new Map<string, Signed>()
    groups.set(key, group.set(one.attestor.toBase58(), one))
  }
  const agreed = [...groups.values()]
    .map((group) => [...group.values()])
    .filter((group) => group.length >= threshold)
    .sort(([a], [b]) => Number((a as Signed).observedAt - (b as Signed).observedAt))
  const [first] = agreed
  if (!first) return null
  const { value, observedAt } = first[0] as Signed
  const signatures = first.slice(0, threshold).map(({ attestor, signature }) => ({ attestor, signature }))
  return { value, observedAt, signatures }
}
