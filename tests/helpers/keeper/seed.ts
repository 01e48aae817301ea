// Writes positions to the chain without transactions, for tests with many positions.

import {
  type Fetched,
  type Market,
  type Outcome,
  PROGRAM_ID,
  positionDue,
  type Stakes,
} from '@prediction-market/sdk'
import { findEscrow, findPosition, type RecentStakes } from '@prediction-market/sdk/accounts'
import { Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import type { TestLocalnet } from '../localnet/shared.ts'

/** A position that was written to the chain. */
export interface Seeded {
  owner: PublicKey
  address: PublicKey
  stakes: Stakes
  recent: RecentStakes
}

/** Offsets in the data of a market: of its pools, of the stakes of the last period, of the number of positions. */
const POOLS_AT = 184
const LAST_STAKES_AT = 208
const OPEN_POSITIONS_AT = 536

/** Offsets in the data of a position, which is copied from a real one. */
const OWNER_AT = 48
const STAKES_AT = 80
const RECENT_AT = 96

/** Bytes of recent stakes: the number of the period, and three pairs of stakes. */
const RECENT_SIZE = 8 + 3 * 16

/** Bytes of a position. */
const POSITION_SIZE = 160

/** Accounts written at once. */
const PARALLEL = 20

/**
 * Writes positions to an open SOL market as bets in the period of its last bet would leave them, without a transaction
 * for each: position accounts, and with them the market's pools, recent stakes, count and escrow. Owners are new
 * wallets without an account.
 *
 * @param stakeOf - lamports and side of each, by its index
 */
export async function seedPositions(
  { connection, node }: TestLocalnet,
  market: Fetched<Market>,
  count: number,
  stakeOf: (index: number) => { outcome: Outcome; amount: bigint },
): Promise<Seeded[]> {
  const { cheats } = node
  const template = await connection.getAccountInfo(findPosition(market.address, market.creator))
  if (!template) return expect.fail('The creator has staked nothing')
  const seeded = Array.from({ length: count }, (_, index): Seeded => {
    const owner = Keypair.generate().publicKey
    const { outcome, amount } = stakeOf(index)
    const none: Stakes = { Yes: 0n, No: 0n }
    const stakes: Stakes = { ...none, [outcome]: amount }
    const recent: RecentStakes = { period: market.recent.period, stakes: [stakes, none, none] }
    return { owner, address: findPosition(market.address, owner), stakes, recent }
  })
  const queue = [...seeded]
  const write = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const data = Buffer.from(template.data)
      data.set(next.owner.toBytes(), OWNER_AT)
      data.fill(0, RECENT_AT, RECENT_AT + RECENT_SIZE)
      data.writeBigUInt64LE(next.recent.period, RECENT_AT)
      const { Yes, No } = next.stakes
      for (const [side, stake] of [Yes, No].entries()) {
        data.writeBigUInt64LE(stake, STAKES_AT + 8 * side)
        data.writeBigUInt64LE(stake, RECENT_AT + 8 + 8 * side)
      }
      await cheats.setAccount(next.address, {
        lamports: BigInt(template.lamports),
        owner: PROGRAM_ID,
        data,
      })
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, write))
  await addToMarket({ connection, node }, market, seeded)
  return seeded
}

async function addToMarket(
  { connection, node }: Pick<TestLocalnet, 'connection' | 'node'>,
  { address }: Fetched<Market>,
  seeded: readonly Seeded[],
): Promise<void> {
  const [account, escrow] = await connection.getMultipleAccountsInfo([address, findEscrow(address)])
  if (!account || !escrow) return expect.fail('The market is not there')
  const data = Buffer.from(account.data)
  const sums = (['Yes', 'No'] as const).map((side) =>
    seeded.reduce((sum, { stakes }) => sum + stakes[side], 0n),
  )
  sums.forEach((sum, side) => {
    for (const start of [POOLS_AT, LAST_STAKES_AT]) {
      const at = start + 8 * side
      data.writeBigUInt64LE(data.readBigUInt64LE(at) + sum, at)
    }
  })
  data.writeUInt32LE(data.readUInt32LE(OPEN_POSITIONS_AT) + seeded.length, OPEN_POSITIONS_AT)
  const staked = sums.reduce((sum, part) => sum + part, 0n)
  const { cheats } = node
  await cheats.setAccount(findEscrow(address), {
    lamports: BigInt(escrow.lamports) + staked,
    owner: escrow.owner,
    data: escrow.data,
  })
  await cheats.setAccount(address, { lamports: BigInt(account.lamports), owner: account.owner, data })
}

/** Checks that each owner holds exactly what they are due, with the rent of their position. */
export async function expectPaid(
  { connection }: TestLocalnet,
  market: Market,
  seeded: readonly Seeded[],
  rent: bigint,
): Promise<void> {
  const wrong: string[] = []
  for (let start = 0; start < seeded.length; start += 100) {
    const some = seeded.slice(start, start + 100)
    const accounts = await connection.getMultipleAccountsInfo(some.map(({ owner }) => new PublicKey(owner)))
    some.forEach((position, index) => {
      const { owner } = position
      const due = owedTo(market, position) + rent
      const held = BigInt(accounts[index]?.lamports ?? 0)
      if (held !== due) wrong.push(`${owner.toBase58()} holds ${held}, due ${due}`)
    })
  }
  expect(wrong).to.deep.equal([])
}

/** Everything that a decided market owes to a position: its payout, and late stakes back. */
export function owedTo(market: Market, position: Pick<Seeded, 'stakes' | 'recent'>): bigint {
  const { payout, refund } = positionDue(market, position)
  return payout + refund
}

/** Lamports that a position's account holds. */
export async function positionRent({ connection }: Pick<TestLocalnet, 'connection'>): Promise<bigint> {
  return BigInt(await connection.getMinimumBalanceForRentExemption(POSITION_SIZE))
}
