// Asks attestors over HTTP for what they have signed, and collects the attestation that decides a market.

import bs58 from 'bs58'
import nacl from 'tweetnacl'
import { showAttested, type UndecidedMarket, wouldDecide } from '../rules/decide.ts'
import { encodeAttestation } from './attestation-bytes.ts'

/** Where attestations are collected. */
export interface CollectOptions {
  /** Base URLs of attestors; `/attestations/…` is added. */
  urls: readonly string[]
  /** Milliseconds that an attestor may take to answer; 3,000 by default. */
  timeoutMs?: number | undefined
  /** Called with the attestor's URL if it does not answer or its answer is invalid. */
  onError?: ((error: Error, url: string) => void) | undefined
}

/** An attestation by one attestor; addresses are text. */
interface Signed {
  second: bigint
  isMet: boolean
  attestor: string
  signature: Uint8Array
}

/** An attestation with the signatures of a quorum. */
export interface CollectedAttestation {
  /** Unix second. */
  second: bigint
  isMet: boolean
  signatures: { attestor: string; signature: Uint8Array }[]
}

const SIGNATURE_LENGTH = 64

/** The last second that the program can store. */
const MAX_SECOND = 2n ** 63n - 1n

/** The longest answer that is read: attestors give up to 128 attestations, of less than 200 bytes each. */
const MAX_BYTES = 65_536

/** The fields that are read from an attestor's answer. */
interface Answer {
  attestor: string
  attestations: { second: number; isMet: boolean; signature: string }[]
}

/**
 * Collects the attestation that decides a market: of the seconds for which a quorum of its attestors has signed the
 * same and that would decide it now, the earliest, with as many signatures as the quorum needs. It waits until a
 * quorum has answered or none can be reached any more, not for the slowest attestor.
 *
 * @param set - the attestor set of the market's terms
 * @param now - the chain's clock, in unix seconds
 * @returns `null` if there is none yet
 */
export async function collectSigned(
  market: UndecidedMarket & { address: string },
  set: { threshold: number; keys: readonly string[] },
  now: bigint,
  options: CollectOptions,
  program: string,
): Promise<CollectedAttestation | null> {
  const members = new Set(set.keys)
  const signed: Signed[] = []
  const end = new AbortController()
  let found: CollectedAttestation | null = null
  let unanswered = options.urls.length
  const take = (answer: readonly Signed[]) => {
    if (end.signal.aborted) return
    const counted = answer
      .filter(({ attestor }) => members.has(attestor))
      .filter(({ second, isMet }) => wouldDecide(market, showAttested(second, isMet), now))
      .filter((one) => isSigned(one, market.address, program))
    signed.push(...counted)
    unanswered -= 1
    const groups = groupSigned(signed)
    found = firstAgreed(groups, set.threshold)
    const most = Math.max(0, ...groups.map((group) => group.length))
    if (found || most + unanswered < set.threshold) end.abort()
  }
  await Promise.all(
    options.urls.map(async (url) => take(await ask(url, market.address, options, end.signal))),
  )
  return found
}

/**
 * Asks an attestor for its attestations about a market; empty if it does not answer or its answer is invalid.
 *
 * @param end - aborts the request, which is not an error
 */
async function ask(
  url: string,
  market: string,
  options: CollectOptions,
  end: AbortSignal,
): Promise<Signed[]> {
  const { timeoutMs = 3_000, onError } = options
  try {
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), end])
    const path = `${url.replace(/\/+$/, '')}/attestations/${market}/all`
    const answer = await fetch(path, { signal })
    if (answer.status >= 500) throw new Error(`${url} answered ${answer.status}`)
    if (!answer.ok) return []
    return readAnswer(JSON.parse(await readText(answer)) as Answer)
  } catch (error) {
    if (!end.aborted) onError?.(error as Error, url)
    return []
  }
}

/** @throws Error if the answer exceeds {@link MAX_BYTES} */
async function readText({ body, url }: Response): Promise<string> {
  const decoder = new TextDecoder()
  const reader = body?.getReader()
  let [text, length] = ['', 0]
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    length += part.value.byteLength
    text += decoder.decode(part.value, { stream: true })
    if (length <= MAX_BYTES) continue
    await reader?.cancel()
    throw new Error(`${url} answered with more than ${MAX_BYTES} bytes`)
  }
  return text
}

/** @throws Error if the answer is not a list of attestations */
function readAnswer({ attestor, attestations }: Answer): Signed[] {
  return attestations
    .map(({ second, isMet, signature }) => ({
      second: BigInt(second),
      isMet,
      attestor,
      signature: bs58.decode(signature),
    }))
    .filter(({ second, isMet }) => second > 0n && second <= MAX_SECOND && typeof isMet === 'boolean')
}

/** Whether the attestor signed this attestation about this market. */
function isSigned({ attestor, signature, second, isMet }: Signed, market: string, program: string): boolean {
  const [programBytes, marketBytes] = [bs58.decode(program), bs58.decode(market)]
  const message = encodeAttestation({ program: programBytes, market: marketBytes, second, isMet })
  if (signature.length !== SIGNATURE_LENGTH) return false
  return nacl.sign.detached.verify(message, signature, bs58.decode(attestor))
}

/** Attestations that say the same, one of each attestor. */
function groupSigned(signed: readonly Signed[]): Signed[][] {
  const groups = new Map<string, Map<string, Signed>>()
  for (const one of signed) {
    const key = `${one.second} ${one.isMet}`
    const group = groups.get(key) ?? new Map<string, Signed>()
    groups.set(key, group.set(one.attestor, one))
  }
  return [...groups.values()].map((group) => [...group.values()])
}

function firstAgreed(groups: readonly Signed[][], threshold: number): CollectedAttestation | null {
  let first: Signed[] | undefined
  for (const group of groups) {
    if (group.length < threshold) continue
    if (!first || (group[0] as Signed).second < (first[0] as Signed).second) first = group
  }
  if (!first) return null
  const { second, isMet } = first[0] as Signed
  const signatures = first.slice(0, threshold).map(({ attestor, signature }) => ({ attestor, signature }))
  return { second, isMet, signatures }
}
