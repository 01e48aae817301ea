// Markets of any version, and what they owe.

import type { Fetched, Market, Outcome } from '@prediction-market/sdk'
import { decodeMarket } from '@prediction-market/sdk/accounts'
import { payout } from '@prediction-market/sdk/rules'
import type { Connection, Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'

/** Offsets in the account of a market: its version, and the count of bets that version 2 has in reserved bytes. */
const VERSION_AT = 8
const BETS_AT = 552

/** A market of version 1 or 2. */
export interface VersionedMarket {
  version: number
  /** How many bets were placed; 0 in version 1. */
  bets: bigint
  market: Fetched<Market>
}

/** Reads a market of version 1 or 2, which differ in reserved bytes alone. */
export async function readMarket(connection: Connection, address: PublicKey): Promise<VersionedMarket> {
  const { data } = (await connection.getAccountInfo(address)) ?? expect.fail('The market is not there')
  const version = data.readUInt8(VERSION_AT)
  const first = Buffer.from(data)
  first.writeUInt8(1, VERSION_AT)
  return { version, bets: data.readBigUInt64LE(BETS_AT), market: { ...decodeMarket(first), address } }
}

/** All that somebody has staked on one side of a market, in base units. */
export interface Stakes {
  bettor: Keypair
  outcome: Outcome
  amount: bigint
}

/** What a market pays each if a side wins and nobody was late, in base units. */
export function payouts(stakes: readonly Stakes[], winner: Outcome, { terms }: Market): bigint[] {
  const pool = (isWinning: boolean) =>
    stakes
      .filter(({ outcome }) => (outcome === winner) === isWinning)
      .reduce((sum, { amount }) => sum + amount, 0n)
  return stakes.map(({ outcome, amount }) =>
    outcome === winner ? payout(amount, pool(true), pool(false), terms) : 0n,
  )
}
