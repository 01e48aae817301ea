import { PublicKey } from '@solana/web3.js'
import bs58 from 'bs58'
import type { AttestorSet, Market } from '../accounts/decode.ts'
import { MAX_U64 } from '../amounts.ts'
import { PROGRAM_ID } from '../program.ts'
import { wouldDecide } from '../rules/decide.ts'
import {
  type Attestation,
  type AttestationSignature,
  type SignedAttestation,
  verifyAttestation,
} from './attestation.ts'

/** Where attestations are collected. */
export interface CollectOptions {
  /** Base URLs of attestors; `/attestations/…` is added. */
  urls: readonly string[]
  /** Milliseconds that an attestor may take to answer; 3,000 by default. */
  timeoutMs?: number | undefined
  /** Called when an attestor does not answer, or answers with something else. */
  onError?: ((error: Error) => void) | undefined
}

/** An attestation by one attestor. */
interface Signed extends Attestation, AttestationSignature {
  observedAt: bigint
}

/** The answer of an attestor, as far as it is read. */
interface Answer {
  attestor: string
  attestations: { value: string; observedAt: number; signature: string }[]
}

/**
 * Collects the attestation that decides a market: the earliest observation that a quorum of its attestors has signed,
 * with as many signatures as the quorum needs.
 *
 * @param set - the attestor set of the market's terms
 * @returns `null` if there is none yet
 */
export async function collectAttestation(
  market: Pick<Market, 'condition' | 'createdAt' | 'expireAt' | 'terms'> & { address: PublicKey },
  set: AttestorSet,
  options: CollectOptions,
  programId: PublicKey = PROGRAM_ID,
): Promise<SignedAttestation | null> {
  const answers = await Promise.all(options.urls.map((url) => ask(url, market.address, options)))
  const members = new Set(set.keys.map((key) => key.toBase58()))
  const signed = answers
    .flat()
    .filter((one) => members.has(one.attestor.toBase58()) && wouldDecide(market, { ...one, exponent: 0 }))
    .filter((one) => verifyAttestation(one, one, programId))
  return firstAgreed(signed, set.threshold)
}

/** Asks an attestor what it has signed about a market: nothing if it does not answer, or answers something else. */
async function ask(url: string, market: PublicKey, options: CollectOptions): Promise<Signed[]> {
  const { timeoutMs = 3_000, onError } = options
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const path = `${url.replace(/\/+$/, '')}/attestations/${market.toBase58()}/all`
    const answer = await fetch(path, { signal })
    if (answer.status >= 500) throw new Error(`${url} answered ${answer.status}`)
    if (!answer.ok) return []
    return readAnswer((await answer.json()) as Answer, market)
  } catch (error) {
    onError?.(error as Error)
    return []
  }
}

/** @throws Error if the answer is something else than attestations */
function readAnswer({ attestor, attestations }: Answer, market: PublicKey): Signed[] {
  const key = new PublicKey(attestor)
  return attestations
    .map(({ value, observedAt, signature }) => ({
      market,
      value: BigInt(value),
      observedAt: BigInt(observedAt),
      attestor: key,
      signature: bs58.decode(signature),
    }))
    .filter(({ value }) => 0n <= value && value <= MAX_U64)
}

function firstAgreed(signed: readonly Signed[], threshold: number): SignedAttestation | null {
  const groups = new Map<string, Map<string, Signed>>()
  for (const one of signed) {
    const key = `${one.observedAt} ${one.value}`
    const group = groups.get(key) ?? new Map<string, Signed>()
    groups.set(key, group.set(one.attestor.toBase58(), one))
  }
  let first: Signed[] | undefined
  for (const group of groups.values()) {
    const members = [...group.values()]
    if (members.length < threshold) continue
    if (!first || (members[0] as Signed).observedAt < (first[0] as Signed).observedAt) first = members
  }
  if (!first) return null
  const { value, observedAt } = first[0] as Signed
  const signatures = first.slice(0, threshold).map(({ attestor, signature }) => ({ attestor, signature }))
  return { value, observedAt, signatures }
}
