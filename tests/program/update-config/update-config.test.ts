import { updateConfig } from '@prediction-market/sdk/instructions'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { readConfig } from '../../helpers/program/config.ts'
import { eventsOf, expectRefusal } from '../../helpers/program/expect.ts'
import { BAD_SETTINGS, EXTREME_SETTINGS, rawUpdateConfig } from '../../helpers/program/raw.ts'
import { withAccount } from '../../helpers/program/slots.ts'
import {
  bet,
  givenMarket,
  givenWallet,
  SOL,
  startWorld,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

describe('update_config', () => {
  let world: World

  before(async () => {
    world = await startWorld()
  })

  it('replaces all settings and nothing else', async () => {
    const before = await readConfig(world)
    const settings = { ...world.settings, burnBps: 300, developerBps: 0, paused: true, voidDelay: 5_000 }
    const admin = world.admin.publicKey
    const instruction = updateConfig({ admin, settings, pendingAdmin: null })
    expect(await eventsOf(world, instruction, [world.admin])).to.deep.equal([
      { name: 'ConfigUpdated', data: { settings, pendingAdmin: null } },
    ])
    expect(await readConfig(world)).to.deep.equal({ ...before, settings })
  })

  it('names a pending admin, who is not the admin yet', async () => {
    const { settings, admin } = world
    const pendingAdmin = Keypair.generate().publicKey
    await succeed(world, [updateConfig({ admin: admin.publicKey, settings, pendingAdmin })], [admin])
    expect(await readConfig(world)).to.deep.include({ pendingAdmin, admin: admin.publicKey })

    // And an update without a pending admin withdraws the nomination.
    await succeed(world, [updateConfig({ admin: admin.publicKey, settings, pendingAdmin: null })], [admin])
    expect((await readConfig(world)).pendingAdmin).to.equal(null)
  })

  it('refuses everyone but the admin', async () => {
    const stranger = givenWallet(world)
    await expectRefusal(world, 'NotAdmin', {
      instructions: rawUpdateConfig(world, { admin: stranger.publicKey }),
      signers: [stranger],
    })
  })

  it('refuses a pending admin who has not accepted', async () => {
    const next = givenWallet(world)
    const pendingAdmin = next.publicKey
    await succeed(world, [rawUpdateConfig(world, { pendingAdmin })], [world.admin])
    await expectRefusal(world, 'NotAdmin', {
      instructions: rawUpdateConfig(world, { admin: pendingAdmin }),
      signers: [next],
    })
  })

  it('refuses the admin without a signature', async () => {
    const unsigned = withAccount('updateConfig', rawUpdateConfig(world), 'admin', { isSigner: false })
    await expectRefusal(world, 'AccountNotSigner', { instructions: unsigned })
  })

  describe('of the pause', () => {
    /** An own world with a market, and a bet on it. */
    async function given(paused: boolean) {
      const own = await startWorld()
      const market = await givenMarket(own)
      const bettor = givenWallet(own)
      if (paused) await succeed(own, [pause(own)], [own.admin])
      return { own, bettor, placing: bet(market, bettor.publicKey, 'Yes', SOL) }
    }

    const change = (own: World, paused: boolean) =>
      rawUpdateConfig(own, { settings: { ...own.settings, paused } })
    const pause = (own: World) => change(own, true)
    const unpause = (own: World) => change(own, false)

    it('attack 94: nobody can unpause, bet and pause in one transaction', async () => {
      const { own, bettor, placing } = await given(true)
      const signers = [own.admin, bettor]
      await expectRefusal(own, 'BetsNotOpenYet', {
        instructions: [unpause(own), placing, pause(own)],
        signers,
      })
      // Nor a minute later, when bets open.
      await succeed(own, [unpause(own)], [own.admin])
      const opensAt = (await own.chain.now()) + 60n
      expect((await readConfig(own)).betsOpenAt).to.equal(opensAt)
      await own.chain.warpTo(opensAt)
      await expectRefusal(own, 'PauseTooSoon', { instructions: [placing, pause(own)], signers })
      await succeed(own, [placing], [bettor])
      await own.chain.warpTo(opensAt + 59n)
      await expectRefusal(own, 'PauseTooSoon', { instructions: pause(own), signers: [own.admin] })
      await own.chain.warpTo(opensAt + 60n)
      await succeed(own, [pause(own)], [own.admin])
      await expectRefusal(own, 'Paused', { instructions: placing, signers: [bettor] })
    })

    it('attack 94: pausing again and again opens no second in which one alone can bet', async () => {
      const { own, bettor, placing } = await given(true)
      const from = await own.chain.now()
      for (let round = 1n; round <= 3n; round += 1n) {
        await own.chain.warpTo(from + 59n * round)
        // Before bets open the program can be paused; unpausing then begins a minute of its own.
        await succeed(own, [unpause(own), pause(own), unpause(own)], [own.admin])
        await expectRefusal(own, 'BetsNotOpenYet', { instructions: placing, signers: [bettor] })
      }
    })

    it('opens bets to all when the program is first configured, and pauses at once', async () => {
      const { own, bettor, placing } = await given(false)
      expect((await readConfig(own)).betsOpenAt).to.equal(0n)
      await succeed(own, [placing, pause(own)], [bettor, own.admin])
    })
  })

  for (const [text, settings, name] of BAD_SETTINGS) {
    it(`attack 64: refuses ${text}`, async () => {
      const instructions = rawUpdateConfig(world, { settings })
      await expectRefusal(world, name, { instructions, signers: [world.admin] })
    })
  }

  for (const [text, settings] of EXTREME_SETTINGS) {
    it(`attack 64: accepts ${text}`, async () => {
      await succeed(world, [rawUpdateConfig(world, { settings })], [world.admin])
      expect((await readConfig(world)).settings).to.deep.equal(settings)
    })
  }
})
