// Bets over REST in TypeScript: opens a market, bets by signing and in one call, and waits for the payout.

import { createRestClient, followEvents, signAndSubmit, unwrap } from '@prediction-market/sdk/rest'
import { Keypair } from '@solana/web3.js'

const baseUrl = process.env.GATEWAY_URL ?? 'http://127.0.0.1:8080'
const marketSeconds = Number(process.env.MARKET_SECONDS ?? 45)

// Create a client whose requests a wallet signs, and get play money for the wallet.
const alice = Keypair.generate()
const client = createRestClient({ baseUrl, signer: alice })
const wallet = alice.publicKey.toBase58()
unwrap(await client.POST('/v1/localnet/faucet', { body: { wallet, currency: 'SOL', amount: '10' } }))

// List the open markets.
const query = { status: 'open', currency: 'SOL', limit: 3 } as const
for (const { question, odds } of unwrap(await client.GET('/v1/markets', { params: { query } }))) {
  console.log(`${question} Yes ${odds.Yes}, No ${odds.No}`)
}

// Open a market from a question: the gateway builds the transaction, and it is signed here.
const expireAt = new Date(Date.now() + marketSeconds * 1_000).toISOString()
const body = { question: 'Will SOL be above $20 at expiry?', outcomes: ['Yes', 'No'], expireAt }
const projected = unwrap(await client.POST('/v1/markets', { body: { ...body, currency: 'SOL' } }))
console.log(`It means: ${projected.details}`)
const market = await signAndSubmit(client, projected, alice)
console.log(`opened ${market.id}, which expires at ${market.expireAt}`)
const path = { id: market.id }

// Quote a bet, and sign it. It is refused if its payout would be below the quote.
const bet = { outcome: 'Yes', amount: '0.5' } as const
const { payout } = unwrap(await client.GET('/v1/markets/{id}/quote', { params: { path, query: bet } }))
const built = unwrap(
  await client.POST('/v1/markets/{id}/bets', { params: { path }, body: { ...bet, minPayout: payout } }),
)
if (!('transaction' in built)) throw new Error('a signed request builds a bet')
console.log((await signAndSubmit(client, built, alice)).message)

// Set up a bankroll and an API key that may bet with it: at most 1 SOL a bet and 2 SOL in total, for a day.
const deposit = { currency: 'SOL', amount: '3' } as const
await signAndSubmit(client, unwrap(await client.POST('/v1/bankroll/deposits', { body: deposit })), alice)
const issued = unwrap(await client.POST('/v1/keys', { body: { name: 'example', scopes: ['bet'] } }))
const limits = { SOL: { perBet: '1', total: '2' } }
const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
const delegate = unwrap(
  await client.PUT('/v1/bankroll/delegates/{keyId}', {
    params: { path: { keyId: issued.id } },
    body: { limits, expiresAt },
  }),
)
await signAndSubmit(client, delegate, alice)

// Bet in one call, with the API key alone. The same Idempotency-Key never bets twice.
const bot = createRestClient({ baseUrl, apiKey: issued.key })
const header = { 'Idempotency-Key': `example-${issued.id}` }
const call = { params: { path, header }, body: { outcome: 'No', amount: '0.25' } } as const
const placed = unwrap(await bot.POST('/v1/markets/{id}/bets', call))
const again = unwrap(await bot.POST('/v1/markets/{id}/bets', call))
console.log(`in one call: ${placed.transactionId}, and again: ${again.transactionId}`)

// Follow the stream, from the first event of the market to the payout.
console.log('waiting for the decision')
for await (const event of followEvents(client, { market: [market.id], lastEventId: '0' })) {
  console.log(`event ${event.id}: ${event.type}`)
  if (event.type === 'resolution') console.log(`decided: ${event.winningOutcome}`)
  if (event.type === 'payout') break
}
const result = unwrap(await client.GET('/v1/markets/{id}/result', { params: { path } }))
console.log(`paid: ${result.yourWinnings} SOL in ${result.transactionId}`)
