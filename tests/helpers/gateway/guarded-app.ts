// A small app behind the gateway's middleware, for tests of limits and authentication; checks the names of errors.

import { LangErrorCode } from '@coral-xyz/anchor'
import { type SigningOptions, signRequest } from '@prediction-market/sdk/request'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import pino from 'pino'
import { createApp, type LimitOptions } from '../../../app/src/gateway/app.ts'
import type { AuthenticationOptions } from '../../../app/src/gateway/auth/authenticate.ts'
import { requireScope } from '../../../app/src/gateway/auth/require.ts'
import { Metrics } from '../../../app/src/gateway/health/metrics.ts'
import type { Caller, GatewayApp } from '../../../app/src/gateway/http/context.ts'
import { errorNames } from '../../../app/src/gateway/http/errors/names.ts'
import { answer, respond } from '../../../app/src/gateway/http/respond.ts'
import { keyRoutes } from '../../../app/src/gateway/keys/routes.ts'
import { sharedStore } from './store.ts'

/** A body that is larger than the buffers of a socket. */
const LARGE = 'x'.repeat(32 * 1_024 * 1_024)

/** The host of requests to the app. */
export const HOST = 'localhost'

/** A small app behind the gateway's middleware. */
export interface GuardedApp {
  app: GatewayApp
  /** Unix milliseconds by the gateway's clock; tests set it. */
  clock: { now: number }
  /** Everything that was logged. */
  logged: string[]
  /** How often POST /v1/work ran. */
  runs: { count: number }
  /** Runs before POST /v1/work answers. */
  work: { before: () => Promise<void> }
}

/** Creates the app on the store of this run. */
export async function guardedApp(options: LimitOptions & AuthenticationOptions = {}): Promise<GuardedApp> {
  const { db } = await sharedStore()
  const clock = { now: Date.now() }
  const now = () => clock.now
  const logged: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  const runs = { count: 0 }
  const work = { before: async () => {} }
  const app = createApp({ db, log, metrics: new Metrics(), now, ...options })
  app.get('/v1/me', (c) => answer(c, { caller: view(c.get('caller')) }, 200))
  app.get('/v1/mine', requireScope('read'), (c) => answer(c, view(c.get('caller')), 200))
  app.get('/v1/large', (c) => respond(c, LARGE, 200, 'text/plain'))
  app.post('/v1/work', requireScope('build'), async (c) => {
    runs.count += 1
    await work.before()
    return answer(c, { wallet: c.get('caller').wallet, run: runs.count, body: await c.req.text() }, 202)
  })
  keyRoutes(app, { db, now })
  return { app, clock, logged, runs, work }
}

function view(caller: Caller | undefined) {
  return caller ? { ...caller } : null
}

/** A request to send. */
export interface Sent {
  method?: string
  path: string
  body?: string
  headers?: Record<string, string>
  /** The client's address. */
  from?: string
}

/** Sends a request without credentials, or with those in its headers. */
export async function send({ app }: GuardedApp, sent: Sent): Promise<Response> {
  const { method = 'GET', path, body, headers = {}, from = '192.0.2.1' } = sent
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' }
  const init = {
    method,
    headers: { Host: HOST, ...type, ...headers },
    ...(body !== undefined && { body }),
  }
  // What Node's server adds to a request: the raw path and the client's address.
  const answer = await app.request(path, init, { incoming: { url: path, socket: { remoteAddress: from } } })
  expectNamed(answer, `${method} ${path}`)
  return answer
}

/** Signs a request by the gateway's clock and sends it. */
export async function sendSigned(
  guarded: GuardedApp,
  wallet: Keypair,
  sent: Sent,
  options: SigningOptions = {},
): Promise<Response> {
  const { method = 'GET', path, body } = sent
  const request = { method, host: HOST, path, ...(body !== undefined && { body }) }
  const signed = await signRequest(wallet, request, { timestamp: guarded.clock.now, ...options })
  return send(guarded, { ...sent, headers: { ...signed, ...sent.headers } })
}

/** Issues a key to a new wallet, or to the given one. */
export async function issueKey(guarded: GuardedApp, body: object = {}, wallet = Keypair.generate()) {
  const answer = await sendSigned(guarded, wallet, {
    method: 'POST',
    path: '/v1/keys',
    body: JSON.stringify(body),
  })
  expect(answer.status, await answer.clone().text()).to.equal(201)
  const issued = (await answer.json()) as { id: string; key: string; scopes: string[]; expiresAt: string }
  return { ...issued, wallet, headers: { Authorization: `Bearer ${issued.key}` } }
}

/** Expects a refusal in the documented error shape. */
export async function expectRefusal(
  answer: Response,
  status: number,
  message: string | RegExp,
): Promise<void> {
  const text = await answer.text()
  expect(answer.status, text).to.equal(status)
  const body = JSON.parse(text)
  expect(Object.keys(body)).to.deep.equal(['error'])
  if (typeof message === 'string') expect(body.error).to.equal(message)
  else expect(body.error).to.match(message)
}

const NAMES = new Set([...Object.keys(errorNames()), ...Object.keys(LangErrorCode)])

/** Expects that an answer has a name of the list, or of Anchor, if it is an error, and none otherwise. */
export function expectNamed({ status, headers }: Pick<Response, 'status' | 'headers'>, where: string): void {
  const name = headers.get('x-error-code')
  if (status < 400) expect(name, where).to.equal(null)
  else expect(NAMES.has(name ?? ''), `${where}: ${status} is named ${name}`).to.equal(true)
}
