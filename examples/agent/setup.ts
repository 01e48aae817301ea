// Sets up the agent's money, as its owner: deposits 2 SOL in a bankroll, issues an API key, and limits it on chain to
// 0.5 SOL a bet and 1 SOL in total for a day. Prints the key.
//
//   node tools/run.mjs examples/agent/setup.ts
import { createRestClient, signAndSubmit, unwrap } from '@prediction-market/sdk/rest'
import { Keypair } from '@solana/web3.js'

const { GATEWAY_URL: baseUrl = 'http://127.0.0.1:8080' } = process.env

const DAY_MS = 86_400_000

// A new wallet with play money of the localnet; use your own elsewhere.
const owner = Keypair.generate()
const rest = createRestClient({ baseUrl, signer: owner })
const wallet = owner.publicKey.toBase58()
unwrap(await rest.POST('/v1/localnet/faucet', { body: { wallet, currency: 'SOL', amount: '5' } }))

const deposit = await rest.POST('/v1/bankroll/deposits', { body: { currency: 'SOL', amount: '2' } })
await signAndSubmit(rest, unwrap(deposit), owner)

const { id: keyId, key } = unwrap(await rest.POST('/v1/keys', { body: { scopes: ['read', 'bet'] } }))
const delegate = await rest.PUT('/v1/bankroll/delegates/{keyId}', {
  params: { path: { keyId } },
  body: {
    limits: { SOL: { perBet: '0.5', total: '1' } },
    expiresAt: new Date(Date.now() + DAY_MS).toISOString(),
  },
})
await signAndSubmit(rest, unwrap(delegate), owner)

console.log(`owner ${wallet}`)
console.log(`API_KEY=${key}`)
