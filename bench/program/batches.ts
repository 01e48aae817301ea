import { PROGRAM_ID } from '@prediction-market/sdk'
import type { Timing } from '@prediction-market/sdk/condition'
import { planSettlement } from '@prediction-market/sdk/transaction'
import { type Keypair, PublicKey } from '@solana/web3.js'
import { priceFor, resolution } from '../../tests/helpers/program/price.ts'
import {
  bet,
  type Currency,
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

const MOST_TRIES = 4

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

/** Compute units of a first bet by the tries its PDA takes: one for half of all wallets, two for a quarter … */
export async function measureFirstBets(world: World): Promise<Row[]> {
  const rows: Row[] = []
  const markets = [await givenMarket(world), await givenMarket(world, { currency: world.utility })]
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const row: Row = { tries, 'of wallets': `${100 / 2 ** tries} %` }
    for (const market of markets) {
      const bettor = bettorWithTries(world, market, tries)
      const amount = market.currency ? UTILITY : SOL
      const { computeUnits } = await succeed(world, [bet(market, bettor.publicKey, 'Yes', amount)], [bettor])
      row[market.currency ? 'UTILITY' : 'SOL'] = computeUnits
    }
    rows.push(row)
  }
  rows.push({ tries: '', 'of wallets': 'bar, first try', SOL: 9_500, UTILITY: 12_000 })
  return rows
}

/**
 * Positions settled by one transaction, and compute units per position: of markets decided at expiry, and of those
 * decided by news, where stakes are checked for being late.
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
    currency: currency ? 'UTILITY' : 'SOL',
    timing,
    'positions per transaction': positions,
    'bar: at least': currency ? 8 : 14,
    'units per position': computeUnits / BigInt(positions),
    'bar: at most': currency ? '' : 1_800,
  }
}
