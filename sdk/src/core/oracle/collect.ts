// Asks attestors over HTTP for what they have signed, and collects the attestation that decides a market.

import bs58 from 'bs58'
import type { AttestorSetOf } from '../accounts/shapes.ts'
import { textOf } from '../http.ts'
import { showAttested, type UndecidedMarket, wouldDecide } from '../rules/decide.ts'
import type { Codec, Library } from '../wire.ts'
import { type AttestationSignature, type SignedAttestation, verifyAttestation } from './attestation.ts'

/** Where attestations are collected. */
export interface CollectOptions {
  /** Base URLs of attestors; `/attestations/…` is added. */
  urls: readonly string[]
  /** Milliseconds that an attestor may take to answer; 3,000 by default. */
  timeoutMs?: number | undefined
  /** Called with the attestor's URL if it does not answer or its answer is invalid. */
  onError?: ((error: Error, url: string) => void) | undefined
}

/** An attestation by one attestor. */
interface Signed<Address> extends AttestationSignature<Address> {
  second: bigint
  isMet: boolean
}

/** The last second that the program can store. */
const MAX_SECOND = 2n ** 63n - 1n

/** The longest answer that is read: attestors give up to 128 attestations, of less than 200 bytes each. */
const MAX_BYTES = 65_536

/** What an attestor has answered. */
interface Answer {
  attestor: string
  attestations: { second: bigint; isMet: boolean; signature: Uint8Array }[]
}

/** The fields that are read from its text. */
interface AnswerBody {
  attestor: string
  attestations: { second: number; isMet: boolean; signature: string }[]
}

const NO_ANSWER: Answer = { attestor: '', attestations: [] }

/**
 * Collects the attestation that decides a market: of the seconds for which a quorum of its attestors has signed the
 * same and that would decide it now, the earliest, with as many signatures as the quorum needs. It waits until a
 * quorum has answered or none can be reached any more, not for the slowest attestor.
 *
 * @param set - the attestor set of the market's terms
 * @param now - the chain's clock, in unix seconds
 * @returns `null` if there is none yet
 */
export async function collectAttestation<L extends Library>(
  codec: Codec<L>,
  market: UndecidedMarket & { address: L['Address'] },
  set: Pick<AttestorSetOf<L['Address']>, 'threshold' | 'keys'>,
  now: bigint,
  options: CollectOptions,
): Promise<SignedAttestation<L['Address']> | null> {
  const members = new Map(set.keys.map((key) => [codec.text(key), key]))
  const signed: Signed<L['Address']>[] = []
  const end = new AbortController()
  let found: SignedAttestation<L['Address']> | null = null
  let unanswered = options.urls.length
  const take = ({ attestor: name, attestations }: Answer) => {
    if (end.signal.aborted) return
    const attestor = members.get(name)
    const counted = attestor ? attestations.map((one) => ({ ...one, attestor })) : []
    signed.push(
      ...counted
        .filter(({ second, isMet }) => wouldDecide(market, showAttested(second, isMet), now))
        .filter((one) => verifyAttestation(codec, { ...one, market: market.address }, one)),
    )
    unanswered -= 1
    const groups = groupSigned(codec, signed)
    found = firstAgreed(groups, set.threshold)
    const most = Math.max(0, ...groups.map((group) => group.length))
    if (found || most + unanswered < set.threshold) end.abort()
  }
  const address = codec.text(market.address)
  await Promise.all(options.urls.map(async (url) => take(await ask(url, address, options, end.signal))))
  return found
}

/**
 * Asks an attestor for its attestations about a market; empty if it does not answer or its answer is invalid.
 *
 * @param end - aborts the request, which is not an error
 */
async function ask(url: string, market: string, options: CollectOptions, end: AbortSignal): Promise<Answer> {
  const { timeoutMs = 3_000, onError } = options
  try {
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), end])
    const path = `${url.replace(/\/+$/, '')}/attestations/${market}/all`
    const answer = await fetch(path, { signal })
    if (answer.status >= 500) throw new Error(`${url} answered ${answer.status}`)
    if (!answer.ok) return NO_ANSWER
    return readAnswer(JSON.parse(await textOf(answer, MAX_BYTES)) as AnswerBody)
  } catch (error) {
    if (!end.aborted) onError?.(error as Error, url)
    return NO_ANSWER
  }
}

/** @throws Error if the answer is not a list of attestations */
function readAnswer({ attestor, attestations }: AnswerBody): Answer {
  const read = attestations
    .map((one) => ({ ...one, second: BigInt(one.second), signature: bs58.decode(one.signature) }))
    .filter(({ second, isMet }) => second > 0n && second <= MAX_SECOND && typeof isMet === 'boolean')
  return { attestor, attestations: read }
}

/** Attestations that say the same, one of each attestor. */
function groupSigned<L extends Library>(codec: Codec<L>, signed: readonly Signed<L['Address']>[]) {
  const groups = new Map<string, Map<string, Signed<L['Address']>>>()
  for (const one of signed) {
    const key = `${one.second} ${one.isMet}`
    const group = groups.get(key) ?? new Map<string, Signed<L['Address']>>()
    groups.set(key, group.set(codec.text(one.attestor), one))
  }
  return [...groups.values()].map((group) => [...group.values()])
}

function firstAgreed<Address>(
  groups: readonly Signed<Address>[][],
  threshold: number,
): SignedAttestation<Address> | null {
  const agreed = groups.filter((group) => group.length >= threshold)
  const [first] = agreed.flatMap(([one]) => one ?? []).sort((a, b) => Number(a.second - b.second))
  if (!first) return null
  const { second, isMet } = first
  const group = agreed.find(([one]) => one === first) ?? []
  const signatures = group.slice(0, threshold).map(({ attestor, signature }) => ({ attestor, signature }))
  return { second, isMet, signatures }
}
