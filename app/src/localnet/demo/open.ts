// Builds and sends the transactions that open the demonstration's markets and place their bets.

import { setImmediate } from 'node:timers/promises'
import { toMarketId } from '@prediction-market/sdk'
import { findMarket, type Settings } from '@prediction-market/sdk/accounts'
import { CURRENCIES } from '@prediction-market/sdk/currency'
import { createMarket, placeBet } from '@prediction-market/sdk/instructions'
import { betEvidence, creationEvidence } from '@prediction-market/sdk/oracle'
import { expectedTerms, PRICE_BITS, proposeMaxRatio, proposeRewardStake } from '@prediction-market/sdk/rules'
import { compileTransaction } from '@prediction-market/sdk/transaction'
import type { Connection, PublicKey } from '@solana/web3.js'
import { type Batch, broadcast, joinBatches } from '../../deploy/transactions.ts'
import type { Cheats } from '../cheats.ts'
import { payOut } from '../faucet.ts'
import { LOCALNET_KEYS, LOCALNET_WALLETS } from '../keys.ts'
import { LOCALNET_AUCTION } from '../market-program.ts'
import { setToken } from '../tokens/mints.ts'
import { DEMO_TOKENS, type DemoBet, type PlannedMarket, planDemo } from './plan.ts'

/** A demonstration market with its address and expiry. */
export interface OpenedMarket extends PlannedMarket {
  address: PublicKey
  /** `market_…` */
  id: string
  /** Unix seconds. */
  expireAt: bigint
}

/** Base units that each wallet starts with: 1,000 SOL and 10,000 UTILITY. */
const LAMPORTS = 1_000_000_000_000n
const UTILITY = 10_000_000_000n

/** The burn auction before its first purchase, which prices the rewards of UTILITY markets. */
const NEW_AUCTION = { last: null, price: { value: LOCALNET_AUCTION.firstPrice << PRICE_BITS, floor: 0n } }

/** The demonstration, ready to be sent. */
export interface PreparedDemo {
  markets: OpenedMarket[]
  /** Sent one after the other: UTILITY for the wallets if they get any, the markets, the bets. */
  stages: Batch[][]
}

/** The input from which the demonstration is built. */
export interface DemoInput {
  seed: string
  /** The settings of the program, which the markets take as their terms. */
  settings: Settings
  utilityMint: PublicKey
  /** The time that programs see, in unix seconds. */
  now: number
}

/**
 * Builds the instructions of the demonstration without reading the chain. The addresses of the markets follow from the
 * time, their bets from the seed.
 */
export async function prepareDemo(input: DemoInput): Promise<PreparedDemo> {
  const { seed, utilityMint } = input
  const payouts = LOCALNET_WALLETS.map((wallet) => ({
    instructions: payOut({ wallet: wallet.publicKey, currency: 'UTILITY', amount: UTILITY }, utilityMint),
    signers: [LOCALNET_KEYS.admin],
  }))
  const { markets, stages } = await prepareMarkets(planDemo(seed, utilityMint), input)
  return { markets, stages: [joinBatches(LOCALNET_KEYS.faucet.publicKey, payouts), ...stages] }
}

/**
 * Builds the instructions that open planned markets and place their bets.
 *
 * @param first - number of the first of them among those of the same second, which distinguishes their addresses
 */
async function prepareMarkets(
  planned: readonly PlannedMarket[],
  input: Omit<DemoInput, 'seed'>,
  first = 0,
): Promise<PreparedDemo> {
  const markets: OpenedMarket[] = []
  const creations: Batch[] = []
  const bets: Batch[] = []
  for (const [index, plan] of planned.entries()) {
    const market = locate(plan, input.now, first + index)
    markets.push(market)
    creations.push(creation(market, input))
    bets.push(...otherBets(market, input.utilityMint))
    // Deriving addresses is slow: let the node's set-up continue.
    await setImmediate()
  }
  const stages = [creations, bets].map((batches) => joinBatches(LOCALNET_KEYS.faucet.publicKey, batches))
  return { markets, stages }
}

/** Creates the tokens of the demonstration, and gives SOL to the wallets that bet. */
export async function fundDemo(cheats: Cheats): Promise<void> {
  await Promise.all([
    ...DEMO_TOKENS.map((token) => setToken(cheats, token)),
    ...LOCALNET_WALLETS.map(({ publicKey }) => cheats.setLamports(publicKey, LAMPORTS)),
  ])
}

/** Creates the demonstration markets and places their bets. */
export async function openDemo(connection: Connection, { stages, markets }: PreparedDemo) {
  const last = stages.length - 1
  for (const [index, batches] of stages.entries()) {
    await sendAll(connection, batches, index === last ? 'confirmed' : 'processed')
  }
  return markets
}

/** Adds the address and expiry of a market. The millisecond of the nonce distinguishes markets. */
function locate(market: PlannedMarket, now: number, index: number): OpenedMarket & { nonce: bigint } {
  const nonce = BigInt(now) * 1_000n + BigInt(index)
  const [{ wallet }] = market.bets
  const address = findMarket(wallet.publicKey, nonce)
  return { ...market, nonce, address, id: toMarketId(address), expireAt: BigInt(now + market.lifetime) }
}

function creation(
  market: OpenedMarket & { nonce: bigint },
  { settings, utilityMint }: Pick<DemoInput, 'settings' | 'utilityMint'>,
): Batch {
  const [{ wallet, outcome, amount }] = market.bets
  const mint = CURRENCIES[market.currency].mint({ utilityMint })
  const instruction = createMarket({
    ...market,
    creator: wallet.publicKey,
    currency: mint && { mint },
    expected: expectedTerms({ settings, attestorSets: 1 }, market.condition, mint),
    decideReward: settings.decideReward,
    rewardStake: mint ? proposeRewardStake(settings.decideReward, settings, NEW_AUCTION) : 0n,
    maxRatio: proposeMaxRatio(market.condition, settings),
    initialStake: { outcome, amount },
    evidence: creationEvidence(market),
  })
  return { instructions: [instruction], signers: [wallet] }
}

function otherBets(market: OpenedMarket, utilityMint: PublicKey): Batch[] {
  const [, ...bets] = market.bets
  return betBatches(market, bets, utilityMint)
}

/** Builds the instructions that place bets on a market. */
export function betBatches(
  market: Pick<OpenedMarket, 'address' | 'currency' | 'condition' | 'token'>,
  bets: readonly DemoBet[],
  utilityMint: PublicKey,
): Batch[] {
  return bets.map(({ wallet, outcome, amount }) => ({
    instructions: [
      placeBet({
        market: market.address,
        bettor: wallet.publicKey,
        outcome,
        amount,
        mint: CURRENCIES[market.currency].mint({ utilityMint }),
        evidence: betEvidence(market),
      }),
    ],
    signers: [wallet],
  }))
}

/** Sends each batch as one transaction. The faucet is the fee payer. */
export async function sendAll(
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
    throw new Error(`The demonstration failed: ${error.message} (${signature})`)
  }
}
