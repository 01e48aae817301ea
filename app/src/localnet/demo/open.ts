import { setImmediate } from 'node:timers/promises'
import {
  betEvidence,
  compileTransaction,
  createMarket,
  findMarket,
  placeBet,
  toMarketId,
} from '@prediction-market/sdk'
import type { Connection, PublicKey } from '@solana/web3.js'
import { type Batch, broadcast, joinBatches } from '../../deploy/transactions.ts'
import type { Cheats } from '../cheats.ts'
import { payOut } from '../faucet.ts'
import { LOCALNET_KEYS, LOCALNET_WALLETS } from '../keys.ts'
import { type PlannedMarket, planDemo } from './plan.ts'
import { DEMO_TOKENS, setToken } from './tokens.ts'

/** A demonstration market that is open. */
export interface OpenedMarket extends PlannedMarket {
  address: PublicKey
  /** `market_…` */
  id: string
  /** Unix seconds. */
  expireAt: bigint
}

/** What each wallet starts with: 1,000 SOL and 10,000 UTILITY. */
const LAMPORTS = 1_000_000_000_000n
const UTILITY = 10_000_000_000n

/** The demonstration, ready to be put on a chain. */
export interface PreparedDemo {
  markets: OpenedMarket[]
  /** To be sent one after the other: play money for the wallets, the markets, the bets. */
  stages: Batch[][]
}

/**
 * Makes the transactions of the demonstration, as its wallets would send them. The addresses of markets follow
 * from the time, everything else from the seed. Nothing is asked of the chain.
 *
 * @param now - the time that programs see, in unix seconds
 */
export async function prepareDemo(seed: string, utilityMint: PublicKey, now: number): Promise<PreparedDemo> {
  const payouts = LOCALNET_WALLETS.map((wallet) => ({
    instructions: payOut({ wallet: wallet.publicKey, currency: 'UTILITY', amount: UTILITY }, utilityMint),
    signers: [LOCALNET_KEYS.admin],
  }))
  const markets: OpenedMarket[] = []
  const creations: Batch[] = []
  const bets: Batch[] = []
  for (const [index, planned] of planDemo(seed, utilityMint).entries()) {
    const market = open(planned, now, index)
    markets.push(market)
    creations.push(creation(market, utilityMint))
    bets.push(...otherBets(market, utilityMint))
    // Deriving addresses takes its time: others get their turn.
    await setImmediate()
  }
  const stages = [payouts, creations, bets].map((batches) => {
    return joinBatches(LOCALNET_KEYS.faucet.publicKey, batches)
  })
  return { markets, stages }
}

/** Puts the tokens that the demonstration is about on a localnet, and SOL into the wallets that bet. */
export async function fundDemo(cheats: Cheats): Promise<void> {
  await Promise.all([
    ...DEMO_TOKENS.map((token) => setToken(cheats, token)),
    ...LOCALNET_WALLETS.map(({ publicKey }) => cheats.setLamports(publicKey, LAMPORTS)),
  ])
}

/** Opens the demonstration markets and places the bets on them. */
export async function openDemo(connection: Connection, { stages, markets }: PreparedDemo) {
  const last = stages.length - 1
  for (const [index, batches] of stages.entries()) {
    await sendAll(connection, batches, index === last ? 'confirmed' : 'processed')
  }
  return markets
}

/** A market with its address. Markets are told apart by the millisecond of their nonce. */
function open(market: PlannedMarket, now: number, index: number): OpenedMarket & { nonce: bigint } {
  const nonce = BigInt(now) * 1_000n + BigInt(index)
  const [{ wallet }] = market.bets
  const address = findMarket(wallet.publicKey, nonce)
  return { ...market, nonce, address, id: toMarketId(address), expireAt: BigInt(now + market.lifetime) }
}

function creation(market: OpenedMarket & { nonce: bigint }, utilityMint: PublicKey): Batch {
  const [{ wallet, outcome, amount }] = market.bets
  const instruction = createMarket({
    ...market,
    creator: wallet.publicKey,
    currency: market.currency === 'SOL' ? null : { mint: utilityMint },
    initialStake: { outcome, amount },
    evidence: betEvidence(market),
  })
  return { instructions: [instruction], signers: [wallet] }
}

function otherBets(market: OpenedMarket, utilityMint: PublicKey): Batch[] {
  const [, ...bets] = market.bets
  return bets.map(({ wallet, outcome, amount }) => ({
    instructions: [
      placeBet({
        ...{ market: market.address, bettor: wallet.publicKey, outcome, amount },
        mint: market.currency === 'SOL' ? null : utilityMint,
        evidence: betEvidence(market),
      }),
    ],
    signers: [wallet],
  }))
}

/** Sends each batch as a transaction; the faucet pays the fees. */
async function sendAll(
  connection: Connection,
  batches: Batch[],
  until: 'processed' | 'confirmed',
): Promise<void> {
  const payer = LOCALNET_KEYS.faucet
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash('confirmed')
  const transactions = batches.map(({ instructions, signers = [] }) => {
    const transaction = compileTransaction({ payer: payer.publicKey, instructions, blockhash })
    transaction.sign([payer, ...signers])
    return transaction
  })
  for (const confirmation of await broadcast(connection, transactions, lastValidBlockHeight, until)) {
    if (confirmation.status === 'confirmed') continue
    const { error, signature } = confirmation
    throw new Error(`The demonstration markets could not be opened: ${error.message} (${signature})`)
  }
}
