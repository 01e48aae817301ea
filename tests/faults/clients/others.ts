import { setTimeout as sleep } from 'node:timers/promises'
import { parseAmount } from '@prediction-market/sdk'
import { findFeed } from '@prediction-market/sdk/feeds'
import { createRestClient, followEvents, type RestEvent } from '@prediction-market/sdk/rest'
import type { Keypair } from '@solana/web3.js'
import { LOCALNET_KEYS } from '../../../app/src/localnet/keys.ts'
import { submit } from './submit.ts'
import { ask, DECIMALS, limited, type World } from './world.ts'

/** Seconds that markets last, at least and at most. Events can be decided early: 16 betting periods, and time to open. */
const LASTING = { price: [16, 30], event: [38, 46], holders: [38, 46] } as const

/** Opens a market, now and then. */
export async function openMarkets(world: World, creator: Keypair, most: number): Promise<void> {
  const { random, journal, markets, now } = world
  // One more if all of them have ended before anybody bet, as they do on a slow machine.
  const hasEnded = markets.every(({ closeAt }) => closeAt <= now())
  const isIdle = hasEnded && !journal.reported.some(({ what }) => what === 'bet')
  if (markets.length >= most && !isIdle) return void (await sleep(500))
  const currency = random.pick(['SOL', 'UTILITY'] as const)
  const feed = findFeed('SOL')?.id
  const target = random.pick(['0.01', '1000000'])
  const price = { type: 'price', feed, comparison: 'above', target, timing: 'atExpiry' } as const
  const event = { type: 'event', timing: random.pick(['atExpiry', 'byExpiry']) } as const
  // Everybody in these runs holds UTILITY, and the number of them is known.
  const many = {
    type: 'holders',
    comparison: 'above',
    target: random.pick(['1', '1000']),
    timing: 'atExpiry',
  } as const
  const condition = random.oneIn(3) ? many : random.oneIn(2) ? event : price
  const token = condition.type === 'holders' ? { tokenAddress: LOCALNET_KEYS.mint.publicKey.toBase58() } : {}
  const [shortest, longest] = LASTING[condition.type]
  const expireAt = new Date(now() + 1_000 * random.int(shortest, longest)).toISOString()
  const question = `Is ${condition.type} number ${markets.length + 1} true?`
  const body = { question, outcomes: ['Yes', 'No'], currency, expireAt, condition, ...token }
  const built = await ask(world, 'POST', '/v1/markets', { body, wallet: creator })
  if (built.status !== 202) {
    if (built.status === 400) throw new Error(built.body.error)
    return
  }
  const sent = await submit(world, creator, built.body.transaction.base64)
  if (!sent?.body.id) return
  const { id, closeAt } = sent.body
  journal.report({
    what: 'market',
    signature: sent.signature,
    market: id,
    creator: creator.publicKey.toBase58(),
  })
  markets.push({ id, currency, closeAt: Date.parse(closeAt) })
  await sleep(random.int(200, 2_000))
}

/** Reads lists, markets, positions and results. */
export async function read(world: World): Promise<void> {
  const { random, markets, wallets, journal } = world
  if (markets.length === 0) return void (await sleep(300))
  const market = random.pick(markets)
  const wallet = random.pick(wallets)
  const owner = wallet.publicKey.toBase58()
  const path = random.pick([
    '/v1/markets',
    `/v1/markets/${market.id}`,
    `/v1/markets/${market.id}/bets`,
    `/v1/markets/${market.id}/history`,
    `/v1/wallets/${owner}/positions`,
    `/v1/wallets/${owner}/history`,
    '/v1/leaderboard',
    '/health',
  ])
  await ask(world, 'GET', path)
  const result = await ask(world, 'GET', `/v1/markets/${market.id}/result`, { wallet })
  if (result.status !== 200 || !result.body.settled) return
  const units = (amount: number) => parseAmount(amount, DECIMALS[market.currency])
  journal.report({
    what: 'payout',
    market: market.id,
    owner,
    winnings: units(result.body.yourWinnings),
    refund: units(result.body.yourRefund),
    signature: result.body.transactionId,
  })
  await sleep(random.int(50, 300))
}

/**
 * Follows the event stream from the first event on. Its connection is lost now and then, and it resumes where it was.
 *
 * @param done - ends it
 */
export async function follow(world: World, done: AbortSignal): Promise<void> {
  const { random, journal, url } = world
  const events: RestEvent[] = []
  journal.streams.push(events)
  const client = createRestClient({ baseUrl: url })
  while (!done.aborted) {
    const { signal, end } = limited(done, random.int(1_000, 8_000))
    const lastEventId = String(events.at(-1)?.id ?? 0)
    try {
      for await (const event of followEvents(client, { lastEventId }, { signal })) events.push(event)
    } catch {
      await sleep(100)
    } finally {
      end()
    }
  }
}
