// Pays the open positions of a decided market in batches.

import type { Fetched, Market, PredictionMarketClient } from '@prediction-market/sdk'
import { positionFilters } from '@prediction-market/sdk/accounts'
import { type SettlementGroup, settleGroups } from '@prediction-market/sdk/instructions'
import { UNPAID_DELAY } from '@prediction-market/sdk/rules'
import {
  planSettlement,
  type SettlementBatch,
  type TransactionVersion,
} from '@prediction-market/sdk/transaction'
import { getMemoTransfer, unpackAccount } from '@solana/spl-token'
import { type Connection, Keypair, PublicKey } from '@solana/web3.js'
import type { Rank } from '../book/market-value.ts'
import type { WorkLimit } from '../book/work-queue.ts'
import type { NodeConnection } from '../chain/node-connection.ts'
import { programAccounts } from '../chain/program-accounts.ts'
import { feeBudget } from './economics.ts'
import type { Result } from './jobs.ts'
import { isRefused, type Request, type Sender } from './transactions/sender.ts'

/** The owner in the data of a position, after the discriminator, the version and the market. */
const OWNER = { offset: 48, length: 32 }

interface OpenPosition {
  address: PublicKey
  owner: PublicKey
}

/**
 * The open positions of a market, in chunks of `size`. Only their addresses and owners are fetched.
 *
 * They begin at a random one, so that several keepers that pay the same market begin at different ones.
 */
export async function* openPositions(
  connection: NodeConnection,
  programId: PublicKey,
  market: PublicKey,
  size: number,
): AsyncGenerator<OpenPosition[]> {
  const filters = positionFilters({ market })
  const { accounts } = await programAccounts(connection, programId, { filters, dataSlice: OWNER })
  const first = Math.floor(Math.random() * accounts.length)
  for (let start = 0; start < accounts.length; start += size) {
    const count = Math.min(size, accounts.length - start)
    yield Array.from({ length: count }, (_, index) => {
      const { address, data } = accounts[(first + start + index) % accounts.length] as (typeof accounts)[0]
      return { address: new PublicKey(address), owner: new PublicKey(data) }
    })
  }
}

export interface SettleOptions {
  client: PredictionMarketClient
  connection: NodeConnection
  sender: Sender
  /** The newest transaction version that the cluster accepts, which fits the most positions. */
  version: () => Promise<TransactionVersion>
  /** Limits the pending transactions of all markets together. */
  limit: WorkLimit
  rank: (market: Market) => Rank
  /** The chain's time, in unix seconds. */
  now: () => bigint
  /** Called with the number of positions that were paid, and of those that could not be. */
  onSettled: (paid: number, skipped: number) => void
  /** Called when a batch fails; the others go on. */
  onError: (error: Error) => void
}

/** The positions whose transactions are planned at a time. */
const CHUNK = 280

/** Stands in for the fee, which may be raised: every fee takes the same bytes. */
const ANY_FEE = 0n

/** Stands in for the payer when transactions are measured. It owns no position, which makes them the longest. */
const ANY_PAYER = Keypair.generate().publicKey

/**
 * Pays the open positions of a decided market in batches that fill their transactions. Each batch is simulated, and
 * sent only if it pays somebody, so that retries cost nothing. From 30 days after the decision on, owners whose
 * associated token account cannot receive UTILITY are paid to another one of theirs.
 *
 * @returns `stuck` if nobody could be paid and nothing failed
 */
export async function settleMarket(market: Fetched<Market>, options: SettleOptions): Promise<Result> {
  const { connection, client, limit, now } = options
  const { programId } = client
  const { address, mint, resolvedAt, terms } = market
  const rank = options.rank(market)
  const currency = await client.currencyOf(market)
  const version = await options.version()
  const takesAnyAccount = mint !== null && now() >= (resolvedAt ?? 0n) + BigInt(UNPAID_DELAY)
  const counts = { paid: 0, failed: 0 }
  const skipped: OpenPosition[] = []

  const pay = async (positions: readonly (OpenPosition | RedirectedPosition)[]) => {
    const input = { ...currency, market: address, positions, payer: ANY_PAYER, priorityFee: ANY_FEE, version }
    const batches = planSettlement(input, programId)
    await Promise.all(batches.map((batch) => limit.run(rank, () => settle(batch, positions))))
  }
  const instructionOf = (groups: readonly SettlementGroup[]) => (keeper: PublicKey) => {
    return [settleGroups({ keeper, market: address, ...currency }, groups, programId)]
  }
  const settle = async (batch: Pick<SettlementBatch, 'groups'>, positions: readonly OpenPosition[]) => {
    const { groups } = batch
    try {
      const maxPriority = feeBudget(terms.settleReward * BigInt(groups.length), rank)
      const request = { instructions: instructionOf(groups), version, maxPriority }
      const paid = await settleBatch(request, options)
      // Those that another keeper has paid meanwhile are among the others; they are found closed.
      const owners = groups.map(({ keys }) => keys[1]?.address.toBase58() ?? '')
      const unpaid = new Set(owners.filter((owner) => !paid.has(owner)))
      counts.paid += paid.size
      options.onSettled(paid.size, unpaid.size)
      if (takesAnyAccount) skipped.push(...positions.filter(({ owner }) => unpaid.has(owner.toBase58())))
    } catch (error) {
      if (groups.length > 1 && isRefused(error)) {
        // One recipient must not hold up the others: the halves are tried alone.
        const half = Math.ceil(groups.length / 2)
        await settle({ groups: groups.slice(0, half) }, positions)
        await settle({ groups: groups.slice(half) }, positions)
        return
      }
      counts.failed += 1
      options.onError(error as Error)
    }
  }

  let previous: Promise<unknown> = Promise.resolve()
  for await (const positions of openPositions(connection, programId, address, CHUNK)) {
    const paying = pay(positions)
    // The next batches are planned while these are paid, two chunks at a time to bound the memory.
    await previous
    previous = paying
  }
  await previous
  if (mint && skipped.length > 0) await pay(await redirected(connection, mint, skipped))
  if (counts.paid > 0) return 'done'
  return counts.failed > 0 ? 'early' : 'stuck'
}

/** @returns the owners whose positions were paid; the program says nothing about the others */
async function settleBatch(request: Request, { sender }: SettleOptions): Promise<Set<string>> {
  const simulated = await sender.simulate(request)
  const paid = new Set<string>()
  for (const { name, data } of simulated.events)
    if (name === 'PositionSettled') paid.add(data.owner.toBase58())
  if (paid.size > 0) await sender.submit(simulated)
  return paid
}

/** A position, and the token account that it is paid to. */
interface RedirectedPosition extends OpenPosition {
  ownerToken: PublicKey
}

/** The positions whose owners have a token account that can receive payouts; of several, one at random. */
async function redirected(
  connection: Connection,
  mint: PublicKey,
  positions: readonly OpenPosition[],
): Promise<RedirectedPosition[]> {
  const found: RedirectedPosition[] = []
  for (const position of positions) {
    const accounts = await receivingAccounts(connection, mint, position.owner)
    const ownerToken = accounts[Math.floor(Math.random() * accounts.length)]
    if (ownerToken) found.push({ ...position, ownerToken })
  }
  return found
}

/**
 * The token accounts of an owner that the program pays in place of the associated one: not frozen, without a required
 * memo, and without a delegate or a close authority.
 */
async function receivingAccounts(
  connection: Connection,
  mint: PublicKey,
  owner: PublicKey,
): Promise<PublicKey[]> {
  const { value } = await connection.getTokenAccountsByOwner(owner, { mint })
  return value
    .filter(({ pubkey, account }) => {
      const token = unpackAccount(pubkey, account, account.owner)
      const canReceive =
        token.isInitialized && !token.isFrozen && !getMemoTransfer(token)?.requireIncomingTransferMemos
      return canReceive && token.delegate === null && token.closeAuthority === null
    })
    .map(({ pubkey }) => pubkey)
}
