import type { Condition, Timing } from '@prediction-market/sdk'
import { PublicKey, SYSVAR_INSTRUCTIONS_PUBKEY } from '@solana/web3.js'
import { expect } from 'chai'
import {
  type Attestors,
  givenAttestors,
  messageFor,
  type Statement,
  signed,
  verifying,
} from '../../helpers/oracle/attestors.ts'
import { curveAddress, migrate, poolAddress, setCurve, setPool, USDC } from '../../helpers/oracle/pump.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { readMarket } from '../../helpers/program/market.ts'
import {
  bet,
  fund,
  type GivenMarket,
  givenMarket,
  givenWallet,
  SOL,
  startWorld,
  succeed,
  UTILITY,
  type World,
} from '../../helpers/program/world.ts'

describe('place_bet on a known outcome', () => {
  let world: World

  before(async () => {
    world = await startWorld()
  })

  async function accept(market: GivenMarket, evidence: PublicKey[], amount = SOL): Promise<void> {
    const bettor = givenWallet(world)
    await succeed(world, [bet(market, bettor.publicKey, 'Yes', amount, evidence)], [bettor])
  }

  /** Refused on either side: a loss on purpose could move the odds. */
  async function refuse(name: string, market: GivenMarket, evidence: PublicKey[]): Promise<void> {
    for (const outcome of ['Yes', 'No'] as const) {
      const bettor = givenWallet(world)
      await expectRefusal(world, name, {
        instructions: bet(market, bettor.publicKey, outcome, SOL, evidence),
        signers: [bettor],
      })
    }
  }

  describe('of a migration', () => {
    const migrationOf = (timing: Timing): Condition => ({ type: 'migration', timing })

    async function givenToken(currency: GivenMarket['currency'] = null) {
      const token = PublicKey.unique()
      const evidence = [setCurve(world.chain, token), poolAddress(token)]
      const condition = migrationOf('byExpiry')
      return { token, evidence, market: await givenMarket(world, { condition, token, evidence, currency }) }
    }

    for (const currency of ['SOL', 'UTILITY'] as const) {
      it(`refuses a bet in ${currency} once the pool exists, and takes it until then`, async () => {
        const { token, evidence, market } = await givenToken(currency === 'SOL' ? null : world.utility)
        const amount = currency === 'SOL' ? SOL : UTILITY
        await accept(market, evidence, amount)

        // A complete curve has not migrated, and an address with lamports is not a pool.
        setCurve(world.chain, token, { complete: 1 })
        await accept(market, evidence, amount)
        fund(world.chain, poolAddress(token), 100n * SOL)
        await accept(market, evidence, amount)

        setPool(world.chain, token)
        await refuse('ConditionAlreadyMet', market, evidence)
        expect((await readMarket(world, market)).pools).to.deep.equal([3n * amount, 0n])
      })
    }

    it('refuses a bet that does not show the curve and the pool, or shows others', async () => {
      const { token, evidence, market } = await givenToken()
      const [curve, pool] = evidence as [PublicKey, PublicKey]
      const other = PublicKey.unique()
      setCurve(world.chain, other)
      await refuse('EvidenceMissing', market, [])
      await refuse('EvidenceMissing', market, [curve])
      await refuse('CurveInvalid', market, [pool, curve])
      await refuse('CurveInvalid', market, [curveAddress(other), poolAddress(other)])
      await refuse('PoolInvalid', market, [curve, poolAddress(other)])

      // A missing pool does not hide the real one.
      migrate(world.chain, token)
      await refuse('PoolInvalid', market, [curve, poolAddress(token, { quoteMint: USDC })])
      await refuse('PoolInvalid', market, [curve, poolAddress(token, { index: 1 })])
      await refuse('ConditionAlreadyMet', market, evidence)
    })

    it('refuses a curve that another program owns', async () => {
      const { token, evidence, market } = await givenToken()
      setCurve(world.chain, token, { owner: PublicKey.unique() })
      await refuse('CurveInvalid', market, evidence)
    })

    it('needs no evidence if the state at expiry decides', async () => {
      const token = PublicKey.unique()
      migrate(world.chain, token)
      const market = await givenMarket(world, { condition: migrationOf('atExpiry'), token })
      await accept(market, [])
      await accept(market, [curveAddress(token), poolAddress(token)])
    })
  })

  describe('that attestors have signed', () => {
    let attestors: Attestors

    before(async () => {
      attestors = await givenAttestors(world, 2, 2)
    })

    const event: Condition = { type: 'event', timing: 'byExpiry' }

    /** A bet with an attestation as evidence. */
    function informed(market: GivenMarket, bettor: PublicKey, statement: Statement) {
      const message = messageFor(market, statement)
      const proof = verifying(attestors.members.map((member) => signed(member, message)))
      const evidence = [attestors.address, SYSVAR_INSTRUCTIONS_PUBKEY]
      return [proof, bet(market, bettor, 'Yes', SOL, evidence)]
    }

    it('needs no evidence, and refuses a bet whose evidence shows that it has happened', async () => {
      const market = await givenMarket(world, { condition: event })
      const observedAt = market.createdAt + 1n
      await accept(market, [])
      const bettor = givenWallet(world)
      await succeed(world, informed(market, bettor.publicKey, { value: 0n, observedAt }), [bettor])
      await expectRefusal(world, 'ConditionAlreadyMet', {
        instructions: informed(market, bettor.publicKey, { value: 1n, observedAt }),
        signers: [bettor],
      })
    })

    it('refuses invalid evidence', async () => {
      const market = await givenMarket(world, { condition: event })
      await refuse('EvidenceMissing', market, [attestors.address])
      await refuse('AttestationMissing', market, [attestors.address, SYSVAR_INSTRUCTIONS_PUBKEY])
    })

    it('is refused from the closing time on, which may be before expiry', async () => {
      const closeAt = (await world.chain.now()) + 60n
      const market = await givenMarket(world, { condition: event, closeAt })
      await world.chain.warpTo(closeAt - 1n)
      await accept(market, [])
      await world.chain.warpTo(closeAt)
      await refuse('MarketClosed', market, [])
    })
  })
})
