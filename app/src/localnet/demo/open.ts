import {
  betEvidence,
  compileTransaction,
  createMarket,
  findMarket,
  placeBet,
  toMarketId,
} from '@prediction-market/sdk'
import type { Connection, PublicKey } from '@solana/web3.js'
import { type Batch, broadcast, joinBatches } from '../../../../migrations/transactions.ts'
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

/** Where demonstration markets are opened. */
export interface DemoChain {
  connection: Connection
  cheats: Cheats
  utilityMint: PublicKey
  /** The time that programs see, in unix seconds. */
  now: number
}

/**
 * Opens the demonstration markets and places the bets on them, as their wallets would: in ordinary
 * transactions. Their addresses follow from the time, everything else from the seed.
 */
export async function openDemo(chain: DemoChain, seed: string): Promise<OpenedMarket[]> {
  const { connection, cheats, utilityMint, now } = chain
  await Promise.all([
    ...DEMO_TOKENS.map((token) => setToken(cheats, token)),
    ...LOCALNET_WALLETS.map(({ publicKey }) => cheats.setLamports(publicKey, LAMPORTS)),
  ])
  const markets = planDemo(seed, utilityMint).map((market, index) => open(market, now, index))
  const payouts = LOCALNET_WALLETS.map((wallet) => ({
    instructions: payOut({ wallet: wallet.publicKey, currency: 'UTILITY', amount: UTILITY }, utilityMint),
    signers: [LOCALNET_KEYS.admin],
  }))
  const creations = markets.map((market) => creation(market, utilityMint))
  const bets = markets.flatMap((market) => otherBets(market, utilityMint))
  await sendAll(connection, payouts, 'processed')
  await sendAll(connection, creations, 'processed')
  await sendAll(connection, bets, 'confirmed')
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

/** Sends what belongs together in as few transactions as carry it; the faucet pays their fees. */
async function sendAll(
  connection: Connection,
  batches: Batch[],
  until: 'processed' | 'confirmed',
): Promise<void> {
  const payer = LOCALNET_KEYS.faucet
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash('confirmed')
  const transactions = joinBatches(payer.publicKey, batches).map(({ instructions, signers }) => {
    const transaction = compileTransaction({ payer: payer.publicKey, instructions, blockhash })
    transaction.sign([payer, ...signers])
    return transaction
  })
  const fates = await broadcast(connection, transactions, lastValidBlockHeight, until)
  const failed = fates.find(({ error }) => error !== undefined)
  if (!failed) return
  const reason = failed.error instanceof Error ? failed.error.message : JSON.stringify(failed.error)
  throw new Error(`The demonstration markets could not be opened: ${reason} (${failed.signature})`)
}
