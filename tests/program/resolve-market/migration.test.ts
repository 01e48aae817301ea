import type { ConditionOf } from '@prediction-market/sdk/condition'
import { readQuoteMint, resolutionEvidence } from '@prediction-market/sdk/oracle'
import { periodOf } from '@prediction-market/sdk/rules'
import { NATIVE_MINT } from '@solana/spl-token'
import { PublicKey, SystemProgram } from '@solana/web3.js'
import { expect } from 'chai'
import {
  curveAddress,
  migrate,
  PUMP,
  poolAddress,
  setCurve,
  setPool,
  USDC,
} from '../../helpers/oracle/pump.ts'
import { dataOf } from '../../helpers/program/config.ts'
import { eventsOf, expectRefusal } from '../../helpers/program/expect.ts'
import { readMarket } from '../../helpers/program/market.ts'
import { resolution } from '../../helpers/program/price.ts'
import { PERIOD, settled } from '../../helpers/program/rewards.ts'
import {
  fund,
  type GivenMarket,
  givenBet,
  givenMarket,
  SOL,
  startWorld,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

describe('resolve_market by a migration', () => {
  let world: World

  before(async () => {
    world = await startWorld()
  })

  /** A market about a token on its curve, with stakes on both sides. */
  async function givenToken(quoteMint = NATIVE_MINT) {
    const token = PublicKey.unique()
    const evidence = [setCurve(world.chain, token, { quoteMint })]
    const condition: ConditionOf<'migration'> = { type: 'migration', timing: 'byExpiry' }
    const market = await givenMarket(world, { condition, token, evidence })
    await givenBet(world, market, 'Yes', 5n * SOL, evidence)
    await givenBet(world, market, 'No', 2n * SOL, evidence)
    return { token, market }
  }

  const shown = ({ token, market }: { token: PublicKey; market: GivenMarket }) =>
    resolution(market, curveAddress(token), poolAddress(token))

  it('decides Yes at once, by expiry, and stores the observation', async () => {
    const { token, market } = await givenToken()
    const seen = market.createdAt + 1_000n
    await world.chain.warpTo(seen)
    await expectRefusal(world, 'NotDecidableYet', { instructions: shown({ token, market }) })
    migrate(world.chain, token)

    const observation = { value: 1n, exponent: 0, observedAt: seen, isMet: true, hasValue: true }
    const [event] = await eventsOf(world, shown({ token, market }))
    expect(event?.name).to.equal('MarketResolved')
    expect(event?.data).to.deep.include({ outcome: 'Yes', observation, resolvedAt: seen })
    expect(await readMarket(world, market)).to.deep.include({
      status: 'resolved',
      outcome: 'Yes',
      observation,
    })
  })

  it('dates late stakes by the recorded curve, however late its pool appears', async () => {
    // Given a curve that is complete two periods after the first bets, with a bet in the period before that.
    const { token, market } = await givenToken()
    const evidence = [curveAddress(token)]
    const completed = market.createdAt + 1_000n
    await world.chain.warpTo(completed - PERIOD)
    const late = await givenBet(world, market, 'Yes', 3n * SOL, evidence)
    await world.chain.warpTo(completed)
    setCurve(world.chain, token, { complete: 1 })

    // When that is recorded, and the pool appears half an hour later.
    const [event] = await eventsOf(world, shown({ token, market }))
    expect(event?.name).to.equal('ObservationRecorded')
    expect(event?.data).to.deep.include({ kind: 'curve', recordedAt: completed })
    await world.chain.warpTo(completed + 1_800n)
    setPool(world.chain, token)
    await succeed(world, [shown({ token, market })])

    // Then the stakes are late as of the curve; as of the pool none would have been.
    const { late: lateStakes, latePeriod, ...decided } = await readMarket(world, market)
    expect(decided.outcome).to.equal('Yes')
    expect(latePeriod).to.equal(periodOf(decided, completed))
    expect(lateStakes).to.deep.equal({ Yes: 3n * SOL, No: 0n })
    expect(await settled(world, market, [late])).to.deep.equal([3n * SOL])
  })

  const pool = (token: PublicKey) => setPool(world.chain, token)
  const complete = (token: PublicKey) => setCurve(world.chain, token, { complete: 1 })

  // A complete curve alone has not migrated, and a pool is an account that PumpSwap owns.
  const states: [text: string, isMigrated: boolean, bring: (token: PublicKey) => unknown][] = [
    ['a complete curve and its pool', true, (token) => [complete(token), pool(token)]],
    ['neither', false, () => null],
    ['a complete curve without a pool', false, complete],
    ['a pool whose curve is not complete', false, pool],
    [
      'a complete curve, and lamports where the pool would be',
      false,
      (token) => [complete(token), fund(world.chain, poolAddress(token), 100n * SOL)],
    ],
    [
      "a complete curve, and a pool's bytes in the hands of another program",
      false,
      (token) => [complete(token), setPool(world.chain, token, { owner: PublicKey.unique() })],
    ],
    [
      "a complete curve, and a pool's bytes in the hands of the system program",
      false,
      (token) => [complete(token), setPool(world.chain, token, { owner: SystemProgram.programId })],
    ],
    [
      'a complete curve, and pools of other indexes, creators and mints',
      false,
      (token) => [
        complete(token),
        setPool(world.chain, token, { index: 1 }),
        setPool(world.chain, token, { creator: PublicKey.unique() }),
        setPool(world.chain, token, { quoteMint: USDC }),
        setPool(world.chain, PublicKey.unique()),
      ],
    ],
  ]
  for (const [text, isMigrated, bring] of states) {
    const answer = isMigrated ? 'Yes' : 'No'
    it(`decides ${answer} for ${text} at expiry`, async () => {
      const { token, market } = await givenToken()
      bring(token)
      await world.chain.warpTo(market.expireAt)
      await succeed(world, [shown({ token, market })])
      expect(await readMarket(world, market)).to.deep.include({
        outcome: answer,
        observation: {
          value: isMigrated ? 1n : 0n,
          exponent: 0,
          observedAt: market.expireAt,
          isMet: isMigrated,
          hasValue: true,
        },
      })
    })
  }

  // Accounts of the main network, as public repositories recorded them: owned by pump.fun, at the token's own address.
  const recorded = [
    {
      token: '7v4shBJmb73embNcid1dMQhZFhNTpBhtFPMFTm73b4bv',
      curve: '5WXUxYwfCGGJejU4ptmNpqQD9Rx4ozVa2wLCp6KoViYt',
      size: 125,
      isComplete: false,
      head: 'F7f4N2DYrGDUF053erMDALdfwTEHAAAA1H87K+m0AgC3s501AAAAAACAxqR+jQMAAMEp0sixukwfAbJ6JX39jcKJ9dqdN7lUxvMtnNWLAmHe',
    },
    {
      token: '42pHP3TzLVX7Egx8zBwidnAFB4vUR9tzGgZssyGspump',
      curve: '8t4tkjQkH3ArH2zmUVKmFbCUE1pHyCDq4Ac2ojbMh1wh',
      size: 151,
      isComplete: false,
      head: 'F7f4N2DYrGAAENhH488DAKWsI/wGAAAAAHjF+1HRAgClAAAAAAAAAACAxqR+jQMAAOIsFUY70ooNNO/8tAicWjiNKMwt1PMjL9JtFqu+3Vbj',
    },
    {
      token: '7AVB9viRcpmr8gRMTCAYSmhP7gbuBMpBR51DMjwcpump',
      curve: '6Bizh2PkwgfZGhJPQYvwqAMRfE6JjgEZB6YhzQAr4jdH',
      size: 151,
      isComplete: true,
      head: 'F7f4N2DYrGAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAxqR+jQMAASa/slyxBtXEce/4qo5CEUssY14egVkuhvPYC0nkjcCg',
    },
  ]
  for (const { token: mint, curve, size, isComplete, head } of recorded) {
    it(`reads the curve ${curve} of the main network, of ${size} bytes`, async () => {
      const token = new PublicKey(mint)
      expect(curveAddress(token).toBase58()).to.equal(curve)
      // The rest of it is zero: it trades against SOL.
      const data = Buffer.concat([Buffer.from(head, 'base64')], size)
      expect(readQuoteMint(data).equals(NATIVE_MINT)).to.equal(true)
      setCurve(world.chain, token)
      const condition: ConditionOf<'migration'> = { type: 'migration', timing: 'byExpiry' }
      const evidence = [curveAddress(token)]
      const market = await givenMarket(world, { condition, token, evidence })
      await givenBet(world, market, 'Yes', SOL, evidence)
      await givenBet(world, market, 'No', SOL, evidence)
      await world.chain.warpTo(market.createdAt + 1_000n)
      world.chain.setAccount(curveAddress(token), { lamports: SOL, data, owner: PUMP, executable: false })
      if (!isComplete) {
        await expectRefusal(world, 'NotDecidableYet', { instructions: shown({ token, market }) })
        return
      }
      const [record] = await eventsOf(world, shown({ token, market }))
      expect(record?.data).to.include({ kind: 'curve' })
      setPool(world.chain, token)
      const [decided] = await eventsOf(world, shown({ token, market }))
      expect(decided?.data).to.include({ outcome: 'Yes' })
    })
  }

  // Older curves are shorter: the quote mint is the last field. That of 256 bytes is made up: no public source was found.
  for (const length of [49, 81, 82, 83, 115, 125, 150, 151, 256]) {
    it(`reads a curve of ${length} bytes`, async () => {
      const { token, market } = await givenToken()
      setCurve(world.chain, token, { complete: 1, length })
      setPool(world.chain, token)
      await world.chain.warpTo(market.createdAt + 1_000n)
      await succeed(world, [shown({ token, market })])
      expect((await readMarket(world, market)).outcome).to.equal('Yes')
    })
  }

  for (const [name, quoteMint] of [
    ['wrapped SOL by its name', NATIVE_MINT],
    ['USDC', USDC],
  ] as const) {
    it(`uses the pool of a curve that trades against ${name}`, async () => {
      // Given such a token, and its accounts as the SDK derives them.
      const { token, market } = await givenToken(quoteMint)
      setCurve(world.chain, token, { complete: 1, quoteMint })
      const quoted = readQuoteMint(await dataOf(world, curveAddress(token)))
      expect(quoted).to.deep.equal(quoteMint)
      const { condition, terms } = await readMarket(world, market)
      const { evidence } = resolutionEvidence({ condition, terms, token, quoteMint: quoted })
      expect(evidence).to.deep.equal([curveAddress(token), poolAddress(token, { quoteMint })])

      // When it migrates, then its own pool decides, and no other.
      await world.chain.warpTo(market.createdAt + 1_000n)
      await succeed(world, [resolution(market, ...evidence)])
      expect((await readMarket(world, market)).reference).to.deep.include({ isMet: true })
      await expectRefusal(world, 'NotDecidableYet', { instructions: resolution(market, ...evidence) })
      setPool(world.chain, token, { quoteMint })
      await succeed(world, [resolution(market, ...evidence)])
      expect((await readMarket(world, market)).outcome).to.equal('Yes')
    })
  }
})
