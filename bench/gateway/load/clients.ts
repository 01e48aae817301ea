// Honest clients of the load bench: wallets with bankrolls and API keys.

import { signRequest } from '@prediction-market/sdk/request'
import { Keypair, VersionedTransaction } from '@solana/web3.js'
import { type Cheats, createCheats } from '../../../app/src/localnet/cheats.ts'
import { LOCALNET_KEYS } from '../../../app/src/localnet/keys.ts'
import { type Answer, type Call, HttpClient } from './http.ts'

/** Each wallet has 100,000 SOL and UTILITY, half of it in its bankroll, so that no bet is refused for lack of funds. */
const WEALTH = { lamports: 100_000_000_000_000n, utility: 100_000_000_000n, deposit: '50000' }

/** SOL that the bankroll of a hostile wallet has, and less than it: what it can bet once. */
const HOSTILE_DEPOSIT = '1'
export const BANKROLL = '0.6'

const DAY_MS = 86_400_000

/** A client with an address, a wallet, a bankroll and an API key that may bet from it. */
export class HonestClient {
  #apiKey = ''

  constructor(
    readonly http: HttpClient,
    readonly wallet: Keypair,
  ) {}

  /** The header of the API key. */
  get authorization(): Record<string, string> {
    return { authorization: `Bearer ${this.#apiKey}` }
  }

  /** A POST or PUT that the wallet signs. */
  async signed(method: 'POST' | 'PUT', path: string, content: unknown): Promise<Call> {
    const body = JSON.stringify(content)
    const { host } = this.http
    return {
      method,
      path,
      body,
      headers: { ...(await signRequest(this.wallet, { method, host, path, body })) },
    }
  }

  /** The request that submits a transaction built by the gateway and signed by the wallet. */
  submission(built: Answer): Call {
    const { transaction } = JSON.parse(built.text) as { transaction: { base64: string } }
    const unsigned = VersionedTransaction.deserialize(Buffer.from(transaction.base64, 'base64'))
    unsigned.sign([this.wallet])
    const signedTransaction = Buffer.from(unsigned.serialize()).toString('base64')
    return { method: 'POST', path: '/v1/transactions', body: JSON.stringify({ signedTransaction }) }
  }

  /** Funds the wallet, opens its bankroll, and names an API key as its delegate. */
  async setUp(cheats: Cheats, deposit = WEALTH.deposit): Promise<void> {
    const { publicKey } = this.wallet
    await cheats.setLamports(publicKey, WEALTH.lamports)
    await cheats.setTokenBalance(publicKey, LOCALNET_KEYS.mint.publicKey, WEALTH.utility)
    for (const currency of ['SOL', 'UTILITY']) {
      await this.#act('POST', '/v1/bankroll/deposits', { currency, amount: deposit })
    }
    const issued = await this.http.send(
      await this.signed('POST', '/v1/keys', { scopes: ['read', 'bet', 'build'] }),
    )
    const { id, key } = JSON.parse(required(issued).text) as { id: string; key: string }
    this.#apiKey = key
    const limit = { perBet: '1000', total: WEALTH.deposit }
    await this.#act('PUT', `/v1/bankroll/delegates/${id}`, {
      limits: { SOL: limit, UTILITY: limit },
      maxFee: '0.00005',
      expiresAt: new Date(Date.now() + DAY_MS).toISOString(),
    })
  }

  async #act(method: 'POST' | 'PUT', path: string, body: unknown): Promise<void> {
    const built = required(await this.http.send(await this.signed(method, path, body)))
    required(await this.http.send(this.submission(built)))
  }
}

/** Opens honest clients, each with an address from 127.1.0.1 on. */
export function openClients(base: string, rpcUrl: string, count: number): Promise<HonestClient[]> {
  return openAll(
    base,
    rpcUrl,
    Array.from({ length: count }, (_, index) => clientAddress(index)),
  )
}

/** Opens wallets with an API key and a bankroll that pays for one bet. */
export function openEmpty(base: string, rpcUrl: string, count: number): Promise<HonestClient[]> {
  const addresses = Array.from({ length: count }, (_, index) => `127.3.0.${index + 1}`)
  return openAll(base, rpcUrl, addresses, HOSTILE_DEPOSIT)
}

async function openAll(
  base: string,
  rpcUrl: string,
  addresses: readonly string[],
  deposit?: string,
): Promise<HonestClient[]> {
  const cheats = createCheats(rpcUrl)
  const clients = addresses.map(
    (address) => new HonestClient(new HttpClient(base, address), Keypair.generate()),
  )
  const waiting = [...clients]
  const work = async () => {
    for (let client = waiting.pop(); client; client = waiting.pop()) await client.setUp(cheats, deposit)
  }
  await Promise.all([work(), work(), work(), work()])
  return clients
}

/** The address of an honest client. */
export function clientAddress(index: number): string {
  return `127.1.0.${index + 1}`
}

/** The answer, which must be a success. */
export function required(answer: Answer): Answer {
  if (answer.status < 300) return answer
  throw new Error(`The set-up was refused: ${answer.status} ${answer.text}`)
}
