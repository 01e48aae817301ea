import { type Condition, createAttestorSet, findAttestorSet } from '@prediction-market/sdk'
import type { Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import {
  type Attestors,
  attested,
  givenAttestors,
  messageFor,
  resolutionBy,
  signed,
  verifying,
} from '../../helpers/oracle/attestors.ts'
import { changeSettings } from '../../helpers/program/config.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { readMarket } from '../../helpers/program/market.ts'
import {
  type GivenMarket,
  givenBet,
  givenMarket,
  givenWallet,
  SOL,
  startWorld,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

describe('the attestors of a market', () => {
  let world: World
  let old: Attestors
  let market: GivenMarket

  const event: Condition = { type: 'event', timing: 'byExpiry' }

  async function staked(): Promise<GivenMarket> {
    const opened = await givenMarket(world, { condition: event })
    await givenBet(world, opened, 'Yes', SOL)
    return opened
  }

  beforeEach(async () => {
    world = await startWorld()
    old = await givenAttestors(world, 3, 2)
    market = await staked()
  })

  const yes = () => ({ value: 1n, observedAt: market.createdAt + 1n })

  /** A decision with the signatures of these keys and the attestor set `set`. */
  function decision(opened: GivenMarket, signers: Keypair[], set: PublicKey) {
    const message = messageFor(opened, yes())
    return [verifying(signers.map((signer) => signed(signer, message))), resolutionBy(opened, set)]
  }

  it('are those of its creation, even if the admin creates another set later', async () => {
    // Given an admin who creates a new set in order to decide alone.
    const own = await givenAttestors(world, 1, 1)
    await world.chain.warpTo(market.createdAt + 1n)

    // When its only member signs, that does not decide an older market.
    const alone = own.members
    await expectRefusal(world, 'WrongAttestorSet', { instructions: decision(market, alone, own.address) })
    const asOld = decision(market, alone, old.address)
    await expectRefusal(world, 'AttestationQuorumMissing', { instructions: asOld })
    const withOne = decision(market, [...alone, old.members[0] as Keypair], old.address)
    await expectRefusal(world, 'AttestationQuorumMissing', { instructions: withOne })

    // Then the attestors of its creation still decide it.
    await succeed(world, attested(market, old, yes()))
    expect((await readMarket(world, market)).outcome).to.equal('Yes')
  })

  it('are the latest ones at its creation', async () => {
    const latest = await givenAttestors(world, 3, 3)
    const opened = await staked()
    await world.chain.warpTo(opened.createdAt + 1n)
    expect((await readMarket(world, opened)).terms.attestorSet).to.equal(1)
    await expectRefusal(world, 'WrongAttestorSet', { instructions: attested(opened, old, yes()) })
    const byOld = decision(opened, old.members, latest.address)
    await expectRefusal(world, 'AttestationQuorumMissing', { instructions: byOld })
    const tooFew = decision(opened, latest.members.slice(0, 2), latest.address)
    await expectRefusal(world, 'AttestationQuorumMissing', { instructions: tooFew })
    await succeed(world, attested(opened, latest, yes()))
    expect((await readMarket(world, opened)).outcome).to.equal('Yes')
  })

  it('may be in both sets: the threshold of its own set counts', async () => {
    const keys = old.members.map(({ publicKey }) => publicKey)
    const admin = world.admin.publicKey
    const easier = createAttestorSet({ admin, index: 1, keys, threshold: 1 })
    await succeed(world, [easier], [world.admin])
    await world.chain.warpTo(market.createdAt + 1n)
    const one = old.members.slice(0, 1)
    const instructions = decision(market, one, findAttestorSet(1))
    await expectRefusal(world, 'WrongAttestorSet', { instructions })
    await expectRefusal(world, 'AttestationQuorumMissing', {
      instructions: decision(market, one, old.address),
    })
  })

  it('decide while bets are paused, and with another treasury', async () => {
    await changeSettings(world, { paused: true, treasury: givenWallet(world).publicKey })
    await world.chain.warpTo(market.createdAt + 1n)
    await succeed(world, attested(market, old, yes()))
    expect((await readMarket(world, market)).outcome).to.equal('Yes')
  })
})
