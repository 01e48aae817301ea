import { PROGRAM_ID } from '@prediction-market/sdk'
import { findConfig, findFeeVault } from '@prediction-market/sdk/accounts'
import { DEFAULT_AUCTION, initializeConfig } from '@prediction-market/sdk/instructions'
import { PRICE_BITS } from '@prediction-market/sdk/rules'
import { Keypair, type PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { lamportGains } from '../../helpers/program/balances.ts'
import { readConfig, readFeeVault } from '../../helpers/program/config.ts'
import { eventsOf, expectRefusal } from '../../helpers/program/expect.ts'
import { BAD_SETTINGS, EXTREME_SETTINGS, rawInitializeConfig } from '../../helpers/program/raw.ts'
import { accountIn, withAccount } from '../../helpers/program/slots.ts'
import {
  fund,
  SOL,
  startUnconfigured,
  startWorld,
  succeed,
  UTILITY,
  type World,
} from '../../helpers/program/world.ts'

/** The instruction that initialises the configuration. */
function initialization({ utility, settings }: World, authority: PublicKey) {
  return initializeConfig({ authority, utilityMint: utility.mint, settings })
}

describe('initialize_config', () => {
  it('makes the upgrade authority the admin and stores the settings', async () => {
    // Given a program that has just been deployed.
    const world = await startUnconfigured()
    const { chain, admin, utility, settings } = world

    // When its deployer initialises it.
    const moved = await lamportGains(
      chain,
      { admin: admin.publicKey, config: findConfig(), vault: findFeeVault() },
      async () => {
        const events = await eventsOf(world, initialization(world, admin.publicKey), [admin])
        expect(events).to.deep.equal([
          {
            name: 'ConfigInitialized',
            data: { admin: admin.publicKey, utilityMint: utility.mint, settings, auction: DEFAULT_AUCTION },
          },
        ])
      },
    )

    // Then the configuration has the given values, and the admin has paid the rent of both accounts.
    expect(await readConfig(world)).to.deep.equal({
      admin: admin.publicKey,
      pendingAdmin: null,
      utilityMint: utility.mint,
      settings,
      betsOpenAt: 0n,
      version: 1,
      utilityDecimals: 6,
      attestorSets: 0,
    })
    // The auction begins with all tokens for one SOL.
    const value = (1_000_000_000n * UTILITY) << PRICE_BITS
    expect(await readFeeVault(world)).to.deep.equal({
      version: 1,
      auction: DEFAULT_AUCTION,
      received: 0n,
      forSale: 0n,
      price: { value, floor: 0n },
      pricedAt: 0n,
      sold: 0n,
      burned: 0n,
      last: null,
      sequence: 0,
    })
    expect(moved.admin).to.equal(-(moved.config + moved.vault))
    for (const address of [findConfig(), findFeeVault()]) {
      const account = await chain.account(address)
      expect(account?.owner.toBase58()).to.equal(PROGRAM_ID.toBase58())
      expect(account?.lamports).to.equal(await chain.rent(account?.data.length ?? 0))
    }
  })

  it('works although its addresses already hold lamports', async () => {
    const world = await startUnconfigured()
    fund(world.chain, findConfig(), SOL)
    fund(world.chain, findFeeVault(), 890_880n)
    await succeed(world, [initialization(world, world.admin.publicKey)], [world.admin])
    expect((await readConfig(world)).admin.toBase58()).to.equal(world.admin.publicKey.toBase58())
    expect((await readFeeVault(world)).received).to.equal(0n)
  })

  it('refuses everyone but the upgrade authority', async () => {
    const world = await startUnconfigured()
    const stranger = Keypair.generate()
    fund(world.chain, stranger.publicKey, SOL)
    await expectRefusal(world, 'NotUpgradeAuthority', {
      instructions: initialization(world, stranger.publicKey),
      signers: [stranger],
    })
  })

  it('refuses a program without an upgrade authority', async () => {
    const world = await startUnconfigured()
    const instruction = initialization(world, world.admin.publicKey)
    const programData = accountIn('initializeConfig', instruction, 'programData')
    const account = await world.chain.account(programData)
    if (!account) throw new Error('The program is not deployed')
    const data = Buffer.from(account.data)
    data.writeUInt8(0, 12) // no authority
    world.chain.setAccount(programData, { ...account, data })
    await expectRefusal(world, 'NotUpgradeAuthority', { instructions: instruction, signers: [world.admin] })
  })

  it('refuses the authority without a signature', async () => {
    const world = await startUnconfigured()
    const instruction = initialization(world, world.admin.publicKey)
    const unsigned = withAccount('initializeConfig', instruction, 'authority', { isSigner: false })
    await expectRefusal(world, 'AccountNotSigner', { instructions: unsigned })
  })

  it('attack 11: refuses a second time', async () => {
    const world = await startWorld()
    await expectRefusal(world, 'AccountExists', {
      instructions: initialization(world, world.admin.publicKey),
      signers: [world.admin],
    })
  })

  describe('of settings', () => {
    let world: World

    before(async () => {
      world = await startUnconfigured()
    })

    for (const [text, settings, name] of BAD_SETTINGS) {
      it(`refuses ${text}`, async () => {
        const instructions = rawInitializeConfig(world, { settings })
        await expectRefusal(world, name, { instructions, signers: [world.admin] })
      })
    }

    for (const auction of [
      { halfLife: 149 },
      { halfLife: 216_001 },
      { smallestLot: SOL / 4n - 1n },
      { smallestLot: 10n * SOL + 1n },
    ]) {
      it(`refuses an auction with a ${Object.keys(auction)} of ${Object.values(auction)}`, async () => {
        const instructions = rawInitializeConfig(world, { auction })
        await expectRefusal(world, 'AuctionOutOfRange', { instructions, signers: [world.admin] })
      })
    }
  })

  for (const auction of [
    { firstPrice: 1n, halfLife: 150, smallestLot: SOL / 4n },
    { firstPrice: 2n ** 64n - 1n, halfLife: 216_000, smallestLot: 10n * SOL },
  ]) {
    it(`accepts an auction with a half-life of ${auction.halfLife} slots`, async () => {
      const world = await startWorld({ auction })
      const vault = await readFeeVault(world)
      expect(vault.auction).to.deep.equal(auction)
      expect(vault.price).to.deep.equal({ value: auction.firstPrice << PRICE_BITS, floor: 0n })
    })
  }

  for (const [text, settings] of EXTREME_SETTINGS) {
    it(`accepts ${text}`, async () => {
      const world = await startUnconfigured({ settings })
      await succeed(world, [initialization(world, world.admin.publicKey)], [world.admin])
      expect((await readConfig(world)).settings).to.deep.equal(settings)
    })
  }
})
