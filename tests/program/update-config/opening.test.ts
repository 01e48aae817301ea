// When bets open and close for all: by the pause, and by the minimum stakes.

import type { Settings } from '@prediction-market/sdk/accounts'
import { expect } from 'chai'
import { readConfig } from '../../helpers/program/config.ts'
import { CURRENCIES } from '../../helpers/program/currency.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { rawUpdateConfig } from '../../helpers/program/raw.ts'
import { rawCreateMarket } from '../../helpers/program/raw-market.ts'
import { bet, givenMarket, givenWallet, succeed } from '../../helpers/program/world.ts'

/** A minimum stake that nobody here can pay: 10 SOL, or 10,000 UTILITY. */
const NEVER = 10_000_000_000n

for (const { name, unit, start, of } of CURRENCIES) {
  describe(`update_config of the pause and the minimum stakes in ${name}`, () => {
    /** An own world with a market, a bet on it, and changes of what its currency takes. */
    async function given() {
      const own = await start()
      const { admin, chain } = own
      const market = await givenMarket(own, { currency: of(own) })
      const bettor = givenWallet(own)
      const change = (changes: Partial<Settings>) =>
        rawUpdateConfig(own, { settings: { ...own.settings, ...changes } })
      const field = market.currency ? 'minimumStakeUtility' : 'minimumStakeSol'
      const other = market.currency ? 'minimumStakeSol' : 'minimumStakeUtility'
      return {
        own,
        bettor,
        market,
        placing: bet(market, bettor.publicKey, 'Yes', unit),
        change,
        pause: change({ paused: true }),
        unpause: change({ paused: false }),
        /** The minimum of the market's currency, or of the other one. */
        least: (minimum: bigint, more: Partial<Settings> = {}) => change({ [field]: minimum, ...more }),
        leastOfOther: (minimum: bigint) => change({ [other]: minimum }),
        /** Changes something as the admin. */
        apply: (...changes: ReturnType<typeof change>[]) => succeed(own, changes, [admin]),
        refuse: (error: string, ...instructions: ReturnType<typeof change>[]) => {
          const keys = instructions.flatMap((instruction) => instruction.keys)
          const signers = [admin, bettor].filter((one) =>
            keys.some(({ pubkey }) => pubkey.equals(one.publicKey)),
          )
          return expectRefusal(own, error, { instructions, signers })
        },
        warp: (second: bigint) => chain.warpTo(second),
        opensAt: async () => (await readConfig(own)).betsOpenAt,
        now: () => chain.now(),
      }
    }

    /** The same, with bets that open at the current second. */
    async function givenOpening() {
      const opened = await given()
      await opened.apply(opened.pause, opened.unpause)
      await opened.warp(await opened.opensAt())
      return opened
    }

    it('attack 94: nobody can unpause, bet and pause in one transaction', async () => {
      const { own, bettor, placing, pause, unpause, apply, refuse, warp, opensAt, now } = await given()
      await apply(pause)
      await refuse('BetsNotOpenYet', unpause, placing, pause)
      // Nor a minute later, when bets open.
      await apply(unpause)
      const opening = (await now()) + 60n
      expect(await opensAt()).to.equal(opening)
      await warp(opening)
      await refuse('PauseTooSoon', placing, pause)
      await succeed(own, [placing], [bettor])
      await warp(opening + 59n)
      await refuse('PauseTooSoon', pause)
      await warp(opening + 60n)
      await apply(pause)
      await refuse('Paused', placing)
    })

    it('attack 94: nobody can lower the minimum stake, bet and raise it in one transaction', async () => {
      const { own, bettor, placing, least, apply, refuse, warp, opensAt, now } = await given()
      await apply(least(NEVER))
      await refuse('StakeTooSmall', placing)
      await refuse('BetsNotOpenYet', least(1n), placing, least(NEVER))
      await apply(least(1n))
      const opening = (await now()) + 60n
      expect(await opensAt()).to.equal(opening)
      await warp(opening - 1n)
      await refuse('BetsNotOpenYet', placing)
      await warp(opening + 59n)
      await refuse('PauseTooSoon', placing, least(NEVER))
      await succeed(own, [placing], [bettor])
      await warp(opening + 60n)
      await apply(least(NEVER))
      await refuse('StakeTooSmall', placing)
    })

    it('attack 94: a bet with the creation of a market waits for the same second', async () => {
      const { own, bettor, least, apply, warp, opensAt } = await given()
      await apply(least(2n))
      const opening = await opensAt()
      const create = async () => {
        const initialStake = { outcome: 'Yes', amount: unit } as const
        return (await rawCreateMarket(own, bettor.publicKey, { currency: of(own), initialStake })).instruction
      }
      await expectRefusal(own, 'BetsNotOpenYet', { instructions: await create(), signers: [bettor] })
      await warp(opening)
      await succeed(own, [await create()], [bettor])
    })

    it('attack 94: what has just opened is neither raised, nor lowered, nor paused', async () => {
      const { placing, change, least, leastOfOther, pause, apply, refuse } = await givenOpening()
      // Lowering, too, would close bets for a minute to all but the one before it in the block.
      for (const next of [least(NEVER), least(1n), leastOfOther(NEVER), leastOfOther(1n), pause])
        await refuse('PauseTooSoon', placing, next)
      await refuse('PauseTooSoon', least(1n, { paused: true }))
      await refuse('PauseTooSoon', least(NEVER, { paused: true }))
      await apply(change({ burnBps: 1 }))
    })

    it('attack 94: again and again opens no second in which one alone can bet', async () => {
      const { placing, least, pause, unpause, apply, refuse, warp, now } = await given()
      await apply(pause)
      const from = await now()
      for (let round = 1n; round <= 3n; round += 1n) {
        await warp(from + 59n * round)
        // Before bets open all of it can change; each opening then begins a minute of its own.
        await apply(unpause, pause, unpause, least(NEVER), least(2n))
        await refuse('BetsNotOpenYet', placing)
      }
    })

    it('counts from unpausing what changes while bets are paused', async () => {
      const { own, bettor, placing, least, pause, apply, refuse, warp, opensAt, now } = await given()
      await apply(least(2n, { paused: true }))
      await apply(least(NEVER, { paused: true }), least(1n, { paused: true }), pause)
      expect(await opensAt()).to.equal(0n)
      await apply(least(NEVER))
      const opening = (await now()) + 60n
      expect(await opensAt()).to.equal(opening)
      // A pause before that second leaves it; in the minute after it minimum stakes change, because nobody can bet.
      await apply(least(NEVER, { paused: true }))
      await warp(opening)
      await apply(least(1n, { paused: true }), least(2n, { paused: true }))
      await refuse('Paused', placing)
      await apply(least(1n))
      await warp(opening + 60n)
      await succeed(own, [placing], [bettor])
    })

    it('opens bets to all when the program is first configured, and closes them at once', async () => {
      for (const close of ['pause', 'raise']) {
        const { own, bettor, placing, pause, least, opensAt } = await given()
        expect(await opensAt()).to.equal(0n)
        await succeed(own, [placing, close === 'pause' ? pause : least(NEVER)], [bettor, own.admin])
        expect(await opensAt()).to.equal(0n)
      }
    })
  })
}
