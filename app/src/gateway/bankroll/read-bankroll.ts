// Reads a bankroll from the chain.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Config, PredictionMarketClient } from '@prediction-market/sdk'
import type { PublicKey } from '@solana/web3.js'
import { delegateKeyIds } from '../../store/api-keys.ts'
import type { Database } from '../../store/database.ts'
import type { ViewedBankroll } from './views.ts'

/** The sources that a bankroll is read from. */
export interface BankrollSources {
  client: PredictionMarketClient
  db: Database
  config: () => Config
}

/** A bankroll as read from the chain. */
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
