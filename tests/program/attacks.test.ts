import { PROGRAM_ID } from '@prediction-market/sdk'
import { findFeeVault, findMarket, findPosition, findQuestion } from '@prediction-market/sdk/accounts'
import { claimPosition, closeMarket } from '@prediction-market/sdk/instructions'
import { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { DISCRIMINATORS } from '../../sdk/src/core/program.ts'
import { dataOf, readFeeVault } from '../helpers/program/config.ts'
import { givenDecided } from '../helpers/program/decided.ts'
import { eventNames, expectRefusal } from '../helpers/program/expect.ts'
import { collection, decide, heldBy, payoutsBy, settlement } from '../helpers/program/market.ts'
import { rawCreateMarket } from '../helpers/program/raw-market.ts'
import { withAccount, withKey } from '../helpers/program/slots.ts'
import {
  bet,
  freshNonce,
  fund,
  givenBet,
  givenMarket,
  givenWallet,
  startWorld,
  succeed,
  type World,
} from '../helpers/program/world.ts'

describe('attacks', () => {
  it('attack 16: pools of lamports near the top of u64: paid to the lamport', async () => {
    const world = await startWorld()
    const market = await givenMarket(world)
    const [winner, loser] = [givenWallet(world), givenWallet(world)]
    for (const { publicKey } of [winner, loser]) fund(world.chain, publicKey, 2n ** 62n)
    const [yes, no] = [2n ** 61n + 1n, 2n ** 61n + 3n]
    await succeed(world, [bet(market, winner.publicKey, 'Yes', yes)], [winner])
    await succeed(world, [bet(market, loser.publicKey, 'No', no)], [loser])
    await decide(world, market, 'Yes')
    const share = (no * 500n) / 10_000n
    const owners = [winner.publicKey, loser.publicKey]
    const payouts = await payoutsBy(world, market, owners, () => succeed(world, [settlement(market, owners)]))
    expect(payouts).to.deep.equal([yes + no - 2n * share, 0n])
    await succeed(world, [collection(world, market)])
    expect(await heldBy(world, market)).to.equal(0n)
    expect((await readFeeVault(world)).received).to.equal(share)
  })

  describe('attack 10: an account of another type with the size and content of the right one', () => {
    let world: World

    before(async () => {
      world = await startWorld()
    })

    /** A copy of an account of the program with the discriminator of another type. */
    async function disguised(address: PublicKey, type: keyof typeof DISCRIMINATORS): Promise<PublicKey> {
      const data = Uint8Array.from(await dataOf(world, address))
      data.set(DISCRIMINATORS[type], 0)
      const fake = PublicKey.unique()
      const lamports = await world.chain.rent(data.length)
      world.chain.setAccount(fake, { lamports, data, owner: PROGRAM_ID, executable: false })
      return fake
    }

    it('is not a position', async () => {
      const market = await givenDecided(world, null)
      const { winner } = market
      const owner = winner.publicKey
      const fake = await disguised(findPosition(market.address, owner), 'question')
      const settle = withKey(settlement(market, [owner]), 5, fake)
      expect(await eventNames(world, settle)).to.deep.equal([])
      const claim = claimPosition({ owner, market: market.address })
      await expectRefusal(world, 'AccountDiscriminatorMismatch', {
        instructions: withAccount('claimPosition', claim, 'position', fake),
        signers: [winner],
      })
      const open = await givenMarket(world)
      const bettor = await givenBet(world, open, 'Yes', 5_000_000n)
      const again = bet(open, bettor.publicKey, 'Yes', 5_000_000n)
      const wrong = await disguised(findPosition(open.address, bettor.publicKey), 'feeVault')
      await expectRefusal(world, 'WrongPosition', {
        instructions: withAccount('placeBet', again, 'position', wrong),
        signers: [bettor],
      })
    })

    it('is not a market, question, configuration or vault', async () => {
      const market = await givenDecided(world, null)
      const collect = collection(world, market)
      const refuse = async (slot: 'market' | 'config' | 'feeVault', fake: PublicKey) =>
        expectRefusal(world, 'AccountDiscriminatorMismatch', {
          instructions: withAccount('collectFees', collect, slot, fake),
        })
      await refuse('market', await disguised(market.address, 'position'))
      await refuse('config', await disguised(collect.keys[0]?.pubkey as PublicKey, 'market'))
      await refuse('feeVault', await disguised(findFeeVault(), 'config'))
      const creator = market.creator.publicKey
      const owners = [market.winner.publicKey, market.loser.publicKey]
      await succeed(world, [settlement(market, owners), collect])
      const close = closeMarket({ keeper: market.keeper, market: market.address, creator })
      const question = await disguised(findQuestion(market.address), 'position')
      await expectRefusal(world, 'WrongQuestion', {
        instructions: withAccount('closeMarket', close, 'question', question),
      })
    })
  })

  it('attacks 15 and 85: a market, question or escrow at another valid bump: refused', async () => {
    const world = await startWorld()
    const creator = givenWallet(world)
    const nonce = await freshNonce(world.chain)
    const market = findMarket(creator.publicKey, nonce)
    const nonceSeed = Buffer.alloc(8)
    nonceSeed.writeBigUInt64LE(nonce)
    for (const addresses of [
      // With its own question and escrow: one nonce would open two markets.
      { market: otherBump([Buffer.from('market'), creator.publicKey.toBytes(), nonceSeed]) },
      { question: otherBump([Buffer.from('question'), market.toBytes()]) },
      { escrow: otherBump([Buffer.from('escrow'), market.toBytes()]) },
    ]) {
      const { instruction } = await rawCreateMarket(world, creator.publicKey, { nonce, addresses })
      const signers = [creator]
      await expectRefusal(world, 'ConstraintSeeds', { instructions: instruction, signers })
    }
    const { instruction } = await rawCreateMarket(world, creator.publicKey, { nonce })
    await succeed(world, [instruction], [creator])
    await expectRefusal(world, 'AccountExists', { instructions: instruction, signers: [creator] })
  })

  /** The address of these seeds with the largest bump below the canonical one. */
  function otherBump(seeds: Uint8Array[]): PublicKey {
    const [, canonical] = PublicKey.findProgramAddressSync(seeds, PROGRAM_ID)
    for (let bump = canonical - 1; bump >= 0; bump--) {
      try {
        return PublicKey.createProgramAddressSync([...seeds, Uint8Array.of(bump)], PROGRAM_ID)
      } catch {
        // On the curve: try the next bump.
      }
    }
    throw new Error('There is no second bump')
  }
})
