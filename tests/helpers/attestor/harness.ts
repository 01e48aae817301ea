// Opens markets that attestors decide, and asks attestors about them.

import { type Condition, type Fetched, type Market, PredictionMarketClient } from '@prediction-market/sdk'
import { type AttestationSignature, verifyAttestation } from '@prediction-market/sdk/oracle'
import { type Keypair, PublicKey } from '@solana/web3.js'
import bs58 from 'bs58'
import { expect } from 'chai'
import { chainTime, fundedWallet, sharedLocalnet, travelTo, until } from '../localnet/index.ts'

/** A market that attestors decide, and who opened it. */
export interface AttestedMarket {
  client: PredictionMarketClient
  creator: Keypair
  market: Fetched<Market>
  /** In base58. */
  address: string
  /** Unix seconds. */
  expireAt: number
}

/** Opens a market with stakes on both sides that expires in that many seconds. */
export async function givenMarket(
  condition: Condition,
  seconds: number,
  token?: PublicKey,
): Promise<AttestedMarket> {
  const { connection } = await sharedLocalnet()
  const creator = await fundedWallet(connection)
  const client = new PredictionMarketClient(connection, { signer: creator })
  const expireAt = (await chainTime(connection)) + seconds
  const { market: address } = await client.markets.create({
    question: 'Will it?',
    condition,
    currency: 'SOL',
    expireAt: BigInt(expireAt),
    token,
    initialStake: { outcome: 'Yes', amount: 100_000_000n },
  })
  await client.bets.place({ market: address, outcome: 'No', amount: 100_000_000n })
  const market = (await client.markets.get(address)) ?? expect.fail('It was not opened')
  return { client, creator, market, address: address.toBase58(), expireAt }
}

/** An answer of an attestor. */
export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it
  body: any
}

/** Sends a GET request. */
export async function ask(url: string): Promise<Answer> {
  const answer = await fetch(url)
  return { status: answer.status, body: await answer.json() }
}

/** Asks an attestor, and retries while its view of the chain is stale, which happens on a busy machine. */
export async function askReady(url: string): Promise<Answer> {
  return until('the attestor to read the chain', async () => {
    const answer = await ask(url)
    return answer.status !== 503 && answer
  })
}

/** A statement that attestors agree on, with their signatures. */
export interface Agreement {
  second: bigint
  isMet: boolean
  signatures: AttestationSignature[]
}

/**
 * Moves the clock to a second at which attestors observe markets that can be decided early, more than two betting
 * periods from now: no earlier stake is late for an answer of that second in a market of up to five minutes.
 */
export async function nextMoment(): Promise<void> {
  const localnet = await sharedLocalnet()
  const now = await chainTime(localnet.connection)
  await travelTo(localnet, now + 20 - (now % 5))
}

/**
 * Asks attestors, by default those of the localnet, for their attestations about a market until `count` agree, as a
 * keeper does. Of several seconds the earliest counts.
 */
export async function agreed(
  { address }: Pick<AttestedMarket, 'address'>,
  count: number,
  urls?: readonly string[],
): Promise<Agreement> {
  const attestorUrls = urls ?? (await sharedLocalnet()).attestorUrls
  return until(`${count} attestors to agree on ${address}`, async () => {
    const answers = await Promise.all(attestorUrls.map((url) => ask(`${url}/attestations/${address}/all`)))
    const groups = new Map<string, AttestationSignature[]>()
    for (const { status, body } of answers) {
      if (status !== 200) continue
      for (const { second, isMet, signature } of body.attestations) {
        const key = `${second} ${isMet}`
        const one = { attestor: new PublicKey(body.attestor), signature: bs58.decode(signature) }
        const attestation = { market: new PublicKey(address), second: BigInt(second), isMet }
        expect(verifyAttestation(attestation, one)).to.equal(true)
        groups.set(key, [...(groups.get(key) ?? []), one])
      }
    }
    const [key] = [...groups.keys()].filter((one) => (groups.get(one)?.length ?? 0) >= count).sort()
    if (!key) return undefined
    const [second = '', isMet] = key.split(' ')
    const signatures = groups.get(key)?.slice(0, count) ?? []
    return { second: BigInt(second), isMet: isMet === 'true', signatures }
  })
}
