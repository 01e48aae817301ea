import { formatAmount } from '@prediction-market/sdk'
import { signRequest } from '@prediction-market/sdk/request'
import type { Keypair } from '@solana/web3.js'
import type { Random } from '../../fuzz/random.ts'
import type { Journal, Side } from './journal.ts'

/** A market that clients bet on. */
export interface KnownMarket {
  id: string
  currency: 'SOL' | 'UTILITY'
  /** Unix milliseconds. */
  closeAt: number
}

/** An answer of the gateway. Amounts here have few enough digits for a number. */
export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: each route has its own
  body: any
}

/** What all clients share. */
export interface World {
  url: string
  random: Random
  journal: Journal
  markets: KnownMarket[]
  wallets: readonly Keypair[]
  /** The chain's time, in unix milliseconds. */
  now: () => number
  signal: AbortSignal
}

/** A request of a client. */
export interface Asked {
  body?: unknown
  wallet?: Keypair | undefined
  headers?: Record<string, string> | undefined
  /** Milliseconds after which the client gives up. */
  patienceMs?: number | undefined
}

export const DECIMALS = { SOL: 9, UTILITY: 6 } as const

const PATIENCE_MS = 20_000

/**
 * Sends a request.
 *
 * @throws Error if the answer is lost
 */
export async function ask(world: World, method: string, path: string, asked: Asked = {}): Promise<Answer> {
  const { body, wallet, headers, patienceMs = PATIENCE_MS } = asked
  const text = body === undefined ? undefined : JSON.stringify(body)
  const { host } = new URL(world.url)
  const signed =
    wallet && (await signRequest(wallet, { method, host, path, ...(text !== undefined && { body: text }) }))
  world.journal.requests += 1
  const { signal, end } = limited(world.signal, patienceMs)
  try {
    const response = await fetch(world.url + path, {
      method,
      ...(text !== undefined && { body: text }),
      headers: { ...(text !== undefined && { 'content-type': 'application/json' }), ...signed, ...headers },
      signal,
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  } finally {
    end()
  }
}

/** A signal that aborts with another one, or after some time. `AbortSignal.any` of Node 20 may never abort. */
export function limited(outer: AbortSignal, milliseconds: number): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, milliseconds)
  outer.addEventListener('abort', abort)
  if (outer.aborted) abort()
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer)
      outer.removeEventListener('abort', abort)
    },
  }
}

/** Statuses of requests that may succeed when they are made again: they arrived too slowly, or there were too many. */
const PASSING = [408, 429]

/** Whether a refusal is for good: not of a gateway that is busy, frozen, starting or cut off from the chain. */
export function isFinal({ status, headers }: Answer): boolean {
  return status >= 400 && status < 500 && !PASSING.includes(status) && headers.get('retry-after') === null
}

let placed = 0n

/** A new bet: each has an amount of its own, so that it is known again on the chain. */
export function newBet(
  { random }: World,
  currency: 'SOL' | 'UTILITY',
): { outcome: Side; amount: bigint; text: string } {
  placed += 1n
  const base = currency === 'SOL' ? 50_000_000n : 5_000_000n
  const amount = base + placed * 1_000n + BigInt(random.int(0, 999))
  return {
    outcome: random.pick(['Yes', 'No'] as const),
    amount,
    text: formatAmount(amount, DECIMALS[currency]),
  }
}

/** A market that takes bets for some seconds yet. */
export function openMarket({ markets, random, now }: World, seconds = 3): KnownMarket | undefined {
  const open = markets.filter(({ closeAt }) => closeAt > now() + 1_000 * seconds)
  return open.length > 0 ? random.pick(open) : undefined
}
