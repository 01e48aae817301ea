// A small dApp on the SDK alone: it lists markets, opens one from a question, follows it, quotes and bets, decides it and
// claims the winnings.
//
//   node tools/run.mjs examples/dapp/main.ts
import { setTimeout as sleep } from 'node:timers/promises'
import {
  formatAmount,
  NoPositionError,
  NotDecidableError,
  odds,
  PredictionMarketClient,
  parseAmount,
  SOL_DECIMALS,
} from '@prediction-market/sdk'
import { parseQuestion } from '@prediction-market/sdk/question'
import { Connection, Keypair, LAMPORTS_PER_SOL, type PublicKey } from '@solana/web3.js'

/** `DURATION` is how long the market lasts, in seconds. */
const { RPC_URL = 'http://127.0.0.1:8899', WS_URL, DURATION = '40' } = process.env

const sol = (lamports: bigint) => `${formatAmount(lamports, SOL_DECIMALS)} SOL`

// Connect. In a browser the signer is a wallet: `useWallet()`, or `fromWalletStandard`.
const connection = new Connection(RPC_URL, {
  commitment: 'confirmed',
  ...(WS_URL !== undefined && { wsEndpoint: WS_URL }),
})
const alice = await fundedWallet()
const bob = await fundedWallet()
const client = new PredictionMarketClient(connection, { signer: alice })

// List the markets that take bets in SOL now.
const listed = await client.markets.acceptingBets({ mint: null })
console.log(`${listed.length} markets take bets in SOL`)
for (const { question, pools } of listed) console.log(`  ${question}  Yes ${odds(pools).Yes}`)

// Open a market from a question. Show your user what it means before they sign.
const { utilityMint } = await client.config()
const question = "Will this token's supply fall below 1,000?"
const expireAt = (await client.chainTime()) + BigInt(DURATION)
const read = parseQuestion(question, { expireAt, tokenAddress: utilityMint.toBase58() })
if (!read.ok) throw new Error(read.reason)
console.log(`\n${question}\n${read.description}`)
const { market, id } = await client.markets.create({
  question,
  condition: read.condition,
  token: utilityMint,
  expireAt,
  currency: 'SOL',
})
console.log(`opened ${id}`)

// Follow it: the state at once, then every change, of which payouts leave the pools as they are.
const stop = client.markets.follow(market, (now) => {
  if (now?.status === 'open') console.log(`  open: Yes ${sol(now.pools.Yes)}, No ${sol(now.pools.No)}`)
})

// Quote, and bet unless the payout would be more than five per cent lower than quoted.
await client.bets.place({ market, outcome: 'Yes', amount: parseAmount('1', SOL_DECIMALS) }, { signer: bob })
const bet = { market, outcome: 'No', amount: parseAmount('0.5', SOL_DECIMALS) } as const
const { payout } = await client.bets.quote(bet)
console.log(`${sol(bet.amount)} on No pays ${sol(payout)} if it wins`)
const { signature } = await client.bets.place({ ...bet, minPayout: (payout * 95n) / 100n })
console.log(`placed the bet: ${signature}`)

// Decide it once it has expired. Anyone may: here a keeper may be faster.
const decided = await decide(market)
console.log(`decided: ${decided.outcome}`)

// Claim. A keeper pays everybody, so there may be nothing left to claim.
await claim(market)
await stop()
console.log(`paid: Alice has ${sol(BigInt(await connection.getBalance(alice.publicKey)))}`)

/** A new wallet with 5 SOL of the localnet's faucet. */
async function fundedWallet(): Promise<Keypair> {
  const wallet = Keypair.generate()
  await connection.requestAirdrop(wallet.publicKey, 5 * LAMPORTS_PER_SOL)
  while ((await connection.getBalance(wallet.publicKey)) === 0) await sleep(200)
  return wallet
}

/** Decides a market, as soon as that is possible, or finds that somebody else has. */
async function decide(address: PublicKey) {
  for (;;) {
    const known = await client.markets.get(address)
    if (known && known.status !== 'open') return known
    try {
      return (await client.decisions.decide(address)).market
    } catch (error) {
      const isEarly = error instanceof NotDecidableError
      if (!isEarly && (await client.markets.get(address))?.status === 'open') throw error
      await sleep(500)
    }
  }
}

/** Claims Alice's winnings, unless somebody else has paid them. */
async function claim(address: PublicKey): Promise<void> {
  try {
    await client.bets.claim({ market: address })
  } catch (error) {
    if (!(error instanceof NoPositionError)) throw error
    console.log('a keeper has paid the winnings')
  }
}
