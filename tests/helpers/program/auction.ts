// Sales and purchases of the burn auction, for tests.

import type { FeeVault } from '@prediction-market/sdk'
import { burnAuctionBuy } from '@prediction-market/sdk/instructions'
import type { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { readFeeVault } from './config.ts'
import { collection, decide } from './market.ts'
import { givenBet, givenMarket, givenWallet, succeed, type World } from './world.ts'

/** Fills the fee vault with the burn share of a decided market: 5 % of the losing pool. */
export async function givenForSale(world: World, lamports: bigint): Promise<FeeVault> {
  const market = await givenMarket(world)
  await givenBet(world, market, 'Yes', 1_000_000_000n)
  await givenBet(world, market, 'No', lamports * 20n)
  await decide(world, market, 'Yes')
  await succeed(world, [collection(world, market)])
  return readFeeVault(world)
}

/** A purchase by a wallet, at any price. */
export function purchase(
  { utility }: World,
  buyer: PublicKey,
  lamports: bigint,
  maxTokens = 2n ** 64n - 1n,
): TransactionInstruction {
  return burnAuctionBuy({ buyer, lamports, maxTokens, ...utility })
}

/** A wallet with a billion tokens, enough for any price. */
export function givenBuyer(world: World) {
  return givenWallet(world, 1_000_000_000n)
}
