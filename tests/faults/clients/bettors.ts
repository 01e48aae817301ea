import { setTimeout as sleep } from 'node:timers/promises'
import {
  PredictionMarketClient,
  ProgramError,
  TransactionExpiredError,
  TransactionFailedError,
} from '@prediction-market/sdk'
import type { Connection, Keypair } from '@solana/web3.js'
import { readStatus, resubmit, submit, tellBet } from './submit.ts'
import { ask, isFinal, newBet, openMarket, type World } from './world.ts'

/** A wallet that builds, signs and submits bets. */
export async function betByWallet(world: World, wallet: Keypair): Promise<void> {
  const market = openMarket(world)
  if (!market) return void (await sleep(300))
  const { outcome, text } = newBet(world, market.currency)
  const body = { outcome, amount: text }
  const built = await ask(world, 'POST', `/v1/markets/${market.id}/bets`, { body, wallet })
  if (built.status !== 202) return
  const sent = await submit(world, wallet, built.body.transaction.base64)
  if (sent) tellBet(world, sent.signature, sent.body)
}

/** An API key that may bet from a bankroll. */
export interface ApiKey {
  wallet: Keypair
  headers: Record<string, string>
}

let keys = 0

/** How often a client repeats a request under the same key. */
const ATTEMPTS = 12

/** A program with an API key that bets in one call, and repeats the call under the same key until it is answered. */
export async function betInOneCall(world: World, { wallet, headers }: ApiKey): Promise<void> {
  const { random, journal, signal } = world
  const market = openMarket(world)
  if (!market) return void (await sleep(300))
  const { outcome, amount, text } = newBet(world, market.currency)
  const owner = wallet.publicKey.toBase58()
  keys += 1
  const key = `bet-${keys}`
  const keyed = { owner, key, market: market.id, outcome, amount, signature: null as string | null }
  journal.keyed.push(keyed)
  for (let attempt = 0; attempt < ATTEMPTS && !signal.aborted; attempt++) {
    const asked = {
      body: { outcome, amount: text },
      headers: { ...headers, 'idempotency-key': key },
      patienceMs: random.oneIn(4) ? random.int(50, 1_500) : undefined,
    }
    const answer = await ask(world, 'POST', `/v1/markets/${market.id}/bets`, asked).catch(() => undefined)
    if (answer?.status === 201) {
      keyed.signature = answer.body.transactionId
      tellBet(world, answer.body.transactionId, answer.body, owner)
      // Once more, to compare.
      if (!random.oneIn(3)) return
    } else if (answer && isFinal(answer)) {
      // A refusal before the first answer got through may be one of a bet that was sent: it must not be.
      journal.report({ what: 'refused', owner, key, reason: `${answer.status} ${answer.body.error}` })
      return
    }
    await sleep(random.int(50, 800))
  }
}

/** A program that uses the SDK and one node of its own. */
export async function betBySdk(world: World, wallet: Keypair, connection: Connection): Promise<void> {
  const market = openMarket(world)
  if (!market) return void (await sleep(300))
  const { outcome, amount } = newBet(world, market.currency)
  const client = new PredictionMarketClient(connection, { signer: wallet })
  await sendBySdk(world, () => client.bets.place({ market: market.id, outcome, amount }))
}

async function sendBySdk({ journal }: World, send: () => Promise<{ signature: string }>): Promise<void> {
  try {
    journal.requests += 1
    const { signature } = await send()
    journal.report({ what: 'confirmed', signature })
  } catch (error) {
    const isEnd =
      error instanceof ProgramError ||
      error instanceof TransactionFailedError ||
      error instanceof TransactionExpiredError
    const signature = (error as { signature?: string }).signature
    if (isEnd && signature) journal.report({ what: 'failed', signature, reason: (error as Error).message })
  }
}

/** The same with bets in two markets in one transaction. */
export async function betInTwo(world: World, wallet: Keypair, connection: Connection): Promise<void> {
  const [first, second] = [openMarket(world), openMarket(world)]
  if (!first || !second || first === second) return void (await sleep(300))
  const client = new PredictionMarketClient(connection, { signer: wallet })
  const built = await Promise.all(
    [first, second].map(({ id, currency }) => {
      const { outcome, amount } = newBet(world, currency)
      return client.bets.buildPlace({ market: id, outcome, amount, bettor: wallet.publicKey })
    }),
  )
  await sendBySdk(world, () => client.send(built.flat(), { isUnique: true }))
}

/** A client that comes back to a transaction of long ago: sends the same bytes again, or asks for its status. */
export async function comeBack(world: World): Promise<void> {
  const { random, journal } = world
  const sent = [...journal.sent]
  if (sent.length === 0) return void (await sleep(500))
  const [signature, { bytes }] = random.pick(sent)
  // One that was reported as failed is not sent again: it could then succeed.
  const isOver = journal.reported.some(
    (reported) => reported.what === 'failed' && reported.signature === signature,
  )
  if (isOver || random.oneIn(2)) await readStatus(world, signature)
  else await resubmit(world, signature, bytes)
  await sleep(random.int(100, 500))
}

/** Repeats a step until the world ends; what is lost on the way is no failure. */
export async function repeat(world: World, step: () => Promise<unknown>): Promise<void> {
  while (!world.signal.aborted) {
    await step().catch(() => {})
    await sleep(world.random.int(20, 200))
  }
}
