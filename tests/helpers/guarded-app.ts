import { type SigningOptions, signRequest } from '@prediction-market/sdk'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { Hono } from 'hono'
import pino from 'pino'
import { requireCaller } from '../../app/src/gateway/caller.ts'
import type { GatewayEnv } from '../../app/src/gateway/context.ts'
import { notFound, onError } from '../../app/src/gateway/errors.ts'
import { type GuardOptions, gatewayGuards } from '../../app/src/gateway/guards.ts'
import { keyRoutes } from '../../app/src/gateway/routes/keys.ts'
import { sharedStore } from './store.ts'

/** A small app behind the gateway's guards. */
export interface GuardedApp {
  app: Hono<GatewayEnv>
  /** Unix milliseconds by the gateway's clock; tests set it. */
  clock: { now: number }
  /** Everything that was logged. */
  logged: string[]
  /** How often POST /v1/work ran. */
  runs: { count: number }
  /** What POST /v1/work does before it answers. */
  work: { before: () => Promise<void> }
}

/** Puts the app together on the store of this run. */
export async function guardedApp(options: Partial<GuardOptions> = {}): Promise<GuardedApp> {
  const { db } = await sharedStore()
  const clock = { now: Date.now() }
  const now = () => clock.now
  const logged: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  const runs = { count: 0 }
  const work = { before: async () => {} }
  const app = new Hono<GatewayEnv>()
  app.onError(onError)
  app.notFound(notFound)
  app.use('*', async (c, next) => {
    c.set('log', log)
    await next()
    log.info({ caller: c.get('caller'), path: c.req.path, status: c.res.status }, 'request')
  })
  for (const guard of gatewayGuards({ db, now, ...options })) app.use('*', guard)
  app.get('/v1/me', (c) => c.json({ caller: c.get('caller') ?? null }))
  app.get('/v1/mine', (c) => c.json(requireCaller(c, 'read')))
  app.post('/v1/work', async (c) => {
    const { wallet } = requireCaller(c, 'build')
    runs.count += 1
    await work.before()
    return c.json({ wallet, run: runs.count, body: Buffer.from(c.get('rawBody')).toString() }, 202)
  })
  app.route('/', keyRoutes({ db, now }))
  return { app, clock, logged, runs, work }
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
  const init = { method, headers: { ...type, ...headers }, ...(body !== undefined && { body }) }
  return app.request(path, init, { incoming: { socket: { remoteAddress: from } } })
}

/** Signs a request by the gateway's clock and sends it. */
export async function sendSigned(
  guarded: GuardedApp,
  wallet: Keypair,
  sent: Sent,
  options: SigningOptions = {},
): Promise<Response> {
  const { method = 'GET', path, body } = sent
  const request = { method, path, ...(body !== undefined && { body }) }
  const signed = await signRequest(wallet, request, { timestamp: guarded.clock.now, ...options })
  return send(guarded, { ...sent, headers: { ...signed, ...sent.headers } })
}

/** Issues a key to a wallet of its own, or to the one given. */
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

/** Expects a refusal in the one shape that errors have. */
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
