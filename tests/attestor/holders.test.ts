import {
  createFreezeAccountInstruction,
  getAssociatedTokenAddressSync,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { countHolders } from '../../app/src/attestor/count.ts'
import { TokenAccounts } from '../../app/src/attestor/token-accounts.ts'
import { TokenMaker } from '../helpers/attestor/tokens.ts'
import {
  failure,
  fundedWallet,
  openNodeConnection,
  sharedLocalnet,
  type TestLocalnet,
} from '../helpers/localnet/index.ts'

const owners = (count: number) => Array.from({ length: count }, () => Keypair.generate().publicKey)

describe('the holders of a token', () => {
  let localnet: TestLocalnet
  let source: TokenAccounts

  before(async () => {
    localnet = await sharedLocalnet()
    source = new TokenAccounts(openNodeConnection(localnet.node))
  })

  const counted = async (mint: PublicKey, minimum: bigint) =>
    countHolders((await source.balances(mint.toBase58(), 0)) ?? expect.fail('No such token'), minimum)

  for (const [name, programId] of [
    ['the first token program', TOKEN_PROGRAM_ID],
    ['Token-2022', TOKEN_2022_PROGRAM_ID],
  ] as const) {
    describe(`of ${name}`, () => {
      let tokens: TokenMaker

      before(async () => {
        tokens = new TokenMaker(localnet.connection, await fundedWallet(localnet.connection), programId)
      })

      it('are the owners of at least the minimum, among many accounts', async () => {
        const mint = await tokens.mint()
        const many = owners(120)
        await tokens.give(
          mint,
          many.map((owner, index) => [owner, BigInt(index + 1)]),
        )
        expect(await counted(mint, 1n)).to.equal(120n)
        expect(await counted(mint, 100n)).to.equal(21n)
        expect(await counted(mint, 120n)).to.equal(1n)
        expect(await counted(mint, 121n)).to.equal(0n)
      })

      it('are counted once with two accounts, by the sum of both', async () => {
        const mint = await tokens.mint()
        const [twice = expect.fail(), once = expect.fail()] = owners(2)
        await tokens.give(mint, [
          [twice, 4n],
          [once, 9n],
        ])
        await tokens.giveApart(mint, twice, 6n)
        const balances = await source.balances(mint.toBase58(), 0)
        expect(balances).to.deep.equal(
          new Map([
            [twice.toBase58(), 10n],
            [once.toBase58(), 9n],
          ]),
        )
        expect(await counted(mint, 10n)).to.equal(1n)
      })

      it('are not those of empty accounts, whatever the minimum, nor those of another token', async () => {
        const [mint, other] = [await tokens.mint(), await tokens.mint()]
        const [holder = expect.fail(), empty = expect.fail()] = owners(2)
        await tokens.give(mint, [
          [holder, 1n],
          [empty, 0n],
        ])
        await tokens.give(other, [[empty, 5n]])
        expect(await counted(mint, 0n)).to.equal(1n)
      })

      it('are also owners whose accounts are frozen, and programs', async () => {
        const mint = await tokens.mint()
        const [frozen = expect.fail()] = owners(1)
        const [program] = PublicKey.findProgramAddressSync([Buffer.from('pool')], TOKEN_PROGRAM_ID)
        await tokens.give(mint, [
          [frozen, 1n],
          [program, 1n],
        ])
        const account = getAssociatedTokenAddressSync(mint, frozen, true, programId)
        const { publicKey } = tokens.authority
        await tokens.send([
          { instructions: [createFreezeAccountInstruction(account, mint, publicKey, [], programId)] },
        ])
        expect(await counted(mint, 1n)).to.equal(2n)
      })

      it('are counted exactly for the largest balances', async () => {
        const mint = await tokens.mint()
        const [one = expect.fail(), other = expect.fail()] = owners(2)
        const half = 2n ** 63n
        await tokens.give(mint, [
          [one, half],
          [other, half - 1n],
        ])
        expect(await counted(mint, half)).to.equal(1n)
      })
    })
  }

  it('do not include a multisig account that looks like a token account', async () => {
    const { connection, node } = localnet
    const tokens = new TokenMaker(connection, await fundedWallet(connection), TOKEN_2022_PROGRAM_ID)
    const mint = await tokens.mint()
    const [holder = expect.fail()] = owners(1)
    await tokens.give(mint, [[holder, 1n]])
    // Its signers can be any bytes: here they are the mint, an owner, an amount, and what says `account`.
    const data = Buffer.alloc(355, 1)
    mint.toBuffer().copy(data)
    data[165] = 2
    const state = { lamports: 10_000_000n, owner: TOKEN_2022_PROGRAM_ID, data }
    await node.cheats.setAccount(Keypair.generate().publicKey, state)
    expect(await counted(mint, 1n)).to.equal(1n)

    // And a longer account of that kind is one, whatever extensions it has.
    const extended = Buffer.alloc(300, 1)
    data.copy(extended, 0, 0, 300)
    await node.cheats.setAccount(Keypair.generate().publicKey, { ...state, data: extended })
    expect(await counted(mint, 1n)).to.equal(2n)
  })

  it('are unknown if there is no token', async () => {
    const wallet = await fundedWallet(localnet.connection)
    const tokens = new TokenMaker(localnet.connection, wallet)
    const mint = await tokens.mint()
    const account = await tokens.giveApart(mint, wallet.publicKey, 1n)
    for (const address of [Keypair.generate().publicKey, wallet.publicKey, TOKEN_PROGRAM_ID, account]) {
      expect(await source.balances(address.toBase58(), 0)).to.equal(null)
    }
  })

  it('are not read from a node that is behind', async () => {
    const { connection } = localnet
    const mint = await new TokenMaker(connection, await fundedWallet(connection)).mint()
    const slot = (await connection.getSlot('processed')) + 1_000
    const { message } = await failure(source.balances(mint.toBase58(), slot))
    expect(message).to.contain(mint.toBase58()).and.to.contain(String(slot))
  })
})
