import {
  type Fetched,
  findEscrow,
  findPosition,
  type Market,
  type Outcome,
  PROGRAM_ID,
  positionPayout,
  type Stakes,
} from '@prediction-market/sdk'
import { Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import type { TestLocalnet } from '../localnet/shared.ts'

/** A position that was written to the chain. */
export interface Seeded {
  owner: PublicKey
  address: PublicKey
  stakes: Stakes
}

/** Where a market holds its pools and the number of its positions, after the discriminator. */
const POOLS_AT = 176
const OPEN_POSITIONS_AT = 232

/** sha256("account:Position"), the first 8 bytes, is what real positions begin with; one is copied. */
const STAKES_AT = 72
const OWNER_AT = 40

/** Accounts written at once. */
const PARALLEL = 20

/**
 * Writes positions to an open SOL market as bets would leave them, without a transaction for each: position
 * accounts, and with them the market's pools, its count and its escrow. Owners are new wallets without an account.
 *
 * @param stakeOf - lamports and side of each, by its place
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
    const stakes: Stakes = outcome === 'Yes' ? [amount, 0n] : [0n, amount]
    return { owner, address: findPosition(market.address, owner), stakes }
  })
  const queue = [...seeded]
  const write = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const data = Buffer.from(template.data)
      data.set(next.owner.toBytes(), OWNER_AT)
      next.stakes.forEach((stake, side) => {
        data.writeBigUInt64LE(stake, STAKES_AT + 8 * side)
      })
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
  const sums = [0, 1].map((side) => seeded.reduce((sum, { stakes }) => sum + (stakes[side] ?? 0n), 0n))
  sums.forEach((sum, side) => {
    const at = POOLS_AT + 8 * side
    data.writeBigUInt64LE(data.readBigUInt64LE(at) + sum, at)
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
  { pools, outcome, terms }: Market,
  seeded: readonly Seeded[],
  rent: bigint,
): Promise<void> {
  const wrong: string[] = []
  for (let start = 0; start < seeded.length; start += 100) {
    const some = seeded.slice(start, start + 100)
    const accounts = await connection.getMultipleAccountsInfo(some.map(({ owner }) => new PublicKey(owner)))
    some.forEach(({ owner, stakes }, index) => {
      const due = positionPayout(stakes, pools, outcome, terms) + rent
      const held = BigInt(accounts[index]?.lamports ?? 0)
      if (held !== due) wrong.push(`${owner.toBase58()} holds ${held}, due ${due}`)
    })
  }
  expect(wrong).to.deep.equal([])
}

/** Lamports that a position's account holds. */
export const POSITION_RENT = BigInt(128 + 88) * 6_960n
