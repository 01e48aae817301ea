// Reads, decides and settles markets.

import type { Market, Position } from '@prediction-market/sdk'
import { decodeMarket, decodePosition, findEscrow, findPosition } from '@prediction-market/sdk/accounts'
import { collectFees, resolveMarket, settlePositions, voidMarket } from '@prediction-market/sdk/instructions'
import { voidAt } from '@prediction-market/sdk/rules'
import { getAssociatedTokenAddressSync } from '@solana/spl-token'
import type { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { expect } from 'chai'
import { postPrice } from '../oracle/pyth.ts'
import { tokenBalance } from '../oracle/tokens.ts'
import { lamportsOf } from './balances.ts'
import { dataOf } from './config.ts'
import { FEED, type GivenMarket, succeed, type World } from './world.ts'

type OnChain = Pick<World, 'chain'>

export async function readMarket(world: OnChain, { address }: Pick<GivenMarket, 'address'>): Promise<Market> {
  return decodeMarket(await dataOf(world, address))
}

export async function readPosition(
  world: OnChain,
  { address }: GivenMarket,
  owner: PublicKey,
): Promise<Position> {
  return decodePosition(await dataOf(world, findPosition(address, owner)))
}

/** The account that a payout to `owner` goes to: the wallet, or its associated token account. */
export function payoutAccount({ currency }: GivenMarket, owner: PublicKey): PublicKey {
  if (!currency) return owner
  return getAssociatedTokenAddressSync(currency.mint, owner, true, currency.tokenProgram)
}

/** The balance of an account in the market's currency. */
export function moneyIn({ chain }: OnChain, { currency }: GivenMarket, address: PublicKey): Promise<bigint> {
  return currency ? tokenBalance(chain, address) : lamportsOf(chain, address)
}

/** The balance of a market's escrow without its rent. */
export async function heldBy(world: OnChain, market: GivenMarket): Promise<bigint> {
  const held = await moneyIn(world, market, findEscrow(market.address))
  return market.currency ? held : held - (await world.chain.rent(0))
}

/** Decides a market about the price at expiry; warps to its expiry, or to the end of its void delay. */
export async function decide(world: World, market: GivenMarket, as: 'Yes' | 'No' | 'void'): Promise<void> {
  const { address, expireAt, keeper } = market
  if (as === 'void') {
    await world.chain.warpTo(voidAt(await readMarket(world, market)))
    await succeed(world, [voidMarket({ keeper, market: address })])
    return
  }
  await world.chain.warpTo(expireAt)
  const price = as === 'Yes' ? 250n : 249n
  const update = postPrice(world.chain, { feed: FEED, price: price * 10n ** 8n, publishTime: expireAt })
  await succeed(world, [resolveMarket({ keeper, market: address, evidence: [update] })])
}

/** The instruction that settles the positions of `owners`. */
export function settlement(market: GivenMarket, owners: readonly PublicKey[]): TransactionInstruction {
  const positions = owners.map((owner) => ({ owner }))
  const { keeper, address } = market
  return settlePositions({ keeper, market: address, positions, ...market.currency })
}

/** The instruction that collects a market's fees. */
export function collection(
  world: World,
  market: GivenMarket,
  treasury = world.treasury,
): TransactionInstruction {
  return collectFees({ market: market.address, treasury, ...market.currency })
}

/**
 * The payout of each owner by `action`, in the market's currency, without the rent of their position. Checks
 * that the rent was returned too, to the lamport.
 */
export async function payoutsBy(
  world: OnChain,
  market: GivenMarket,
  owners: readonly PublicKey[],
  action: () => Promise<unknown>,
): Promise<bigint[]> {
  const read = async (owner: PublicKey) => ({
    lamports: await lamportsOf(world.chain, owner),
    rent: await lamportsOf(world.chain, findPosition(market.address, owner)),
    money: await moneyIn(world, market, payoutAccount(market, owner)),
  })
  const before = []
  for (const owner of owners) before.push({ owner, ...(await read(owner)) })
  await action()
  const payouts: bigint[] = []
  for (const { owner, ...then } of before) {
    const now = await read(owner)
    const rent = then.rent - now.rent
    const money = now.money - then.money
    if (market.currency) expect(now.lamports - then.lamports, 'rent of the position').to.equal(rent)
    payouts.push(market.currency ? money : money - rent)
  }
  return payouts
}
