import { type Condition, voidMarket } from '@prediction-market/sdk'
import type { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { attested, givenAttestors } from '../../tests/helpers/oracle/attestors.ts'
import { curveAddress, migrate, poolAddress, setCurve } from '../../tests/helpers/oracle/pump.ts'
import { setMint } from '../../tests/helpers/oracle/tokens.ts'
import { priceFor, resolution } from '../../tests/helpers/program/price.ts'
import {
  FEED,
  type GivenMarket,
  givenBet,
  givenMarket,
  PRICE_AT_EXPIRY,
  SOL,
  succeed,
  type World,
} from '../../tests/helpers/program/world.ts'
import type { Row } from '../table.ts'

const SIGNATURES = 5

/** Compute units of deciding a market of each condition, and of voiding one. */
export async function measureDecisions(world: World): Promise<Row[]> {
  const token = setMint(world.chain, { supply: 1_000n * SOL, decimals: 9 })
  setCurve(world.chain, token)
  const attestors = await givenAttestors(world, SIGNATURES, SIGNATURES)
  const attest = (market: GivenMarket) =>
    attested(market, attestors, { value: 1_000n, observedAt: market.expireAt })
  const target = { comparison: 'atLeast', target: '1000', timing: 'atExpiry' } as const

  const rows: Row[] = []
  const measure = async (name: string, condition: Condition, decide: (market: GivenMarket) => Decision) => {
    const market = await givenMarket(world, { condition, token })
    await givenBet(world, market, 'Yes', SOL)
    await world.chain.warpTo(market.expireAt)
    const { computeUnits } = await succeed(world, [decide(market)].flat())
    rows.push({ instruction: `resolve_market, ${name}`, units: computeUnits })
  }
  await measure('price', PRICE_AT_EXPIRY, (market) => resolution(market, priceFor(world, market)))
  await measure('market cap', { type: 'marketCap', feed: FEED, ...target }, (market) =>
    resolution(market, priceFor(world, market), token),
  )
  await measure('supply', { type: 'supply', ...target }, (market) => resolution(market, token))
  await measure('migration', { type: 'migration', timing: 'atExpiry' }, (market) => {
    migrate(world.chain, token)
    return resolution(market, ...pumpAccounts(token))
  })
  await measure(
    `holders, ${SIGNATURES} signatures`,
    { type: 'holders', minimumBalance: 1n, ...target },
    attest,
  )
  await measure('by expiry, not met', { ...PRICE_AT_EXPIRY, timing: 'byExpiry' }, (market) => {
    world.chain.warpTo(market.expireAt + BigInt(world.settings.proofWindow))
    return resolution(market)
  })

  const market = await givenMarket(world)
  await world.chain.warpTo(market.expireAt + BigInt(world.settings.voidDelay))
  const { computeUnits } = await succeed(world, [voidMarket({ market: market.address })])
  rows.push({ instruction: 'void_market', units: computeUnits })
  return rows
}

type Decision = TransactionInstruction | TransactionInstruction[]

function pumpAccounts(token: PublicKey): PublicKey[] {
  return [curveAddress(token), poolAddress(token)]
}
