// Markets to close, and what closing them needs.

import { findEscrow, findFeeVault, findQuestion } from '@prediction-market/sdk/accounts'
import { closeMarket } from '@prediction-market/sdk/instructions'
import type { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { decide } from './market.ts'
import { type Currency, type GivenMarket, givenBet, givenMarket, SOL, UTILITY, type World } from './world.ts'

/** The instruction that closes a market. */
export function closing(market: GivenMarket, creator = market.creator.publicKey): TransactionInstruction {
  return closeMarket({ keeper: market.keeper, market: market.address, creator, ...market.currency })
}

/** The accounts that closing a market touches. */
export function accountsOf({ address, creator }: GivenMarket) {
  return {
    creator: creator.publicKey,
    market: address,
    question: findQuestion(address),
    escrow: findEscrow(address),
    vault: findFeeVault(),
  }
}

/** A decided market that leaves dust: the losing pool cannot be divided evenly among three winners. */
export async function givenMarketWithDust(world: World, currency: Currency) {
  const unit = currency ? UTILITY : SOL
  const market = await givenMarket(world, { currency })
  const owners: PublicKey[] = []
  for (let index = 0; index < 3; index++) {
    owners.push((await givenBet(world, market, 'Yes', unit)).publicKey)
  }
  owners.push((await givenBet(world, market, 'No', unit + 2n)).publicKey)
  await decide(world, market, 'Yes')
  return { market, owners }
}
