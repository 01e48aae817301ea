import { createRestClient, followEvents, signAndSubmit, unwrap } from '@prediction-market/sdk/rest'
import { Keypair } from '@solana/web3.js'

const baseUrl = process.env.GATEWAY_URL ?? 'http://127.0.0.1:8080'
const marketSeconds = Number(process.env.MARKET_SECONDS ?? 45)

// A client whose requests a wallet signs, and play money for it.
const alice = Keypair.generate()
const client = createRestClient({ baseUrl, signer: alice })
const wallet = alice.publicKey.toBase58()
unwrap(await client.POST('/v1/localnet/faucet', { body: { wallet, currency: 'SOL', amount: '10' } }))

// The markets that are open.
const query = { status: 'open', currency: 'SOL', limit: 3 } as const
for (const { question, odds } of unwrap(await client.GET('/v1/markets', { params: { query } }))) {
  console.log(`${question} Yes ${odds.Yes}, No ${odds.No}`)
}

// A market by a question. What changes something is built by the gateway and signed here.
const expireAt = new Date(Date.now() + marketSeconds * 1_000).toISOString()
const body = { question: 'Will SOL be above $20 at expiry?', outcomes: ['Yes', 'No'], expireAt }
const projected = unwrap(await client.POST('/v1/markets', { body: { ...body, currency: 'SOL' } }))
console.log(`It means: ${projected.details}`)
const market = await signAndSubmit(client, projected, alice)
console.log(`opened ${market.id}, which expires at ${market.expireAt}`)
const path = { id: market.id }

// A quote, and a bet that Alice signs. It is refused if it would be paid less than the quote.
const bet = { outcome: 'Yes', amount: '0.5' } as const
const { payout } = unwrap(await client.GET('/v1/markets/{id}/quote', { params: { path, query: bet } }))
const built = unwrap(
  await client.POST('/v1/markets/{id}/bets', { params: { path }, body: { ...bet, minPayout: payout } }),
)
if (!('transaction' in built)) throw new Error('a signed request builds a bet')
console.log((await signAndSubmit(client, built, alice)).message)

// A bankroll, and an API key that may bet from it: at most 1 SOL a bet and 2 SOL in all, today.
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

// A bet in one call, with the API key alone. The same Idempotency-Key never bets twice.
const bot = createRestClient({ baseUrl, apiKey: issued.key })
const header = { 'Idempotency-Key': `example-${issued.id}` }
const call = { params: { path, header }, body: { outcome: 'No', amount: '0.25' } } as const
const placed = unwrap(await bot.POST('/v1/markets/{id}/bets', call))
const again = unwrap(await bot.POST('/v1/markets/{id}/bets', call))
console.log(`in one call: ${placed.transactionId}, and again: ${again.transactionId}`)

// The stream, from the first event of the market to the payout.
console.log('waiting for the decision')
for await (const event of followEvents(client, { market: [market.id], lastEventId: '0' })) {
  console.log(`event ${event.id}: ${event.type}`)
  if (event.type === 'resolution') console.log(`decided: ${event.winningOutcome}`)
  if (event.type === 'payout') break
}
const result = unwrap(await client.GET('/v1/markets/{id}/result', { params: { path } }))
console.log(`paid: ${result.yourWinnings} SOL in ${result.transactionId}`)
