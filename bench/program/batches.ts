// Measures first bets of many wallets, and full settlement transactions.

import { createHash } from 'node:crypto'
import { PROGRAM_ID } from '@prediction-market/sdk'
import type { Timing } from '@prediction-market/sdk/condition'
import { MAX_QUESTION_BYTES } from '@prediction-market/sdk/rules'
import { planSettlement } from '@prediction-market/sdk/transaction'
import { Keypair, PublicKey } from '@solana/web3.js'
import { setCurve } from '../../tests/helpers/oracle/pump.ts'
import { setTokenAccount } from '../../tests/helpers/oracle/tokens.ts'
import { priceFor, resolution } from '../../tests/helpers/program/price.ts'
import { type RawMarket, rawCreateMarket } from '../../tests/helpers/program/raw-market.ts'
import {
  bet,
  type Currency,
  fund,
  type GivenMarket,
  givenMarket,
  givenWallet,
  PRICE_AT_EXPIRY,
  SOL,
  succeed,
  UTILITY,
  type World,
} from '../../tests/helpers/program/world.ts'
import type { Row } from '../table.ts'

/** Random wallets whose first bets are measured. */
export const WALLETS = 1_000

/** A new wallet, funded, for which finding the position's PDA in this market takes exactly this many tries. */
export function bettorWithTries(world: World, market: GivenMarket, tries: number): Keypair {
  for (;;) {
    const wallet = givenWallet(world)
    if (triesFor(market, wallet.publicKey) === tries) return wallet
  }
}

/** How many tries it takes to find the PDA of an owner's position. */
export function triesFor(market: GivenMarket, owner: PublicKey): number {
  const seeds = [Buffer.from('position'), market.address.toBytes(), owner.toBytes()]
  const [, bump] = PublicKey.findProgramAddressSync(seeds, PROGRAM_ID)
  return 256 - bump
}

/** A funded wallet, the same in every run: the mean must not depend on luck. */
function seededWallet({ chain, utility }: World, name: string): Keypair {
  const wallet = Keypair.fromSeed(createHash('sha256').update(name).digest())
  fund(chain, wallet.publicKey, 1_000n * SOL)
  setTokenAccount(chain, { ...utility, owner: wallet.publicKey, amount: 1_000n * UTILITY })
  return wallet
}

/** The mean and the worst of compute units. */
function summary(name: string, units: readonly number[]): Row[] {
  const mean = Math.round(units.reduce((sum, each) => sum + each, 0) / units.length)
  return [
    { instruction: `${name}, mean`, units: mean },
    { instruction: `${name}, worst`, units: Math.max(...units) },
  ]
}

/**
 * Compute units of new markets of many random wallets with a first stake in UTILITY, which find four addresses each. With the
 * longest question about a migration, they find the curve, the pool's authority and the pool too: no market costs more.
 */
export async function measureCreations(world: World): Promise<Row[]> {
  const nonce = (await world.chain.now()) * 1_000n
  const initialStake = { outcome: 'Yes', amount: UTILITY } as const
  const measure = async (name: string, options: (index: number) => Partial<RawMarket>) => {
    const units: number[] = []
    for (let index = 0; index < WALLETS; index += 1) {
      const creator = seededWallet(world, `creator ${index}`)
      const raw = { nonce, currency: world.utility, initialStake, ...options(index) }
      const { instruction } = await rawCreateMarket(world, creator.publicKey, raw)
      units.push(Number((await succeed(world, [instruction], [creator])).computeUnits))
    }
    return summary(name, units)
  }
  const migration = (index: number): Partial<RawMarket> => {
    const token = new PublicKey(createHash('sha256').update(`token ${index}`).digest())
    const evidence = [setCurve(world.chain, token)]
    const condition = { type: 'migration', timing: 'byExpiry' } as const
    return { nonce: nonce + 1n, condition, token, evidence, question: '?'.repeat(MAX_QUESTION_BYTES) }
  }
  return [
    ...(await measure('new markets in UTILITY', () => ({}))),
    ...(await measure('new markets about a migration', migration)),
  ]
}

/** Compute units of the first bets of many random wallets: half of their PDAs are found at once, a quarter at the second try … */
export async function measureFirstBets(world: World): Promise<Row[]> {
  const rows: Row[] = []
  for (const currency of [null, world.utility]) {
    const market = await givenMarket(world, { currency, creator: seededWallet(world, 'creator') })
    const units: number[] = []
    for (let index = 0; index < WALLETS; index += 1) {
      const bettor = seededWallet(world, `bettor ${index}`)
      const built = bet(market, bettor.publicKey, 'Yes', currency ? UTILITY : SOL)
      units.push(Number((await succeed(world, [built], [bettor])).computeUnits))
    }
    rows.push(...summary(`first bets in ${currency ? 'UTILITY' : 'SOL'}`, units))
  }
  return rows
}

/**
 * Positions settled by one transaction, and compute units for each: of markets decided at expiry, and of those decided
 * early, where stakes are checked for being late.
 */
export async function measureSettlements(world: World): Promise<Row[]> {
  const rows: Row[] = []
  for (const currency of [null, world.utility]) {
    for (const timing of ['atExpiry', 'byExpiry'] as const) rows.push(await settle(world, currency, timing))
  }
  return rows
}

async function settle(world: World, currency: Currency, timing: Timing): Promise<Row> {
  const market = await givenMarket(world, { currency, condition: { ...PRICE_AT_EXPIRY, timing } })
  const amount = currency ? UTILITY : SOL
  const owners: PublicKey[] = []
  for (let index = 0; index < 40; index += 1) {
    const bettor = givenWallet(world)
    await succeed(world, [bet(market, bettor.publicKey, index % 2 ? 'Yes' : 'No', amount)], [bettor])
    owners.push(bettor.publicKey)
  }
  const publishTime = timing === 'atExpiry' ? market.expireAt : market.expireAt - 60n
  await world.chain.warpTo(publishTime)
  await succeed(world, [resolution(market, priceFor(world, market, { publishTime }))])
  const [batch] = planSettlement({
    market: market.address,
    payer: world.chain.payer.publicKey,
    positions: owners.map((owner) => ({ owner })),
    ...(currency ?? {}),
  })
  if (!batch) throw new Error('planSettlement returned no batch')
  const { computeUnits } = await succeed(world, [batch.instruction])
  const positions = batch.owners.length
  return {
    instruction: `settle_positions, ${currency ? 'UTILITY' : 'SOL'}, ${timing}`,
    positions,
    'at least': currency ? 8 : 14,
    units: computeUnits / BigInt(positions),
  }
}
