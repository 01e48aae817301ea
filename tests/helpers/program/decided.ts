// Decided markets for the program tests, and markets to close.

import { findEscrow, findFeeVault, findQuestion } from '@prediction-market/sdk/accounts'
import { closeMarket } from '@prediction-market/sdk/instructions'
import { ASSOCIATED_TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { type Keypair, type PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js'
import { expect } from 'chai'
import { decide, heldBy, payoutsBy, settlement } from './market.ts'
import {
  type Currency,
  type GivenMarket,
  givenBet,
  givenMarket,
  SOL,
  succeed,
  UTILITY,
  type World,
} from './world.ts'

/** A market that was decided Yes, five coins against two: each fee is a tenth of a coin. */
export interface DecidedMarket extends GivenMarket {
  winner: Keypair
  loser: Keypair
  /** The payout of the winner. */
  payout: bigint
}

/** Opens, fills and decides such a market. */
export async function givenDecided(world: World, currency: Currency): Promise<DecidedMarket> {
  const unit = currency ? UTILITY : SOL
  const market = await givenMarket(world, { currency })
  const winner = await givenBet(world, market, 'Yes', 5n * unit)
  const loser = await givenBet(world, market, 'No', 2n * unit)
  await decide(world, market, 'Yes')
  return { ...market, winner, loser, payout: 5n * unit + (2n * unit * 9n) / 10n }
}

/** Settles the winner of such a market, and checks that only the fees that are due are left in the escrow. */
export async function expectWinnerPaid(
  world: World,
  market: DecidedMarket,
  feesDue = (market.currency ? UTILITY : SOL) / 5n,
): Promise<void> {
  const owners = [market.winner.publicKey]
  const pay = () => succeed(world, [settlement(market, owners)])
  const [payout] = await payoutsBy(world, market, owners, pay)
  expect(payout).to.equal(market.payout)
  expect(await heldBy(world, market)).to.equal(feesDue)
}

/** Makes an address a program. */
export async function makeExecutable({ chain }: World, address: PublicKey): Promise<void> {
  const program = await chain.account(ASSOCIATED_TOKEN_PROGRAM_ID)
  if (!program?.executable) throw new Error('The chain does not have the associated token program')
  chain.setAccount(address, program)
}

/** Gives an address so much data that no payment makes it rent-exempt. */
export function makeUnpayable({ chain }: World, address: PublicKey): void {
  const data = new Uint8Array(1_000_000)
  chain.setAccount(address, { lamports: 1n, data, owner: SystemProgram.programId, executable: false })
}

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
