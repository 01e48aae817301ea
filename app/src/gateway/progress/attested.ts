import { toMarketId } from '@prediction-market/sdk'
import { PublicKey } from '@solana/web3.js'
import { z } from 'zod'

/** Milliseconds that an attestor may take. */
const TIMEOUT_MS = 3_000

const Answer = z.object({
  observations: z.array(z.object({ market: z.string(), value: z.string().regex(/^\d{1,20}$/) })),
})

/**
 * What attestors have last seen of markets, by id: the first one that answers is believed, for
 * nothing is decided by it.
 *
 * @throws Error if none answers
 */
export async function readObservations(urls: readonly string[]): Promise<Map<string, string>> {
  const reasons: string[] = []
  for (const url of urls) {
    try {
      const answer = await fetch(`${url.replace(/\/$/, '')}/observations`, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (!answer.ok) throw new Error(`it answered ${answer.status}`)
      const { observations } = Answer.parse(await answer.json())
      return new Map(
        observations.map(({ market, value }) => [
          toMarketId(new PublicKey(market)),
          BigInt(value).toString(),
        ]),
      )
    } catch (error) {
      reasons.push(`${url}: ${(error as Error).message}`)
    }
  }
  throw new Error(`No attestor tells what it has seen: ${reasons.join('; ')}`)
}
