import { closeMarket, findEscrow, findFeeVault, findQuestion } from '@prediction-market/sdk'
import type { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { decide } from './market.ts'
import { type Currency, type GivenMarket, givenBet, givenMarket, SOL, UTILITY, type World } from './world.ts'

/** Clears a market away. */
export function closing(market: GivenMarket, creator = market.creator.publicKey): TransactionInstruction {
  return closeMarket({ market: market.address, creator, ...market.currency })
}

/** Everything that a market consists of. */
export function accountsOf({ address, creator }: GivenMarket) {
  return {
    creator: creator.publicKey,
    market: address,
    question: findQuestion(address),
    escrow: findEscrow(address),
    vault: findFeeVault(),
  }
}

/** A decided market: three winners of a coin each share what a loser leaves, and it does not come out even. */
export async function givenDust(world: World, currency: Currency) {
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
