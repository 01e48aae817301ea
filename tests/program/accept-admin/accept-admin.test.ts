import { acceptAdmin, updateConfig } from '@prediction-market/sdk/instructions'
import { type Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { readConfig } from '../../helpers/program/config.ts'
import { eventsOf, expectRefusal } from '../../helpers/program/expect.ts'
import { rawUpdateConfig } from '../../helpers/program/raw.ts'
import { withAccount } from '../../helpers/program/slots.ts'
import { givenWallet, startWorld, succeed, type World } from '../../helpers/program/world.ts'

describe('accept_admin', () => {
  let world: World

  beforeEach(async () => {
    world = await startWorld()
  })

  /** A new wallet that the admin has named. */
  async function givenPending(): Promise<Keypair> {
    const next = givenWallet(world)
    await succeed(world, [rawUpdateConfig(world, { pendingAdmin: next.publicKey })], [world.admin])
    return next
  }

  it('makes the pending admin the admin', async () => {
    const next = await givenPending()
    const before = await readConfig(world)
    const admin = next.publicKey
    expect(await eventsOf(world, acceptAdmin({ pendingAdmin: admin }), [next])).to.deep.equal([
      { name: 'AdminAccepted', data: { admin } },
    ])
    expect(await readConfig(world)).to.deep.equal({ ...before, admin, pendingAdmin: null })

    // From then on the new admin can change settings and the old one cannot.
    await expectRefusal(world, 'NotAdmin', {
      instructions: rawUpdateConfig(world),
      signers: [world.admin],
    })
    await succeed(world, [updateConfig({ admin, settings: world.settings, pendingAdmin: null })], [next])
  })

  it('refuses a stranger', async () => {
    await givenPending()
    const stranger = givenWallet(world)
    await expectRefusal(world, 'NotPendingAdmin', {
      instructions: acceptAdmin({ pendingAdmin: stranger.publicKey }),
      signers: [stranger],
    })
  })

  it('refuses the admin, who was not named', async () => {
    await givenPending()
    await expectRefusal(world, 'NotPendingAdmin', {
      instructions: acceptAdmin({ pendingAdmin: world.admin.publicKey }),
      signers: [world.admin],
    })
  })

  it('refuses everyone if nobody was named', async () => {
    const stranger = givenWallet(world)
    await expectRefusal(world, 'NotPendingAdmin', {
      instructions: acceptAdmin({ pendingAdmin: stranger.publicKey }),
      signers: [stranger],
    })
    // The default pubkey, which stands for nobody, cannot sign.
    const nobody = { pubkey: PublicKey.default, isSigner: false }
    const instruction = acceptAdmin({ pendingAdmin: stranger.publicKey })
    const unsigned = withAccount('acceptAdmin', instruction, 'pendingAdmin', nobody)
    await expectRefusal(world, 'AccountNotSigner', { instructions: unsigned })
  })

  it('refuses the pending admin without a signature', async () => {
    const next = await givenPending()
    const instruction = acceptAdmin({ pendingAdmin: next.publicKey })
    const unsigned = withAccount('acceptAdmin', instruction, 'pendingAdmin', { isSigner: false })
    await expectRefusal(world, 'AccountNotSigner', { instructions: unsigned })
  })

  it('refuses a pending admin who was replaced, and one who accepts twice', async () => {
    const dropped = await givenPending()
    const next = await givenPending()
    const accept = (wallet: Keypair) => acceptAdmin({ pendingAdmin: wallet.publicKey })
    await expectRefusal(world, 'NotPendingAdmin', { instructions: accept(dropped), signers: [dropped] })
    await succeed(world, [accept(next)], [next])
    await expectRefusal(world, 'NotPendingAdmin', { instructions: accept(next), signers: [next] })
  })
})
