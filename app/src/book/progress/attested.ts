// Reads the observations of attestors.

import { toMarketId } from '@prediction-market/sdk'
import type { Measured } from '@prediction-market/sdk/rules'
import { PublicKey } from '@solana/web3.js'
import { z } from 'zod'
import { fetchText } from '../../runtime/read-limited.ts'

/** Milliseconds that an attestor may take to answer. */
const TIMEOUT_MS = 3_000

/** The longest answer in bytes: the observations of a hundred thousand markets. */
const MAX_BYTES = 16 * 1_024 * 1_024

const Answer = z.object({
  observations: z.array(z.object({ market: z.string(), value: z.string().regex(/^\d{1,20}$/) })),
})

/**
 * Reads the latest observations of an attestor, by market id. The first attestor that answers is enough, because
 * nothing is decided by them.
 *
 * @throws Error if no attestor answers
 */
export async function readObservations(urls: readonly string[]): Promise<Map<string, Measured>> {
  const reasons: string[] = []
  for (const url of urls) {
    try {
      const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES }
      const { status, text } = await fetchText(`${url.replace(/\/$/, '')}/observations`, limits)
      if (status !== 200) throw new Error(`answered ${status}`)
      const { observations } = Answer.parse(JSON.parse(text))
      return new Map(
        observations.map(({ market, value }) => [
          toMarketId(new PublicKey(market)),
          { value: BigInt(value), exponent: 0 },
        ]),
      )
    } catch (error) {
      reasons.push(`${url}: ${(error as Error).message}`)
    }
  }
  throw new Error(`No attestor answered: ${reasons.join('; ')}`)
}
