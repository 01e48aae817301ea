// Bankrolls, delegates and API keys for the gateway tests.

import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { type Answer, act, inSeconds, paidWallet, request, sign, type TestGateway } from './harness.ts'

/** An API key of a wallet. */
export interface TestKey {
  id: string
  key: string
  delegate: string | null
  headers: Record<string, string>
}

/** Limits of a delegate that no test reaches. */
export const WIDE = {
  limits: { SOL: { perBet: '100', total: '1000' }, UTILITY: { perBet: '1000', total: '10000' } },
  maxFee: '0.00005',
}

/** Issues an API key. */
export async function issueKey(base: string, wallet: Keypair, scopes?: string[]): Promise<TestKey> {
  const issued = await request(base, 'POST', '/v1/keys', { body: scopes ? { scopes } : {}, wallet })
  expect(issued.status, issued.text).to.equal(201)
  const { id, key, delegate } = issued.body
  return { id, key, delegate, headers: { authorization: `Bearer ${key}` } }
}

/** Changes a delegate through the gateway: builds, signs and sends the transaction. */
export async function changeDelegate(
  base: string,
  wallet: Keypair,
  keyId: string,
  body: object | undefined,
): Promise<{ built: Answer; sent: Answer }> {
  const method = body ? 'PUT' : 'DELETE'
  const built = await request(base, method, `/v1/bankroll/delegates/${keyId}`, { body, wallet })
  expect(built.status, built.text).to.equal(202)
  const signedTransaction = sign(built.body.transaction.base64, wallet)
  const sent = await request(base, 'POST', '/v1/transactions', { body: { signedTransaction } })
  expect(sent.status, sent.text).to.equal(201)
  return { built, sent }
}

/** Deposits of a bettor who bets in SOL only, which are quicker made than those in both currencies. */
export const SOL_ONLY = { SOL: '20' }

/**
 * A wallet with a bankroll, and an API key that may bet from it.
 *
 * @param change - of the delegate's limits
 * @param deposits - into the bankroll, 20 SOL and 200 UTILITY by default
 */
export async function givenBettor(
  test: TestGateway,
  change: object = {},
  deposits: { SOL: string; UTILITY?: string } = { SOL: '20', UTILITY: '200' },
) {
  const { url } = test.gateway
  const wallet = Keypair.generate()
  await paidWallet(url, wallet, { SOL: '50', ...(deposits.UTILITY && { UTILITY: '500' }) })
  for (const [currency, amount] of Object.entries(deposits)) {
    await act(url, '/v1/bankroll/deposits', { currency, amount }, wallet)
  }
  const key = await issueKey(url, wallet, ['read', 'bet'])
  await changeDelegate(url, wallet, key.id, { ...WIDE, expiresAt: inSeconds(test, 86_400), ...change })
  return { wallet, key }
}

/** Opens a market that lasts an hour. */
export async function givenMarket(
  test: TestGateway,
  currency: 'SOL' | 'UTILITY',
  creator: Keypair,
): Promise<string> {
  const body = {
    question: 'Will SOL be above $250?',
    outcomes: ['Yes', 'No'],
    currency,
    expireAt: inSeconds(test, 3_600),
  }
  return (await act(test.gateway.url, '/v1/markets', body, creator)).sent.body.id
}

/** The bankroll of a wallet. */
export async function bankrollOf(base: string, wallet: Keypair) {
  const answer = await request(base, 'GET', '/v1/bankroll', { wallet })
  expect(answer.status, answer.text).to.equal(200)
  return answer.body
}
