// Decides and pays markets in one pass: collects the proof of each market that is due, decides it, collects its fees, and
// pays its positions.
//
//   node tools/run.mjs examples/keeper/main.ts
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Fetched,
  type Market,
  PredictionMarketClient,
  ProgramError,
  type Proof,
  toMarketId,
} from '@prediction-market/sdk'
import { kindOf } from '@prediction-market/sdk/condition'
import { HermesPrices } from '@prediction-market/sdk/oracle/pyth'
import { proofDeadline, voidAt } from '@prediction-market/sdk/rules'
import { Connection, Keypair, LAMPORTS_PER_SOL } from '@solana/web3.js'

const {
  RPC_URL = 'http://127.0.0.1:8899',
  KEYPAIR,
  HERMES_URL = 'http://127.0.0.1:8901',
  ATTESTOR_URLS = 'http://127.0.0.1:8902,http://127.0.0.1:8903,http://127.0.0.1:8904,http://127.0.0.1:8905',
} = process.env

const connection = new Connection(RPC_URL, 'confirmed')
const client = new PredictionMarketClient(connection, { signer: await payer() })
const prices = new HermesPrices({ url: HERMES_URL })
const attestors = ATTESTOR_URLS.split(',')

for (const market of await client.markets.all({ status: 'open' })) await report(market, decide(market))
for (const status of ['resolved', 'void'] as const) {
  for (const market of await client.markets.all({ status })) await report(market, pay(market))
}
console.log('nothing else is due')

/** The wallet of the keypair file, or a new one with 1 SOL of a localnet's faucet. */
async function payer(): Promise<Keypair> {
  if (KEYPAIR) return Keypair.fromSecretKey(Uint8Array.from(JSON.parse(await readFile(KEYPAIR, 'utf8'))))
  const wallet = Keypair.generate()
  await connection.requestAirdrop(wallet.publicKey, LAMPORTS_PER_SOL)
  while ((await connection.getBalance(wallet.publicKey)) === 0) await sleep(200)
  return wallet
}

/** Resolves a market by its proof if there is one, or voids it once nobody can decide it any more. */
async function decide(market: Fetched<Market>): Promise<string | null> {
  const now = await client.chainTime()
  if (now >= voidAt(market) && !market.observation) {
    await client.decisions.void({ market })
    return 'void: nobody proved its answer in time'
  }
  const proof = await collectProof(market, now)
  if (!proof) return null
  await client.decisions.resolve({ market, ...proof })
  const after = await client.markets.get(market.address)
  return after?.status === 'open' ? 'recorded that it was not met at expiry' : `decided: ${after?.answer}`
}

/** The proof that decides a market at its expiry, or `null` if it is too early or nobody has the proof. */
async function collectProof(market: Fetched<Market>, now: bigint): Promise<Proof | null> {
  const { condition, observation, expireAt } = market
  // "Not met" was recorded at expiry; it decides No, without a proof, once no early Yes is accepted any more.
  if (observation) return now >= proofDeadline(market) ? {} : null
  switch (kindOf(condition).proof) {
    case 'attestors': {
      // The same bit for the same second, signed by more than two thirds of the market's attestors.
      const attestation = await client.decisions.collectAttestation(market, { urls: attestors, now })
      return attestation && { attestation }
    }
    case 'accounts':
      // The program reads the accounts itself.
      return now >= expireAt ? {} : null
    case 'pyth': {
      if (now < expireAt || !('feed' in condition)) return null
      const price = await prices.updateAt(condition.feed, Number(expireAt))
      // The simulated prices of a localnet are unsigned, so Pyth's receiver would refuse them.
      return price?.signed ? { price } : null
    }
  }
}

/** Collects the fees of a decided market and pays its positions, as far as that is still to do. */
async function pay(market: Fetched<Market>): Promise<string | null> {
  const { burn, developer } = market.feesDue
  const areFeesDue = burn + developer > 0n
  if (areFeesDue) await client.decisions.collectFees({ market })
  const batches = await client.decisions.settle({ market })
  const owners = batches.flatMap((batch) => batch.owners)
  if (!areFeesDue && owners.length === 0) return null
  return `took fees of ${burn + developer} base units, paid ${owners.length} positions`
}

/** Prints what was done. A refusal of the program concerns one market only: somebody else may have been faster. */
async function report(market: Fetched<Market>, work: Promise<string | null>): Promise<void> {
  try {
    const done = await work
    if (done) console.log(`${toMarketId(market.address)} ${done}`)
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error
    console.log(`${toMarketId(market.address)} refused: ${error.name}`)
  }
}
