import {
  type AttestationSignature,
  type Condition,
  type Fetched,
  type Market,
  PredictionMarketClient,
  verifyAttestation,
} from '@prediction-market/sdk'
import { type Keypair, PublicKey } from '@solana/web3.js'
import bs58 from 'bs58'
import { expect } from 'chai'
import { chainTime, fundedWallet, sharedLocalnet, until } from '../localnet/index.ts'

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

/** Opens a market with a stake on Yes that expires so many seconds from now. */
export async function givenMarket(
  condition: Condition,
  seconds: number,
  token?: PublicKey,
): Promise<AttestedMarket> {
  const { connection } = await sharedLocalnet()
  const creator = await fundedWallet(connection)
  const client = new PredictionMarketClient(connection, { signer: creator })
  const expireAt = (await chainTime(connection)) + seconds
  const { market: address } = await client.createMarket({
    question: 'Will it?',
    condition,
    currency: 'SOL',
    expireAt: BigInt(expireAt),
    token,
    initialStake: { outcome: 'Yes', amount: 100_000_000n },
  })
  const market = (await client.market(address)) ?? expect.fail('It was not opened')
  return { client, creator, market, address: address.toBase58(), expireAt }
}

/** An answer of an attestor. */
export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it
  body: any
}

/** Asks a server with GET. */
export async function ask(url: string): Promise<Answer> {
  const answer = await fetch(url)
  return { status: answer.status, body: await answer.json() }
}

/** What attestors agree on, with their signatures. */
export interface Agreement {
  value: bigint
  observedAt: bigint
  signatures: AttestationSignature[]
}

/** Asks the localnet's attestors for all they have signed of a market until so many agree, as a keeper does. */
export async function agreed(
  { address }: Pick<AttestedMarket, 'address'>,
  count: number,
): Promise<Agreement> {
  const { attestorUrls } = await sharedLocalnet()
  return until(`${count} attestors to agree on ${address}`, async () => {
    const answers = await Promise.all(attestorUrls.map((url) => ask(`${url}/attestations/${address}/all`)))
    const groups = new Map<string, AttestationSignature[]>()
    for (const { status, body } of answers) {
      if (status !== 200) continue
      for (const { value, observedAt, signature } of body.attestations) {
        const key = `${observedAt} ${value}`
        const one = { attestor: new PublicKey(body.attestor), signature: bs58.decode(signature) }
        const attestation = { market: new PublicKey(address), value: BigInt(value), observedAt }
        expect(verifyAttestation({ ...attestation, observedAt: BigInt(observedAt) }, one)).to.equal(true)
        groups.set(key, [...(groups.get(key) ?? []), one])
      }
    }
    const [key] = [...groups.keys()].filter((one) => (groups.get(one)?.length ?? 0) >= count).sort()
    if (!key) return undefined
    const [observedAt = '', value = ''] = key.split(' ')
    const signatures = groups.get(key)?.slice(0, count) ?? []
    return { value: BigInt(value), observedAt: BigInt(observedAt), signatures }
  })
}
