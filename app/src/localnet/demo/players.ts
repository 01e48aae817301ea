// Places bets on every round as soon as it is open, for the demonstration.

import { decodeMarket, findMarket } from '@prediction-market/sdk/accounts'
import { roundAt } from '@prediction-market/sdk/rules'
import type { Connection } from '@solana/web3.js'
import { joinBatches } from '../../deploy/transactions.ts'
import type { RoundsOptions } from '../../keeper/rounds/opener.ts'
import type { RoundSeries } from '../../keeper/rounds/series.ts'
import { CoalescedTask } from '../../runtime/coalesced-task.ts'
import type { Service } from '../../runtime/service.ts'
import { LOCALNET_KEYS } from '../keys.ts'
import type { LocalNode } from '../node.ts'
import { betBatches, sendAll } from './open.ts'
import { drawFrom, planBets } from './plan.ts'

export interface PlayerOptions extends RoundsOptions {
  connection: Connection
  node: Pick<LocalNode, 'clock'>
  /** The same seed makes the same bets on a round. */
  seed: string
  /** Seconds between the end of betting and the first price of a round. */
  closeMargin: number
}

const TICK_MS = 1_000

/** Lets the wallets of the demonstration bet on every round as soon as it is open. */
export function startPlayers({ series, ...options }: PlayerOptions): Service {
  const played = new Map<number, bigint>()
  // A failed bet does not stop the demonstration.
  const playAll = async () => {
    await Promise.allSettled(series.map((one) => play(one, options, played)))
  }
  const betting = new CoalescedTask(playAll, () => {})
  const timer = setInterval(() => betting.request(), TICK_MS).unref()
  return {
    stop() {
      clearInterval(timer)
      return betting.stop()
    },
  }
}

/** Bets on the round of a series that takes bets now, once. */
async function play(
  series: RoundSeries,
  { wallet, connection, node, seed, closeMargin }: Omit<PlayerOptions, 'series'>,
  played: Map<number, bigint>,
): Promise<void> {
  const { nonce } = roundAt(series, BigInt(node.clock.now.unixSecond), closeMargin)
  if (played.get(series.number) === nonce) return
  const address = findMarket(wallet.publicKey, nonce)
  const account = await connection.getAccountInfo(address)
  if (!account) return
  played.set(series.number, nonce)
  const { condition, token } = decodeMarket(account.data)
  const bets = planBets(drawFrom(`${seed}/round/${nonce}`), series.currency)
  const { faucet, mint } = LOCALNET_KEYS
  const market = { address, condition, token, currency: series.currency }
  const batches = betBatches(market, bets, mint.publicKey)
  await sendAll(connection, joinBatches(faucet.publicKey, batches), 'processed')
}
