import { updateConfig } from '@prediction-market/sdk/instructions'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { readConfig } from '../../helpers/program/config.ts'
import { eventsOf, expectRefusal } from '../../helpers/program/expect.ts'
import { BAD_SETTINGS, EXTREME_SETTINGS, rawUpdateConfig } from '../../helpers/program/raw.ts'
import { withAccount } from '../../helpers/program/slots.ts'
import { givenWallet, startWorld, succeed, type World } from '../../helpers/program/world.ts'

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
