import { findEscrow, findPosition } from '@prediction-market/sdk/accounts'
import { withdraw } from '@prediction-market/sdk/instructions'
import type { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import fc from 'fast-check'
import { tokenBalance } from '../../helpers/oracle/tokens.ts'
import { lamportsOf } from '../../helpers/program/balances.ts'
import {
  bankrollBet,
  type GivenBankroll,
  givenBankroll,
  givenDelegate,
  naming,
  readBankroll,
  wideLimits,
} from '../../helpers/program/bankroll.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { decide, settlement } from '../../helpers/program/market.ts'
import { withAccount } from '../../helpers/program/slots.ts'
import {
  bet,
  givenMarket,
  givenWallet,
  SOL,
  startWorld,
  succeed,
  UTILITY,
  type World,
} from '../../helpers/program/world.ts'

describe('a bankroll under attack', () => {
  let world: World
  let bankroll: GivenBankroll

  beforeEach(async () => {
    world = await startWorld()
    bankroll = await givenBankroll(world)
  })

  it('attack 36: one stolen key bets nothing and changes nothing', async () => {
    const keys = await givenDelegate(world, bankroll)
    const market = await givenMarket(world)
    const betting = bankrollBet(bankroll, market, 'Yes', SOL, { keys })
    for (const [slot, signer] of [
      ['cosigner', keys.key],
      ['signer', keys.cosigner],
    ] as const) {
      // The other key does not sign.
      const alone = withAccount('placeBetFromBankroll', betting, slot, { isSigner: false })
      await expectRefusal(world, 'AccountNotSigner', { instructions: alone, signers: [signer] })
    }
    for (const thief of [keys.key, keys.cosigner]) {
      const owner = bankroll.owner.publicKey
      const take = withdraw({ owner, amount: SOL })
      const asOwner = withAccount('withdraw', take, 'owner', { pubkey: thief.publicKey })
      await expectRefusal(world, 'NotBankrollOwner', { instructions: asOwner, signers: [thief] })
      const widening = naming(owner, keys, await wideLimits(world))
      const named = withAccount('setDelegate', widening, 'owner', thief.publicKey)
      await expectRefusal(world, 'NotBankrollOwner', { instructions: named, signers: [thief] })
    }
  })

  it('attack 36: with both keys a thief gets nine tenths of what the limits leave, through a market of their own', async () => {
    const keys = await givenDelegate(world, bankroll, { total: { SOL: 10n * SOL, UTILITY: 0n } })
    const thief = givenWallet(world)
    const market = await givenMarket(world, { creator: thief })
    // The thief knows how the market will end, and bets against the victim's money.
    await succeed(world, [bet(market, thief.publicKey, 'Yes', SOL)], [thief])
    const rent = await world.chain.rent(160)
    const stolen = 10n * SOL - rent
    await succeed(world, [bankrollBet(bankroll, market, 'No', stolen, { keys })], [keys.key, keys.cosigner])
    for (const amount of [1_000_000n, SOL]) {
      const more = bankrollBet(bankroll, market, 'No', amount, { keys })
      await expectRefusal(world, 'DelegateTotalExceeded', {
        instructions: more,
        signers: [keys.key, keys.cosigner],
      })
    }
    await decide(world, market, 'Yes')
    const before = await lamportsOf(world.chain, thief.publicKey)
    await succeed(world, [settlement(market, [thief.publicKey])])
    const gain = (await lamportsOf(world.chain, thief.publicKey)) - before - SOL - rent
    expect(gain).to.equal(stolen - 2n * (stolen / 20n))
    // The rest of the bankroll is untouched.
    const left = await lamportsOf(world.chain, bankroll.address)
    expect(left).to.equal(90n * SOL + (await world.chain.rent(576)))
  })

  it('attack 47: the rent of many small positions counts', async () => {
    const rent = await world.chain.rent(160)
    const least = world.settings.minimumStakeSol
    const keys = await givenDelegate(world, bankroll, {
      total: { SOL: 3n * (rent + least), UTILITY: 0n },
    })
    for (let count = 1; count <= 4; count++) {
      const market = await givenMarket(world)
      const instructions = bankrollBet(bankroll, market, 'Yes', least, { keys })
      const signers = [keys.key, keys.cosigner]
      if (count <= 3) await succeed(world, [instructions], signers)
      else await expectRefusal(world, 'DelegateTotalExceeded', { instructions, signers })
    }
  })

  it('loses and creates no unit under random bets, payouts and withdrawals', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ kind: fc.nat(4), amount: fc.bigInt(1_000_000n, 3n * SOL), yes: fc.boolean() }), {
          minLength: 5,
          maxLength: 20,
        }),
        async (steps) => {
          const own = await givenBankroll(world, 20n)
          const keys = await givenDelegate(world, own, { total: { SOL: 8n * SOL, UTILITY: 2n * UTILITY } })
          const markets = [await givenMarket(world), await givenMarket(world, { currency: world.utility })]
          const watched = [own.owner.publicKey, own.address, keys.cosigner.publicKey]
          const before = await total(watched, own, markets)
          for (const { kind, amount, yes } of steps) {
            const market = markets[kind % 2]
            if (!market) return
            const units = market.currency ? amount / 1_000n : amount
            const by = kind < 3 ? { keys, fee: 5_000n } : {}
            const instruction =
              kind === 4
                ? withdraw({ owner: own.owner.publicKey, amount })
                : bankrollBet(own, market, yes ? 'Yes' : 'No', units, by)
            const signers = instruction.keys.flatMap(({ pubkey, isSigner }) =>
              [own.owner, keys.key, keys.cosigner].filter(
                (pair) => isSigner && pair.publicKey.equals(pubkey),
              ),
            )
            // Refusals change nothing; the limits hold whatever happened.
            await world.chain.execute([instruction], signers)
            const [delegate] = (await readBankroll(world, own)).delegates
            expect((delegate?.spent.SOL ?? 0n) <= 8n * SOL).to.equal(true)
            expect((delegate?.spent.UTILITY ?? 0n) <= 2n * UTILITY).to.equal(true)
            expect(await total(watched, own, markets)).to.deep.equal(before)
          }
        },
      ),
      { numRuns: 10 },
    )
  })

  /** All lamports and tokens of an owner, their bankroll and the markets' escrows and positions. */
  async function total(
    watched: readonly PublicKey[],
    own: GivenBankroll,
    markets: readonly { address: PublicKey }[],
  ) {
    const places = markets.flatMap(({ address }) => [
      findEscrow(address),
      findPosition(address, own.owner.publicKey),
    ])
    let lamports = 0n
    for (const address of [...watched, ...places]) lamports += await lamportsOf(world.chain, address)
    let tokens = await tokenBalance(world.chain, own.tokens)
    const inUtility = markets[1]
    if (inUtility) tokens += await tokenBalance(world.chain, findEscrow(inUtility.address))
    return { lamports, tokens }
  }
})
