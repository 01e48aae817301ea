import { findEscrow, findMarket } from '@prediction-market/sdk/accounts'
import { createMarket, placeBet } from '@prediction-market/sdk/instructions'
import {
  ExtensionType,
  getTypeLen,
  NATIVE_MINT,
  NATIVE_MINT_2022,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { extension, setMint, setTokenAccount, tokenBalance } from '../../helpers/oracle/tokens.ts'
import { readConfig } from '../../helpers/program/config.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { rawInitializeConfig } from '../../helpers/program/raw.ts'
import {
  freshNonce,
  givenWallet,
  PRICE_AT_EXPIRY,
  startUnconfigured,
  startWorld,
  succeed,
  termsOf,
  UTILITY,
  type World,
} from '../../helpers/program/world.ts'

/** Extensions with which somebody could move, freeze, tax or otherwise affect other people's tokens. */
const UNSAFE: readonly [text: string, type: ExtensionType][] = [
  ['a transfer fee', ExtensionType.TransferFeeConfig],
  ['a transfer hook', ExtensionType.TransferHook],
  ['a permanent delegate', ExtensionType.PermanentDelegate],
  ['a pause', ExtensionType.PausableConfig],
  ['accounts that are frozen from the start', ExtensionType.DefaultAccountState],
  ['no transfers at all', ExtensionType.NonTransferable],
  ['an authority to close it', ExtensionType.MintCloseAuthority],
  ['confidential transfers', ExtensionType.ConfidentialTransferMint],
]

/** Extensions that only describe a token. */
const HARMLESS: readonly [text: string, type: ExtensionType][] = [
  ['a metadata pointer', ExtensionType.MetadataPointer],
  ['a group pointer', ExtensionType.GroupPointer],
  ['a group member pointer', ExtensionType.GroupMemberPointer],
  ['an interest rate for display', ExtensionType.InterestBearingConfig],
  ['a scaled amount for display', ExtensionType.ScaledUiAmountConfig],
]

/** The extension with every byte 0: no authority, no fee, nothing enabled. */
const zeroed = (type: ExtensionType) => extension(type, new Uint8Array(getTypeLen(type)))

/** A Token-2022 mint with these extensions. */
function extendedMint({ chain }: World, ...types: ExtensionType[]): PublicKey {
  const extensions = Buffer.concat(types.map(zeroed))
  return setMint(chain, { tokenProgram: TOKEN_2022_PROGRAM_ID, supply: 10n ** 15n, extensions })
}

describe('initialize_config of a utility mint', () => {
  let world: World

  before(async () => {
    world = await startUnconfigured()
  })

  const initialize = (utilityMint: PublicKey) => ({
    instructions: rawInitializeConfig(world, { utilityMint }),
    signers: [world.admin],
  })

  for (const [text, type] of UNSAFE) {
    it(`attack 21: refuses one with ${text}`, async () => {
      await expectRefusal(world, 'UnsafeUtilityMint', initialize(extendedMint(world, type)))
    })
  }

  it('refuses an unsafe extension behind a harmless one', async () => {
    const mint = extendedMint(world, ExtensionType.MetadataPointer, ExtensionType.PermanentDelegate)
    await expectRefusal(world, 'UnsafeUtilityMint', initialize(mint))
  })

  for (const tokenProgram of [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID]) {
    it(`attack 21: refuses one that can be frozen, of ${tokenProgram.toBase58()}`, async () => {
      const freezeAuthority = PublicKey.unique()
      const mint = setMint(world.chain, { tokenProgram, freezeAuthority })
      await expectRefusal(world, 'UnsafeUtilityMint', initialize(mint))
    })
  }

  for (const [text, address, tokenProgram] of [
    ['wrapped SOL', NATIVE_MINT, TOKEN_PROGRAM_ID],
    ['wrapped SOL of Token-2022', NATIVE_MINT_2022, TOKEN_2022_PROGRAM_ID],
  ] as const) {
    it(`refuses ${text}`, async () => {
      setMint(world.chain, { address, tokenProgram, decimals: 9 })
      await expectRefusal(world, 'UnsafeUtilityMint', initialize(address))
    })
  }

  it('refuses an unknown extension', async () => {
    const extensions = extension(60_000, new Uint8Array(8))
    const mint = setMint(world.chain, { tokenProgram: TOKEN_2022_PROGRAM_ID, extensions })
    await expectRefusal(world, 'invalid account data for instruction', initialize(mint))
  })

  it('refuses a token account, a wallet and a mint of another program', async () => {
    const { mint, tokenProgram } = world.utility
    const owner = Keypair.generate().publicKey
    const tokenAccount = setTokenAccount(world.chain, { mint, tokenProgram, owner, amount: 1n })
    await expectRefusal(world, 'invalid account data for instruction', initialize(tokenAccount))
    await expectRefusal(world, 'AccountOwnedByWrongProgram', initialize(world.treasury))
    const foreign = setMint(world.chain, { tokenProgram: PublicKey.unique() })
    await expectRefusal(world, 'AccountOwnedByWrongProgram', initialize(foreign))
  })

  it('accepts a classic mint whose authority can mint more, and limits minimum stakes in its whole tokens', async () => {
    for (const [decimals, most] of [
      [0, 1_000_000n],
      [9, 10n ** 15n],
      [19, 2n ** 64n - 1n],
    ] as const) {
      const fresh = await startUnconfigured()
      const utilityMint = setMint(fresh.chain, { mintAuthority: PublicKey.unique(), decimals })
      const least = (minimumStakeUtility: bigint) =>
        rawInitializeConfig(fresh, { utilityMint, settings: { minimumStakeUtility } })
      const signers = [fresh.admin]
      if (decimals < 19)
        await expectRefusal(fresh, 'MinimumStakeOutOfRange', { instructions: least(most + 1n), signers })
      await succeed(fresh, [least(most)], signers)
      const { settings, ...config } = await readConfig(fresh)
      expect(config).to.deep.include({ utilityMint, utilityDecimals: decimals })
      expect(settings.minimumStakeUtility).to.equal(most)
    }
  })

  for (const [text, type] of HARMLESS) {
    it(`accepts one with ${text}`, async () => {
      const fresh = await startUnconfigured()
      const utilityMint = extendedMint(fresh, type)
      await succeed(fresh, [rawInitializeConfig(fresh, { utilityMint })], [fresh.admin])
      expect((await readConfig(fresh)).utilityMint).to.deep.equal(utilityMint)
    })
  }

  for (const type of [ExtensionType.MetadataPointer, ExtensionType.InterestBearingConfig]) {
    it(`takes bets in one with ${ExtensionType[type]}`, async () => {
      // Given a program whose utility mint has this extension.
      const fresh = await startUnconfigured()
      const utility = { mint: extendedMint(fresh, type), tokenProgram: TOKEN_2022_PROGRAM_ID }
      await succeed(fresh, [rawInitializeConfig(fresh, { utilityMint: utility.mint })], [fresh.admin])

      // When somebody opens a market in it and bets.
      const creator = givenWallet({ ...fresh, utility })
      const nonce = await freshNonce(fresh.chain)
      const market = findMarket(creator.publicKey, nonce)
      const expireAt = (await fresh.chain.now()) + 60n
      const input = { nonce, question: '?', token: null, expireAt, condition: PRICE_AT_EXPIRY }
      const bettor = creator.publicKey
      const instructions = [
        createMarket({
          creator: bettor,
          ...input,
          currency: utility,
          expected: await termsOf(fresh, PRICE_AT_EXPIRY, utility),
          decideReward: 0n,
          rewardStake: 1n,
        }),
        placeBet({ bettor, market, outcome: 'Yes', amount: 5n * UTILITY, ...utility }),
      ]
      await succeed(fresh, instructions, [creator])

      // Then the stake is in the escrow.
      expect(await tokenBalance(fresh.chain, findEscrow(market))).to.equal(5n * UTILITY)
    })
  }

  it('never changes the mint: it is not one of the settings', async () => {
    const configured = await startWorld()
    expect(configured.settings).not.to.have.property('utilityMint')
    expect((await readConfig(configured)).utilityMint).to.deep.equal(configured.utility.mint)
  })
})
