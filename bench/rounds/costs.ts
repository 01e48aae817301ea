// What a series of rounds costs its opener.

import { NONCE_TOLERANCE } from '@prediction-market/sdk/rules'
import type { Connection, PublicKey } from '@solana/web3.js'
import { roundRewards } from '../../app/src/keeper/rounds/series.ts'
import { printTable } from '../table.ts'
import type { WatchedRound } from './watch.ts'

const MONTH = 30 * 86_400

const SOL = 1e9

/** Signatures that one call lists. */
const PAGE = 1_000

const ANY_VERSION = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 } as const

/** The fees of all transactions that a wallet has paid for, in lamports. */
export async function feesOf(connection: Connection, wallet: PublicKey) {
  let lamports = 0n
  let count = 0
  for (let before: string | undefined; ; ) {
    const options = { limit: PAGE, ...(before && { before }) }
    const page = await connection.getSignaturesForAddress(wallet, options, 'confirmed')
    for (const { signature } of page) {
      const transaction = await connection.getTransaction(signature, ANY_VERSION)
      const payer = transaction?.transaction.message.staticAccountKeys[0]
      if (!transaction?.meta || !payer?.equals(wallet)) continue
      lamports += BigInt(transaction.meta.fee)
      count += 1
    }
    before = page.at(-1)?.signature
    if (page.length < PAGE) return { lamports, count }
  }
}

/** What rounds have paid to keepers, in lamports. */
export function rewardsOf(rounds: Iterable<WatchedRound>): bigint {
  let sum = 0n
  for (const { market, status } of rounds) {
    // A round without bets was cancelled and paid no rewards.
    if (status === 'open') continue
    sum += roundRewards(market)
  }
  return sum
}

/** What a round costs, in lamports. */
export interface RoundCosts {
  /** Rent and rewards that it holds until it is closed. */
  held: bigint
  /** Network fees of opening it. */
  fee: bigint
  /** Rewards of one with bets on both sides. */
  rewards: bigint
}

/** Prints what series cost in a month, as measured for one round. */
export function printMonth({ held, fee, rewards }: RoundCosts, closeMargin: number): void {
  const rows = [
    ['1 minute', 60],
    ['5 minutes', 300],
    ['15 minutes', 900],
    ['hour', 3_600],
  ] as const
  printTable(
    'A series in a month of 30 days, in SOL',
    rows.map(([name, length]) => {
      const rounds = MONTH / length
      // From opening to closing: until both prices are published and the nonce has expired.
      const life = Math.max(2 * length + closeMargin, NONCE_TOLERANCE)
      const atOnce = Math.ceil(life / length) + 1
      return {
        'a round every': name,
        rounds,
        'locked at once': (Number(held) * atOnce) / SOL,
        'cost without bets': (rounds * 2 * Number(fee)) / SOL,
        'cost with bets on both sides': (rounds * Number(fee + rewards)) / SOL,
      }
    }),
  )
}
