import { findBankroll } from '@prediction-market/sdk/accounts'
import { closeBankroll, deposit, setDelegate, withdraw } from '@prediction-market/sdk/instructions'
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { setMint, setTokenAccount, tokenBalance } from '../../helpers/oracle/tokens.ts'
import { lamportGains, lamportsOf, tokenGains } from '../../helpers/program/balances.ts'
import { givenBankroll, givenDelegate, readBankroll, walletTokens } from '../../helpers/program/bankroll.ts'
import { eventsOf, expectRefusal } from '../../helpers/program/expect.ts'
import { withAccount } from '../../helpers/program/slots.ts'
import {
  fund,
  givenWallet,
  SOL,
  startWorld,
  succeed,
  UTILITY,
  type World,
} from '../../helpers/program/world.ts'

const SIZE = 576

for (const tokenProgram of [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID]) {
  describe(`the money of a bankroll, ${tokenProgram.equals(TOKEN_PROGRAM_ID) ? 'Token' : 'Token-2022'}`, () => {
    let world: World

    beforeEach(async () => {
      world = await startWorld({ tokenProgram })
    })

    it('is opened by the first deposit, whose owner pays the rent', async () => {
      const owner = givenWallet(world)
      const bankroll = findBankroll(owner.publicKey)
      const put = deposit({ owner: owner.publicKey, amount: 5n * SOL })
      const gains = await lamportGains(world.chain, { owner: owner.publicKey, bankroll }, async () => {
        const events = await eventsOf(world, put, [owner])
        const data = { owner: owner.publicKey, mint: null, amount: 5n * SOL }
        expect(events).to.deep.equal([{ name: 'BankrollDeposited', data }])
      })
      const rent = await world.chain.rent(SIZE)
      expect(gains).to.deep.equal({ owner: -5n * SOL - rent, bankroll: 5n * SOL + rent })
      const state = await readBankroll(world, { owner, address: bankroll, tokens: bankroll })
      expect(state).to.deep.equal({ version: 1, owner: owner.publicKey, delegates: [] })
      // The second one pays no rent.
      const more = await lamportGains(world.chain, { bankroll }, () => succeed(world, [put], [owner]))
      expect(more).to.deep.equal({ bankroll: 5n * SOL })
    })

    it('is opened also at an address that somebody sent a lamport to', async () => {
      const owner = givenWallet(world)
      const bankroll = findBankroll(owner.publicKey)
      fund(world.chain, bankroll, 1n)
      await succeed(world, [deposit({ owner: owner.publicKey, amount: SOL })], [owner])
      expect(await lamportsOf(world.chain, bankroll)).to.equal(SOL + (await world.chain.rent(SIZE)))
    })

    it('goes in and out in UTILITY, and to nobody else', async () => {
      const bankroll = await givenBankroll(world)
      const { owner, tokens } = bankroll
      const wallet = walletTokens(world, owner.publicKey)
      const take = withdraw({ owner: owner.publicKey, amount: 40n * UTILITY, ...world.utility })
      const gains = await tokenGains(world.chain, { tokens, wallet }, () => succeed(world, [take], [owner]))
      expect(gains).to.deep.equal({ tokens: -40n * UTILITY, wallet: 40n * UTILITY })

      const thief = givenWallet(world)
      const stolen = withAccount('withdraw', take, 'owner', { pubkey: thief.publicKey })
      await expectRefusal(world, 'NotBankrollOwner', {
        instructions: stolen,
        signers: [thief],
        watched: [tokens],
      })
    })

    it('does not go out, change its delegates or close without the signature of its owner', async () => {
      const bankroll = await givenBankroll(world)
      const { key, cosigner } = await givenDelegate(world, bankroll)
      const owner = bankroll.owner.publicKey
      const ending = setDelegate({ owner, key: key.publicKey, cosigner: cosigner.publicKey, limits: null })
      const unsigned = [
        withAccount('withdraw', withdraw({ owner, amount: SOL }), 'owner', { isSigner: false }),
        withAccount('setDelegate', ending, 'owner', { isSigner: false }),
        withAccount('closeBankroll', closeBankroll({ owner }), 'owner', { isSigner: false }),
      ]
      for (const instructions of unsigned) await expectRefusal(world, 'AccountNotSigner', { instructions })
    })

    it('goes out in SOL down to the rent, and not below', async () => {
      const { owner, address } = await givenBankroll(world)
      const take = (amount: bigint) => withdraw({ owner: owner.publicKey, amount })
      await expectRefusal(world, 'BankrollTooLow', { instructions: take(100n * SOL + 1n), signers: [owner] })
      const names = { owner: owner.publicKey, address }
      const gains = await lamportGains(world.chain, names, () => succeed(world, [take(100n * SOL)], [owner]))
      expect(gains).to.deep.equal({ owner: 100n * SOL, address: -100n * SOL })
      expect(await lamportsOf(world.chain, address)).to.equal(await world.chain.rent(SIZE))
    })

    it('counts plain transfers', async () => {
      const { owner, address } = await givenBankroll(world)
      const account = await world.chain.account(address)
      if (!account) return expect.fail('there is no bankroll')
      world.chain.setAccount(address, { ...account, lamports: account.lamports + SOL })
      await succeed(world, [withdraw({ owner: owner.publicKey, amount: 101n * SOL })], [owner])
    })

    it('goes out of any token account of the bankroll, of any mint', async () => {
      const { owner, address } = await givenBankroll(world)
      const mint = setMint(world.chain, { supply: 10n })
      const bankrollToken = setTokenAccount(world.chain, { mint, owner: address, amount: 7n })
      const ownerToken = setTokenAccount(world.chain, { mint, owner: owner.publicKey, amount: 0n })
      const input = { owner: owner.publicKey, amount: 7n, mint, bankrollToken, ownerToken }
      await succeed(world, [withdraw(input)], [owner])
      expect(await tokenBalance(world.chain, ownerToken)).to.equal(7n)
    })

    it('never goes to an account that is not the bankroll’s', async () => {
      const { owner } = await givenBankroll(world)
      const put = deposit({ owner: owner.publicKey, amount: UTILITY, ...world.utility })
      const stranger = Keypair.generate().publicKey
      const other = setTokenAccount(world.chain, { ...world.utility, owner: stranger, amount: 0n })
      const instructions = withAccount('deposit', put, 'bankrollToken', other)
      await expectRefusal(world, 'WrongBankrollAccount', { instructions, signers: [owner] })
    })

    it('returns to its owner when the bankroll is closed, which ends all delegates', async () => {
      const bankroll = await givenBankroll(world)
      const { owner, address } = bankroll
      await givenDelegate(world, bankroll)
      const thief = givenWallet(world)
      const close = closeBankroll({ owner: owner.publicKey })
      const stolen = withAccount('closeBankroll', close, 'owner', { pubkey: thief.publicKey })
      await expectRefusal(world, 'NotBankrollOwner', { instructions: stolen, signers: [thief] })

      const held = await lamportsOf(world.chain, address)
      const gains = await lamportGains(world.chain, { owner: owner.publicKey }, () =>
        succeed(world, [close], [owner]),
      )
      expect(gains).to.deep.equal({ owner: held })
      // Opened again it has no delegates, and its tokens are still there.
      const again = deposit({ owner: owner.publicKey, amount: SOL })
      const take = withdraw({ owner: owner.publicKey, amount: 100n * UTILITY, ...world.utility })
      await succeed(world, [again, take], [owner])
      expect((await readBankroll(world, bankroll)).delegates).to.deep.equal([])
    })
  })
}
