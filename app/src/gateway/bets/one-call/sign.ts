// Simulates and signs one-call bets.

import {
  type BankrollBetInput,
  type PredictionMarketClient,
  type PriorityFee,
  TransactionFailedError,
} from '@prediction-market/sdk'
import { MAX_BET_FEE } from '@prediction-market/sdk/rules'
import {
  choosePriorityFee,
  compileTransaction,
  decodeTransaction,
  simulate,
} from '@prediction-market/sdk/transaction'
import type { Keypair, PublicKey } from '@solana/web3.js'
import bs58 from 'bs58'
import { signMessage } from '../../../chain/ed25519.ts'
import { least } from '../../../runtime/bigint.ts'
import type { StoredTransaction } from '../../../store/idempotency.ts'
import { refusal } from '../../http/errors/api-error.ts'

export interface BetToSign {
  bet: Omit<BankrollBetInput, 'delegate' | 'fee'>
  /** The delegate's key. */
  key: Keypair
  /** The gateway's key, which pays the network fee. */
  cosigner: Keypair
  /** The most lamports of the fee that the bankroll pays back. */
  maxFee: bigint
}

/** A signed bet. */
export interface SignedBet extends StoredTransaction {
  /** In base58. */
  signature: string
  /** The network fee, in lamports. */
  fee: bigint
  /** The part of it that the bankroll pays back. */
  paidBack: bigint
  /** The most that the bankroll would pay back. */
  maxFee: bigint
}

/** Lamports of a transaction with two signatures, without the priority fee. */
export const BASE_FEE = 10_000n

/** Compute units whose priority fee the bankroll pays back at most; a bet asks for fewer. */
const EXPECTED_UNITS = 20_000n

const MICRO = 1_000_000n

/**
 * Simulates a bet and signs it with both keys. One call to the node, and two whose answers are shared with other bets.
 *
 * @throws ProgramError if the program would refuse it now, ApiError 503 if the gateway cannot pay the fee
 */
export async function signBet(
  client: PredictionMarketClient,
  { bet, key, cosigner, maxFee }: BetToSign,
  offer: { priorityFee?: PriorityFee | undefined; maxPriorityFee?: bigint | undefined },
): Promise<SignedBet> {
  const { connection, commitment, programId } = client
  const payer = cosigner.publicKey
  const delegate = { key: key.publicKey, cosigner: payer }
  const build = (fee: bigint) => client.bankroll.buildBet({ ...bet, delegate, fee })
  const price = await choosePriorityFee({ connection, payer, instructions: await build(0n), ...offer })
  const feeOf = (units: bigint) => feeAt(price, units)
  const expected = least(feeOf(EXPECTED_UNITS), maxFee)
  const simulated = await build(expected)
  const { computeUnits } = await simulate({
    connection,
    commitment,
    programId,
    payer,
    priorityFee: price,
    instructions: simulated,
  }).catch(toPayerError)
  const fee = feeOf(BigInt(computeUnits))
  // Never more than in the simulation, so that it fits into the balance and the limits as the simulation did.
  const paidBack = least(fee, expected)
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash(commitment)
  const instructions = paidBack === expected ? simulated : await build(paidBack)
  const transaction = compileTransaction({ payer, instructions, computeUnits, priorityFee: price, blockhash })
  const message = transaction.message.serialize()
  for (const signer of [cosigner, key]) {
    transaction.addSignature(signer.publicKey, signMessage(message, signer))
  }
  return {
    transaction: Buffer.from(transaction.serialize()).toString('base64'),
    lastValidBlockHeight,
    signature: bs58.encode(transaction.signatures[0] as Uint8Array),
    fee,
    paidBack,
    maxFee,
  }
}

/** The network fee of a bet at the price that others paid recently, in lamports; at most what the program allows. */
export async function usualFee({ connection }: PredictionMarketClient, payer: PublicKey): Promise<bigint> {
  const price = await choosePriorityFee({ connection, payer, instructions: [], priorityFee: 'auto' })
  return least(feeAt(price, EXPECTED_UNITS), BigInt(MAX_BET_FEE))
}

/** The network fee of a bet with this many compute units, in lamports. */
function feeAt(price: bigint | undefined, units: bigint): bigint {
  return BASE_FEE + (units * (price ?? 0n) + MICRO - 1n) / MICRO
}

/** The first signature of a stored transaction, in base58. */
export function signatureOf({ transaction }: StoredTransaction): string {
  const { signatures } = decodeTransaction(Buffer.from(transaction, 'base64'))
  return bs58.encode(signatures[0] as Uint8Array)
}

/** Errors of the runtime if the payer of the fee cannot pay. */
const UNPAYABLE = /InsufficientFundsForFee|InsufficientFundsForRent|AccountNotFound/

function toPayerError(error: unknown): never {
  if (!(error instanceof TransactionFailedError) || !UNPAYABLE.test(error.message)) throw error
  const message = 'The gateway cannot pay the network fee now; try again later'
  throw refusal('PayerLow', message, { 'retry-after': '60' })
}
