import { findFeeVault } from '@prediction-market/sdk/accounts'
import { acceptAdmin, initializeConfig } from '@prediction-market/sdk/instructions'
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { Keypair, PublicKey, SYSVAR_CLOCK_PUBKEY, SystemProgram } from '@solana/web3.js'
import { expect } from 'chai'
import { setTokenAccount } from '../../helpers/oracle/tokens.ts'
import { givenBuyer, givenForSale, purchase } from '../../helpers/program/auction.ts'
import { lamportGains } from '../../helpers/program/balances.ts'
import { expectSlotsGuarded, type Substitutes } from '../../helpers/program/expect-slots.ts'
import { rawCreateAttestorSet, rawUpdateConfig } from '../../helpers/program/raw.ts'
import { givenSubstitutes } from '../../helpers/program/substitutes.ts'
import {
  fund,
  givenWallet,
  SOL,
  startUnconfigured,
  startWorld,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

describe('every account of the configuration', () => {
  let world: World
  let substitutes: Substitutes

  before(async () => {
    world = await startWorld()
    substitutes = await givenSubstitutes(world)
  })

  it('is guarded in initialize_config', async () => {
    const fresh = await startUnconfigured()
    const stranger = Keypair.generate()
    fund(fresh.chain, stranger.publicKey, SOL)
    const { admin, settings, utility } = fresh
    const input = { authority: admin.publicKey, utilityMint: utility.mint, settings }
    const instruction = initializeConfig(input)
    const owner = stranger.publicKey
    const others = {
      stranger,
      nobody: PublicKey.unique(),
      treasury: fresh.treasury,
      tokens: setTokenAccount(fresh.chain, { ...utility, owner, amount: 1n }),
      'Token program': TOKEN_PROGRAM_ID,
      'Token-2022 program': TOKEN_2022_PROGRAM_ID,
      'system program': SystemProgram.programId,
      'the program itself': instruction.programId,
      'the clock': SYSVAR_CLOCK_PUBKEY,
    }
    await expectSlotsGuarded(fresh, { name: 'initializeConfig', instruction, signers: [admin] }, others)
    await succeed(fresh, [instruction], [admin])
  })

  it('is guarded in update_config', async () => {
    const instruction = rawUpdateConfig(world)
    const guarded = { name: 'updateConfig' as const, instruction, signers: [world.admin] }
    await expectSlotsGuarded(world, guarded, substitutes)
    await succeed(world, [instruction], [world.admin])
  })

  it('is guarded in accept_admin', async () => {
    const own = await startWorld()
    const next = givenWallet(own)
    await succeed(own, [rawUpdateConfig(own, { pendingAdmin: next.publicKey })], [own.admin])
    const instruction = acceptAdmin({ pendingAdmin: next.publicKey })
    const others = await givenSubstitutes(own)
    await expectSlotsGuarded(own, { name: 'acceptAdmin', instruction, signers: [next] }, others)
    await succeed(own, [instruction], [next])
  })

  it('is guarded in create_attestor_set', async () => {
    const keys = Array.from({ length: 4 }, () => PublicKey.unique())
    const instruction = rawCreateAttestorSet(world, { keys, index: 1 })
    const guarded = { name: 'createAttestorSet' as const, instruction, signers: [world.admin] }
    await expectSlotsGuarded(world, guarded, substitutes)
    await succeed(world, [instruction], [world.admin])
  })
})

describe('every account of the burn auction', () => {
  it('is guarded in burn_auction_buy', async () => {
    const world = await startWorld({ auction: { firstPrice: 1_000n } })
    await givenForSale(world, 2n * SOL)
    const substitutes = await givenSubstitutes(world)
    const buyer = givenBuyer(world)
    const instruction = purchase(world, buyer.publicKey, SOL)
    await expectSlotsGuarded(world, { name: 'burnAuctionBuy', instruction, signers: [buyer] }, substitutes)
    const gains = await lamportGains(world.chain, { buyer: buyer.publicKey, vault: findFeeVault() }, () =>
      succeed(world, [instruction], [buyer]),
    )
    expect(gains).to.deep.equal({ buyer: SOL, vault: -SOL })
  })
})
