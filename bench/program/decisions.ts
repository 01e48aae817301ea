// Measures decisions of every condition type.

import type { Condition } from '@prediction-market/sdk'
import { voidMarket } from '@prediction-market/sdk/instructions'
import { betEvidence, creationEvidence } from '@prediction-market/sdk/oracle'
import type { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { attested, givenAttestors } from '../../tests/helpers/oracle/attestors.ts'
import { curveAddress, migrate, poolAddress, setCurve } from '../../tests/helpers/oracle/pump.ts'
import { setMint } from '../../tests/helpers/oracle/tokens.ts'
import {
  type GivenChange,
  givenStakedChange,
  PRICE_250,
  priceFor,
  referenceFor,
  resolution,
} from '../../tests/helpers/program/price.ts'
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

/** The members of the attestor set: the largest, whose quorum is 6. */
const ATTESTORS = 8

/** Lamports for the decision. */
const REWARD = 300_000n

/** Seconds before expiry of an early decision. */
const EARLY = 60n

/** Compute units of deciding a market of each condition, and of voiding one. */
export async function measureDecisions(world: World): Promise<Row[]> {
  const token = setMint(world.chain, { supply: 1_000n * SOL, decimals: 9 })
  setCurve(world.chain, token)
  const attestors = await givenAttestors(world, ATTESTORS)
  const attest = (market: GivenMarket) =>
    attested(market, attestors, { second: market.expireAt, isMet: true })
  const target = { comparison: 'atLeast', target: '1000', timing: 'atExpiry' } as const

  const rows: Row[] = []
  const measure = async (name: string, condition: Condition, decide: (market: GivenMarket) => Decision) => {
    const evidence = creationEvidence({ condition, token })
    const market = await givenMarket(world, { condition, token, evidence, decideReward: REWARD })
    // Both sides have stakes, so that fees are computed and the reward is paid.
    for (const side of ['Yes', 'No'] as const)
      await givenBet(world, market, side, SOL, betEvidence({ condition, token }))
    await world.chain.warpTo(condition.timing === 'atExpiry' ? market.expireAt : market.expireAt - EARLY)
    const { computeUnits } = await succeed(world, [decide(market)].flat())
    rows.push({ instruction: `resolve_market, ${name}`, units: computeUnits })
  }
  await measure('price', PRICE_AT_EXPIRY, (market) => resolution(market, priceFor(world, market)))
  await measure('price, early', { ...PRICE_AT_EXPIRY, timing: 'byExpiry' }, (market) =>
    resolution(market, priceFor(world, market, { publishTime: market.expireAt - EARLY })),
  )
  await measure('market cap', { type: 'marketCap', feed: FEED, ...target }, (market) =>
    resolution(market, priceFor(world, market), token),
  )
  await measure(
    'supply',
    { ...target, type: 'supply', target: '1', timing: 'byExpiry', comparison: 'atMost' },
    (market) => {
      setMint(world.chain, { address: token, supply: SOL, decimals: 9 })
      return resolution(market, token)
    },
  )
  await measure('migration', { type: 'migration', timing: 'byExpiry' }, (market) => {
    migrate(world.chain, token)
    return resolution(market, ...pumpAccounts(token))
  })
  await measure(
    `holders, ${attestors.threshold} signatures`,
    { type: 'holders', minimumBalance: 1n, ...target },
    attest,
  )
  rows.push(...(await measureRecorded(world)), ...(await measureChange(world)))

  const market = await givenMarket(world)
  await world.chain.warpTo(market.expireAt + BigInt(world.settings.voidDelay))
  const { computeUnits } = await succeed(world, [
    voidMarket({ keeper: market.keeper, market: market.address }),
  ])
  rows.push({ instruction: 'void_market', units: computeUnits })
  return rows
}

/** Compute units of recording a price that does not meet the condition at expiry, and of the No that follows. */
async function measureRecorded(world: World): Promise<Row[]> {
  const market = await givenMarket(world, {
    condition: { ...PRICE_AT_EXPIRY, timing: 'byExpiry' },
    decideReward: REWARD,
  })
  for (const side of ['Yes', 'No'] as const) await givenBet(world, market, side, SOL)
  await world.chain.warpTo(market.expireAt)
  const price = priceFor(world, market, { price: PRICE_250 - 1n })
  const recorded = await succeed(world, [resolution(market, price)])
  await world.chain.warpTo(market.expireAt + BigInt(world.settings.proofWindow))
  const resolved = await succeed(world, [resolution(market)])
  return [
    { instruction: 'resolve_market, price recorded', units: recorded.computeUnits },
    { instruction: 'resolve_market, No by the record', units: resolved.computeUnits },
  ]
}

/** Compute units of recording the reference price of a change, of deciding it, and of both in one call. */
async function measureChange(world: World): Promise<Row[]> {
  const units = async (show: (market: GivenChange) => PublicKey[], market: GivenChange) =>
    (await succeed(world, [resolution(market, ...show(market))])).computeUnits
  const reference = (market: GivenChange) => [referenceFor(world, market)]
  const price = (market: GivenChange) => [priceFor(world, market, { price: PRICE_250 + 1n })]
  const [twice, once] = [
    await givenStakedChange(world, { decideReward: REWARD, maxRatio: 125 }),
    await givenStakedChange(world, { decideReward: REWARD, maxRatio: 125 }),
  ]
  await world.chain.warpTo(twice.referenceAt)
  const recorded = await units(reference, twice)
  await world.chain.warpTo(twice.expireAt)
  const decided = await units(price, twice)
  const both = await units((market) => [...reference(market), ...price(market)], once)
  return [
    { instruction: 'resolve_market, reference recorded', units: recorded },
    { instruction: 'resolve_market, change', units: decided },
    { instruction: 'resolve_market, change by both prices', units: both },
  ]
}

type Decision = TransactionInstruction | TransactionInstruction[]

function pumpAccounts(token: PublicKey): PublicKey[] {
  return [curveAddress(token), poolAddress(token)]
}
