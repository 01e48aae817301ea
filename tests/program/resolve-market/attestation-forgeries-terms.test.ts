import type { Condition } from '@prediction-market/sdk'
import { findAttestorSet } from '@prediction-market/sdk/accounts'
import { createAttestorSet } from '@prediction-market/sdk/instructions'
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
    old = await givenAttestors(world)
    market = await staked()
  })

  const yes = () => ({ second: market.createdAt + 1_000n, isMet: true })

  /** A decision with the signatures of these keys and the attestor set `set`. */
  function decision(opened: GivenMarket, signers: Keypair[], set: PublicKey) {
    const message = messageFor(opened, yes())
    return [verifying(signers.map((signer) => signed(signer, message))), resolutionBy(opened, set)]
  }

  it('are those of its creation, even if the admin creates another set later', async () => {
    // Given an admin who creates a new set in order to decide alone.
    const own = await givenAttestors(world)
    await world.chain.warpTo(market.createdAt + 1_000n)

    // When its members sign, that does not decide an older market.
    const alone = own.members.slice(0, 3)
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
    const latest = await givenAttestors(world, 5)
    const opened = await staked()
    await world.chain.warpTo(opened.createdAt + 1_000n)
    expect((await readMarket(world, opened)).terms.attestorSet).to.equal(1)
    await expectRefusal(world, 'WrongAttestorSet', { instructions: attested(opened, old, yes()) })
    const byOld = decision(opened, old.members, latest.address)
    await expectRefusal(world, 'AttestationQuorumMissing', { instructions: byOld })
    const tooFew = decision(opened, latest.members.slice(0, 3), latest.address)
    await expectRefusal(world, 'AttestationQuorumMissing', { instructions: tooFew })
    await succeed(world, attested(opened, latest, yes()))
    expect((await readMarket(world, opened)).outcome).to.equal('Yes')
  })

  it('may be in both sets: the threshold of its own set counts', async () => {
    // Given a market of five attestors, four of whom are in a later set that asks for three.
    const five = await givenAttestors(world, 5)
    market = await staked()
    const keys = five.members.slice(0, 4).map(({ publicKey }) => publicKey)
    const easier = createAttestorSet({ admin: world.admin.publicKey, index: 2, keys })
    await succeed(world, [easier], [world.admin])
    await world.chain.warpTo(market.createdAt + 1_000n)
    const three = five.members.slice(0, 3)
    const instructions = decision(market, three, findAttestorSet(2))
    await expectRefusal(world, 'WrongAttestorSet', { instructions })
    await expectRefusal(world, 'AttestationQuorumMissing', {
      instructions: decision(market, three, five.address),
    })
  })

  it('decide while bets are paused, and with another treasury', async () => {
    await changeSettings(world, { paused: true, treasury: givenWallet(world).publicKey })
    await world.chain.warpTo(market.createdAt + 1_000n)
    await succeed(world, attested(market, old, yes()))
    expect((await readMarket(world, market)).outcome).to.equal('Yes')
  })
})
