import { PROGRAM_ID } from '@prediction-market/sdk'
import {
  findAttestorSet,
  findEscrow,
  findFeeVault,
  findPosition,
  findQuestion,
} from '@prediction-market/sdk/accounts'
import { type Keypair, PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { givenAttestors } from '../../helpers/oracle/attestors.ts'
import { CURRENCIES } from '../../helpers/program/currency.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { accountIn, type SlotName, withAccount } from '../../helpers/program/slots.ts'
import {
  bet,
  type GivenMarket,
  givenMarket,
  givenWallet,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

type Slot = SlotName<'placeBet'>

for (const { name, unit, start, of } of CURRENCIES) {
  describe(`place_bet in ${name} with wrong accounts`, () => {
    let world: World
    let market: GivenMarket
    let bettor: Keypair
    let instruction: TransactionInstruction

    before(async () => {
      world = await start()
      await givenAttestors(world)
    })

    beforeEach(async () => {
      market = await givenMarket(world, { currency: of(world) })
      bettor = givenWallet(world)
      instruction = bet(market, bettor.publicKey, 'Yes', unit)
    })

    const refuse = (error: string, slot: Slot, account: PublicKey) =>
      expectRefusal(world, error, {
        instructions: withAccount('placeBet', instruction, slot, account),
        signers: [bettor],
        watched: [bettor.publicKey, accountIn('placeBet', instruction, slot)],
      })

    it('refuses the position of another bettor, before and after it exists', async () => {
      const other = givenWallet(world)
      const position = findPosition(market.address, other.publicKey)
      await refuse('WrongPosition', 'position', position)
      await succeed(world, [bet(market, other.publicKey, 'No', unit)], [other])
      await refuse('WrongPosition', 'position', position)
      await succeed(world, [instruction], [bettor])
      await refuse('WrongPosition', 'position', position)
    })

    it('refuses the position of the same bettor in another market', async () => {
      const other = await givenMarket(world, { currency: of(world) })
      const position = findPosition(other.address, bettor.publicKey)
      await refuse('WrongPosition', 'position', position)
      await succeed(world, [bet(other, bettor.publicKey, 'No', unit)], [bettor])
      await refuse('WrongPosition', 'position', position)
    })

    it('attack 15: refuses a position at a bump that is not the canonical one', async () => {
      const seeds = [Buffer.from('position'), market.address.toBytes(), bettor.publicKey.toBytes()]
      const [, canonical] = PublicKey.findProgramAddressSync(seeds, PROGRAM_ID)
      for (let bump = canonical - 1; bump > canonical - 10; bump--) {
        try {
          const position = PublicKey.createProgramAddressSync([...seeds, Buffer.of(bump)], PROGRAM_ID)
          await refuse('WrongPosition', 'position', position)
          return
        } catch (error) {
          if (!String(error).includes('fall off the curve')) throw error
        }
      }
      throw new Error('There is no second bump')
    })

    it('refuses accounts of other types, and the default pubkey, as the position', async () => {
      const wrong = [findQuestion(market.address), findFeeVault(), findAttestorSet(0), PublicKey.unique()]
      for (const account of wrong) await refuse('WrongPosition', 'position', account)
    })

    it('refuses the escrow of another market, and any other account as the escrow', async () => {
      const other = await givenMarket(world, { currency: of(world) })
      const wrong = [
        findEscrow(other.address),
        findFeeVault(),
        PublicKey.unique(),
        givenWallet(world).publicKey,
      ]
      for (const account of wrong) await refuse('WrongEscrow', 'escrow', account)
    })

    it('refuses a market or configuration that another program owns', async () => {
      for (const slot of ['market', 'config'] as const) {
        const genuine = await world.chain.account(accountIn('placeBet', instruction, slot))
        if (!genuine) throw new Error(`There is no ${slot}`)
        const fake = PublicKey.unique()
        world.chain.setAccount(fake, { ...genuine, owner: PublicKey.unique() })
        await refuse('AccountOwnedByWrongProgram', slot, fake)
      }
    })

    it('refuses accounts of another type as the market or configuration', async () => {
      await refuse('AccountDiscriminatorMismatch', 'market', findQuestion(market.address))
      await refuse('AccountDiscriminatorMismatch', 'config', market.address)
      await refuse('AccountDiscriminatorMismatch', 'config', findFeeVault())
    })

    it('refuses a bettor who does not sign, and a read-only escrow or position', async () => {
      const unsigned = withAccount('placeBet', instruction, 'bettor', { isSigner: false })
      await expectRefusal(world, 'AccountNotSigner', { instructions: unsigned })
      for (const slot of ['escrow', 'position', 'market'] as const) {
        const readOnly = withAccount('placeBet', instruction, slot, { isWritable: false })
        await expectRefusal(world, 'ConstraintMut', { instructions: readOnly, signers: [bettor] })
      }
    })
  })
}
