// Starts gateways on the shared localnet and sends them requests.

import { setTimeout } from 'node:timers/promises'
import { signRequest } from '@prediction-market/sdk/request'
import { type Keypair, VersionedTransaction } from '@solana/web3.js'
import { expect } from 'chai'
import pino from 'pino'
import { type ChannelOptions, mountChannels } from '../../../app/src/channels/channels.ts'
import { type Gateway, startGateway } from '../../../app/src/gateway/gateway.ts'
import type { GatewayOptions } from '../../../app/src/gateway/options.ts'
import type { Localnet } from '../../../app/src/localnet/localnet.ts'
import { mountLocalnet } from '../../../app/src/localnet/routes.ts'
import { sharedLocalnet, type TestLocalnet } from '../localnet/index.ts'
import { afterRun } from '../run/cleanup.ts'
import { expectDocumented } from './documented.ts'
import { expectNamed } from './guarded-app.ts'

/** The response to a request. */
export interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it
  body: any
}

/** No rate limits, for tests that are not about limits. */
const UNLIMITED = { reads: Number.POSITIVE_INFINITY, writes: Number.POSITIVE_INFINITY }

/** A gateway on the shared localnet. */
export interface TestGateway {
  gateway: Gateway
  localnet: TestLocalnet
}

let shared: Promise<TestGateway> | undefined

/** Options of a gateway on the shared localnet, or on another one. */
export interface TestOptions
  extends Partial<Omit<GatewayOptions, 'localnet' | 'mounts'>>,
    Pick<ChannelOptions, 'webhooks'> {
  /** Undefined: as if it ran beside no localnet. */
  localnet?: Localnet | undefined
}

/** Starts a separate gateway with all that is mounted on it, on the shared localnet by default. */
export async function openGateway({ webhooks, ...options }: TestOptions = {}): Promise<TestGateway> {
  const localnet = await sharedLocalnet()
  const beside = 'localnet' in options ? options.localnet : localnet
  const channels = mountChannels({ allowPrivate: beside !== undefined, webhooks })
  const gateway = await startGateway({
    nodes: [localnet.node],
    prices: localnet.prices,
    localnet,
    mounts: beside ? [channels, mountLocalnet(beside)] : [channels],
    port: 0,
    log: pino({ level: 'silent' }),
    progressMs: 500,
    limits: { rates: { address: UNLIMITED, wallet: UNLIMITED, key: UNLIMITED } },
    ...options,
  })
  return { gateway, localnet }
}

/** The gateway that all test files of a process share. */
export function sharedGateway(): Promise<TestGateway> {
  shared ??= openGateway().then((opened) => {
    afterRun(() => opened.gateway.stop())
    return opened
  })
  return shared
}

interface RequestParts {
  body?: unknown
  wallet?: Keypair
  headers?: Record<string, string>
}

/**
 * Sends a request, signed by a wallet if one is given, and expects a documented answer. A read is repeated for two
 * seconds while the history is behind the chain: it lacks an event if a node reports the one after it first.
 */
export async function request(
  base: string,
  method: string,
  path: string,
  parts: RequestParts = {},
): Promise<Answer> {
  for (let attempts = 20; ; attempts--) {
    const answer = await send(base, method, path, parts)
    const isBehind = method === 'GET' && answer.headers.get('x-error-code') === 'HistoryBehind'
    if (!isBehind || attempts === 0) return answer
    await setTimeout(100)
  }
}

async function send(
  base: string,
  method: string,
  path: string,
  { body, wallet, headers }: RequestParts,
): Promise<Answer> {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const { host } = new URL(base)
  const signed =
    wallet && (await signRequest(wallet, { method, host, path, ...(text !== undefined && { body: text }) }))
  const answer = await fetch(base + path, {
    method,
    ...(text !== undefined && { body: text }),
    headers: { ...(text !== undefined && { 'content-type': 'application/json' }), ...signed, ...headers },
  })
  const received = await answer.text()
  const contentType = answer.headers.get('content-type') ?? ''
  expect(answer.headers.get('x-content-type-options'), `${method} ${path}`).to.equal('nosniff')
  const { status } = answer
  expectNamed(answer, `${method} ${path}`)
  await expectDocumented(base, { method, path, status, contentType, text: received })
  return {
    status,
    headers: answer.headers,
    text: received,
    body: contentType.startsWith('application/json') ? JSON.parse(received) : undefined,
  }
}

/** Signs a transaction that the gateway built, as a wallet would. */
export function sign(base64: string, wallet: Keypair): string {
  const transaction = VersionedTransaction.deserialize(Buffer.from(base64, 'base64'))
  transaction.sign([wallet])
  return Buffer.from(transaction.serialize()).toString('base64')
}

/** Builds a transaction through the gateway, signs it and sends it; expects both to succeed. */
export async function act(
  base: string,
  path: string,
  body: unknown,
  wallet: Keypair,
): Promise<{ built: Answer; sent: Answer }> {
  const built = await request(base, 'POST', path, { body, wallet })
  expect(built.status, built.text).to.equal(202)
  const signedTransaction = sign(built.body.transaction.base64, wallet)
  const sent = await request(base, 'POST', '/v1/transactions', { body: { signedTransaction } })
  expect(sent.status, sent.text).to.equal(201)
  return { built, sent }
}

/** A wallet that the gateway's faucet has paid; UTILITY is optional. */
export async function paidWallet(base: string, wallet: Keypair, amounts: { SOL: string; UTILITY?: string }) {
  for (const [currency, amount] of Object.entries(amounts)) {
    const body = { wallet: wallet.publicKey.toBase58(), currency, amount }
    const paid = await request(base, 'POST', '/v1/localnet/faucet', { body })
    expect(paid.status, paid.text).to.equal(201)
  }
  return wallet
}

/** A time of the chain from now, in ISO 8601. */
export function inSeconds({ localnet }: TestGateway, seconds: number): string {
  return new Date((localnet.node.clock.now.unixSecond + seconds) * 1_000).toISOString()
}

/** Expects a refusal in the documented error shape. */
export function refused(
  answer: { status: number; body: unknown; text: string },
  status: number,
  message: string | RegExp,
) {
  expect(answer.status, answer.text).to.equal(status)
  expect(answer.body).to.have.all.keys('error')
  const { error } = answer.body as { error: string }
  if (typeof message === 'string') expect(error).to.include(message)
  else expect(error).to.match(message)
}
