// Reads a bankroll from the chain.

import { setTimeout as sleep } from 'node:timers/promises'
import { type Amounts, type Config, type PredictionMarketClient, SOL_DECIMALS } from '@prediction-market/sdk'
import type { Delegate } from '@prediction-market/sdk/accounts'
import { byCurrency, CURRENCIES } from '@prediction-market/sdk/currency'
import type { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { amount } from '../../json/json.ts'
import { delegateKeyIds } from '../../store/api-keys.ts'
import type { Database } from '../../store/database.ts'
import type { Answered } from '../http/fields/answered.ts'
import { transactionView } from '../http/fields/transaction.ts'
import { isoTime } from '../http/fields/views.ts'
import type { BankrollAnswer } from './schemas.ts'

export interface BankrollSources {
  client: PredictionMarketClient
  db: Database
  config: () => Config
}

export interface ReadBankroll extends ViewedBankroll {
  /** Whether there has been a deposit. */
  isOpen: boolean
}

/** Attempts to read from a node that has the slot, and milliseconds between two. */
const ATTEMPTS = 10
const PAUSE_MS = 300

/**
 * Reads the bankroll of an owner from the chain; an empty one before the first deposit.
 *
 * @param sinceSlot - the earliest slot to read from; a node that lags is asked again
 */
export async function readBankroll(
  { client, db, config }: BankrollSources,
  owner: PublicKey,
  sinceSlot = 0,
): Promise<ReadBankroll> {
  const { utilityMint, utilityDecimals } = config()
  const keyIds = await delegateKeyIds(db, owner.toBase58())
  for (let attempt = 1; ; attempt++) {
    const { address, bankroll, balances, slot } = await client.bankroll.funds(owner, utilityMint)
    if (slot >= sinceSlot || attempt === ATTEMPTS) {
      const delegates = bankroll?.delegates ?? []
      return { address, balances, delegates, keyIds, utilityDecimals, isOpen: bankroll !== null }
    }
    await sleep(PAUSE_MS)
  }
}

export interface ViewedBankroll {
  address: PublicKey
  balances: Amounts
  delegates: readonly Delegate[]
  /** Public ids of API keys by their delegate key. */
  keyIds: ReadonlyMap<string, string>
  utilityDecimals: number
}

export function bankrollView(bankroll: ViewedBankroll): Answered<typeof BankrollAnswer> {
  const { address, balances, delegates, keyIds, utilityDecimals } = bankroll
  const decimals = byCurrency((currency) => CURRENCIES[currency].decimals({ utilityDecimals }))
  const whole = (amounts: Amounts) => byCurrency((currency) => amount(amounts[currency], decimals[currency]))
  return {
    address: address.toBase58(),
    balances: whole(balances),
    delegates: delegates.map(({ key, cosigner, limits, spent }) => {
      const perBet = whole(limits.perBet)
      const total = whole(limits.total)
      return {
        keyId: keyIds.get(key.toBase58()) ?? null,
        key: key.toBase58(),
        cosigner: cosigner.toBase58(),
        limits: byCurrency((currency) => ({ perBet: perBet[currency], total: total[currency] })),
        spent: whole(spent),
        maxFee: amount(limits.maxFee, SOL_DECIMALS),
        expiresAt: isoTime(limits.expiresAt),
      }
    }),
  }
}

/** A bankroll as a transaction will make it, and that transaction. */
export async function projectedView(
  client: PredictionMarketClient,
  after: ViewedBankroll,
  instructions: TransactionInstruction[],
  payer: PublicKey,
) {
  const prepared = await client.prepare(instructions, { payer, isUnique: true })
  return { ...bankrollView(after), transaction: transactionView(prepared) }
}
