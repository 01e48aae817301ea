import { PROGRAM_ID } from '@prediction-market/sdk'
import { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { setTokenAccount, tokenSupply } from '../../helpers/oracle/tokens.ts'
import { lamportsOf } from '../../helpers/program/balances.ts'
import { changeSettings, readFeeVault } from '../../helpers/program/config.ts'
import { CURRENCIES } from '../../helpers/program/currency.ts'
import { closing, type DecidedMarket, givenDecided, makeUnpayable } from '../../helpers/program/decided.ts'
import { eventsOf, expectRefusal } from '../../helpers/program/expect.ts'
import {
  collection,
  heldBy,
  moneyIn,
  payoutAccount,
  readMarket,
  settlement,
} from '../../helpers/program/market.ts'
import { withAccount } from '../../helpers/program/slots.ts'
import { SOL, succeed, type World } from '../../helpers/program/world.ts'

const UNPAID_DELAY = 30n * 86_400n

for (const { name, unit, start, of } of CURRENCIES) {
  describe(`collect_fees in ${name} for a treasury that cannot be paid`, () => {
    let world: World
    let market: DecidedMarket
    let treasury: PublicKey
    let overdue: bigint
    const share = unit / 10n

    beforeEach(async () => {
      world = await start()
      market = await givenDecided(world, of(world))
      treasury = world.treasury
      overdue = ((await readMarket(world, market)).resolvedAt ?? 0n) + UNPAID_DELAY
    })

    /** Names a wallet below its rent as the treasury, or freezes its token account. */
    async function spoil(): Promise<void> {
      if (market.currency) {
        setTokenAccount(world.chain, { ...world.utility, owner: treasury, amount: 0n, frozen: true })
        return
      }
      treasury = PublicKey.unique()
      makeUnpayable(world, treasury)
      await changeSettings(world, { treasury })
    }

    const collect = () => collection(world, market, treasury)
    const tokenless = () => withAccount('collectFees', collect(), 'treasuryToken', PROGRAM_ID)
    const supply = () => tokenSupply(world.chain, world.utility.mint)
    const feesDue = async () => (await readMarket(world, market)).feesDue

    it('attack 60: its share is burned from thirty days on, and the creator’s rent comes back', async () => {
      // Given a market whose burn share was taken, whose bettors were paid, and which cannot be closed.
      await spoil()
      const before = { supply: await supply(), vault: (await readFeeVault(world)).received }
      await succeed(world, [collect()])
      await succeed(world, [settlement(market, [market.winner.publicKey, market.loser.publicKey])])
      await world.chain.warpTo(overdue - 1n)
      await expectRefusal(world, 'RecipientCannotReceive', { instructions: collect() })
      await expectRefusal(world, 'MarketNotEmpty', { instructions: closing(market) })

      // When thirty days have passed, then the share goes the way of the other one.
      await world.chain.warpTo(overdue)
      const [event] = await eventsOf(world, collect())
      expect(event?.data).to.deep.include({ developerBurned: true, fees: { burn: 0n, developer: share } })
      expect(await feesDue()).to.deep.equal({ burn: 0n, developer: 0n })
      const burned = before.supply - (await supply())
      const received = (await readFeeVault(world)).received - before.vault
      expect([burned, received]).to.deep.equal(market.currency ? [2n * share, 0n] : [0n, 2n * share])
      expect(await heldBy(world, market)).to.equal(0n)

      // And the creator gets everything back.
      await succeed(world, [closing(market)])
      expect(await lamportsOf(world.chain, market.creator.publicKey)).to.equal(1_000n * SOL)
    })

    it('attack 60: both shares are burned at once where neither was taken before', async () => {
      await spoil()
      const before = await supply()
      await world.chain.warpTo(overdue)
      const [event] = await eventsOf(world, collect())
      expect(event?.data).to.deep.include({ developerBurned: true, fees: { burn: share, developer: share } })
      if (market.currency) expect(before - (await supply())).to.equal(2n * share)
      expect(await heldBy(world, market)).to.equal(7n * unit - 2n * share)
    })

    it('attack 60: a treasury that can be paid is paid, however late', async () => {
      await world.chain.warpTo(overdue + UNPAID_DELAY)
      const account = payoutAccount(market, treasury)
      const before = await moneyIn(world, market, account)
      const [event] = await eventsOf(world, collect())
      expect(event?.data).to.deep.include({ developerBurned: false })
      expect((await moneyIn(world, market, account)) - before).to.equal(share)
    })

    if (name !== 'SOL') {
      it('attack 60: nobody burns its share by leaving its account out', async () => {
        await world.chain.warpTo(overdue)
        await succeed(world, [tokenless()])
        expect(await feesDue()).to.deep.equal({ burn: 0n, developer: share })
        await expectRefusal(world, 'RecipientCannotReceive', { instructions: tokenless() })
        await succeed(world, [collect()])
        expect(await moneyIn(world, market, payoutAccount(market, treasury))).to.equal(share)
      })
    }
  })
}
