import { findMarket } from '@prediction-market/sdk/accounts'
import {
  claimPosition,
  closeMarket,
  collectFees,
  createAttestorSet,
  createMarket,
  initializeConfig,
  settlePositions,
  updateConfig,
} from '@prediction-market/sdk/instructions'
import { Keypair, type Signer, type TransactionInstruction } from '@solana/web3.js'
import { givenBuyer, givenForSale, purchase } from '../../tests/helpers/program/auction.ts'
import { priceFor, resolution } from '../../tests/helpers/program/price.ts'
import {
  bet,
  type Currency,
  freshNonce,
  type GivenMarket,
  givenWallet,
  PRICE_AT_EXPIRY,
  SOL,
  succeed,
  termsOf,
  UTILITY,
  type World,
} from '../../tests/helpers/program/world.ts'
import type { Row } from '../table.ts'
import { bettorWithTries } from './batches.ts'

/** Compute units of each step in the life of one market, from `create_market` to `close_market`. */
export async function measureLife(world: World, currency: Currency): Promise<Row[]> {
  const [label, unit] = currency ? ['UTILITY', UTILITY] : ['SOL', SOL]
  const rows: Row[] = []
  const measure = async (name: string, instruction: TransactionInstruction, signers: Signer[] = []) => {
    const { computeUnits } = await succeed(world, [instruction], signers)
    rows.push({ instruction: `${name}, ${label}`, units: computeUnits })
  }

  const creator = givenWallet(world)
  const { market, instruction } = await newMarket(world, currency, creator.publicKey)
  await measure('create_market', instruction, [creator])
  const bettor = bettorWithTries(world, market, 1)
  await measure('place_bet, first', bet(market, bettor.publicKey, 'Yes', unit), [bettor])
  await measure('place_bet, later', bet(market, bettor.publicKey, 'Yes', unit), [bettor])
  const loser = givenWallet(world)
  await succeed(world, [bet(market, loser.publicKey, 'No', unit)], [loser])

  await world.chain.warpTo(market.expireAt)
  const target = { keeper: market.keeper, market: market.address, ...(currency ?? {}) }
  await succeed(world, [resolution(market, priceFor(world, market))])
  await measure('collect_fees', collectFees({ ...target, treasury: world.treasury }))
  await measure(
    'settle_positions, one',
    settlePositions({ ...target, positions: [{ owner: loser.publicKey }] }),
  )
  await measure('claim_position', claimPosition({ ...target, owner: bettor.publicKey }), [bettor])
  await measure('close_market', closeMarket({ ...target, creator: creator.publicKey }))
  return rows
}

async function newMarket(world: World, currency: Currency, creator: GivenMarket['address']) {
  const nonce = await freshNonce(world.chain)
  const createdAt = await world.chain.now()
  const expireAt = createdAt + 3_600n
  const condition = PRICE_AT_EXPIRY
  const question = 'Will SOL be at least $250?'
  const expected = await termsOf(world, condition, currency)
  const input = {
    creator,
    nonce,
    question,
    token: null,
    expireAt,
    condition,
    currency,
    expected,
    decideReward: 300_000n,
    rewardStake: currency ? UTILITY : undefined,
  }
  const address = findMarket(creator, nonce)
  const market = {
    address,
    currency,
    condition,
    token: null,
    createdAt,
    expireAt,
    keeper: world.chain.payer.publicKey,
  } as GivenMarket
  return { market, instruction: createMarket(input) }
}

const KEYS = 5

/** Configures the program; compute units of each step. */
export async function measureAdmin(world: World): Promise<Row[]> {
  const { admin: signer, settings, utility } = world
  const admin = signer.publicKey
  const keys = Array.from({ length: KEYS }, () => Keypair.generate().publicKey)
  const steps = {
    initialize_config: initializeConfig({ authority: admin, utilityMint: utility.mint, settings }),
    update_config: updateConfig({ admin, settings, pendingAdmin: null }),
    [`create_attestor_set, ${KEYS} keys`]: createAttestorSet({ admin, index: 0, keys }),
  }
  const rows: Row[] = []
  for (const [instruction, step] of Object.entries(steps)) {
    const { computeUnits } = await succeed(world, [step], [signer])
    rows.push({ instruction, units: computeUnits })
  }
  return rows
}

/** Compute units of a purchase in the burn auction. */
export async function measureAuction(world: World): Promise<Row[]> {
  await givenForSale(world, 32n * SOL)
  const buyer = givenBuyer(world)
  // The price falls for a while, so that the purchase pays for all of its arithmetic.
  await world.chain.warpToSlot((await world.chain.slot()) + 1_234_567n)
  const { computeUnits } = await succeed(world, [purchase(world, buyer.publicKey, SOL)], [buyer])
  return [{ instruction: 'burn_auction_buy', units: computeUnits }]
}
