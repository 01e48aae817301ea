// Finds accounts that somebody could pass in place of the right ones.

import { PROGRAM_ID } from '@prediction-market/sdk'
import {
  findAttestorSet,
  findConfig,
  findEscrow,
  findFeeVault,
  findPosition,
  findQuestion,
} from '@prediction-market/sdk/accounts'
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { PublicKey, SYSVAR_CLOCK_PUBKEY, SystemProgram } from '@solana/web3.js'
import { setMint, setTokenAccount } from '../oracle/tokens.ts'
import type { Substitutes } from './expect-slots.ts'
import { decide, payoutAccount } from './market.ts'
import { priceFor } from './price.ts'
import { rawCreateAttestorSet } from './raw.ts'
import {
  type Currency,
  type GivenMarket,
  givenBet,
  givenMarket,
  givenWallet,
  succeed,
  type World,
} from './world.ts'

/** The accounts of one market, by description. */
async function accountsIn(world: World, name: string, market: GivenMarket): Promise<Substitutes> {
  const bettor = await givenBet(world, market, 'Yes', 5_000_000n)
  return {
    [name]: market.address,
    [`question of ${name}`]: findQuestion(market.address),
    [`escrow of ${name}`]: findEscrow(market.address),
    [`position in ${name}`]: findPosition(market.address, bettor.publicKey),
    [`bettor in ${name}`]: bettor,
  }
}

/**
 * One account of every kind on a chain with our program: wallets, tokens, programs, accounts of the program of
 * every type, and markets in either currency, open for a year and decided.
 */
export async function givenSubstitutes(world: World): Promise<Substitutes> {
  const { utility } = world
  const keys = Array.from({ length: 4 }, () => PublicKey.unique())
  await succeed(world, [rawCreateAttestorSet(world, { keys, index: 0 })], [world.admin])
  const stranger = givenWallet(world)
  const token = setMint(world.chain, { supply: 10n ** 12n })
  const year = 31_536_000n

  const decidedMarket = async (currency: Currency) => {
    const market = await givenMarket(world, { currency })
    const accounts = await accountsIn(
      world,
      currency ? 'decided UTILITY market' : 'decided SOL market',
      market,
    )
    await givenBet(world, market, 'No', 7_000_000n)
    await decide(world, market, 'Yes')
    return { market, accounts }
  }
  const inSol = await decidedMarket(null)
  const inUtility = await decidedMarket(utility)
  const openSol = await givenMarket(world, { duration: year })
  const openUtility = await givenMarket(world, { duration: year, currency: utility })
  return {
    stranger,
    nobody: PublicKey.unique(),
    config: findConfig(),
    'fee vault': findFeeVault(),
    'attestor set': findAttestorSet(0),
    ...(await accountsIn(world, 'open SOL market', openSol)),
    ...(await accountsIn(world, 'open UTILITY market', openUtility)),
    ...inSol.accounts,
    ...inUtility.accounts,
    'utility mint': utility.mint,
    'another mint': token,
    "stranger's tokens": payoutAccount(inUtility.market, stranger.publicKey),
    "stranger's other tokens": setTokenAccount(world.chain, {
      mint: token,
      owner: stranger.publicKey,
      amount: 10n ** 9n,
    }),
    treasury: world.treasury,
    "treasury's tokens": payoutAccount(inUtility.market, world.treasury),
    admin: world.admin,
    'price update': priceFor(world, inSol.market),
    'Token program': TOKEN_PROGRAM_ID,
    'Token-2022 program': TOKEN_2022_PROGRAM_ID,
    'system program': SystemProgram.programId,
    'the program itself': PROGRAM_ID,
    'the clock': SYSVAR_CLOCK_PUBKEY,
  }
}
