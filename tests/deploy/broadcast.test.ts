import { ProgramError } from '@prediction-market/sdk'
import { compileTransaction, fitsTransaction } from '@prediction-market/sdk/transaction'
import { type Connection, Keypair, type PublicKey, SystemProgram } from '@solana/web3.js'
import { expect } from 'chai'
import { type Batch, broadcast, inGroups, joinBatches } from '../../app/src/deploy/transactions.ts'
import { fundedWallet, lamportsOf, sharedLocalnet } from '../helpers/localnet/index.ts'

const stranger = () => Keypair.generate().publicKey

const pay = (fromPubkey: PublicKey, toPubkey: PublicKey, lamports: number) =>
  SystemProgram.transfer({ fromPubkey, toPubkey, lamports })

describe('joining instructions into transactions', () => {
  const payer = stranger()
  const blockhash = stranger().toBase58()

  it('keeps their order, splits no batch and wastes no room', () => {
    const batches: Batch[] = Array.from({ length: 60 }, (_, index) => ({
      instructions: [pay(payer, stranger(), index), pay(payer, stranger(), index)],
    }))
    const joined = joinBatches(payer, batches)
    expect(joined.flatMap(({ instructions }) => instructions)).to.deep.equal(
      batches.flatMap(({ instructions }) => instructions),
    )
    for (const [index, { instructions }] of joined.entries()) {
      expect(instructions.length % 2).to.equal(0)
      const computeUnits = 200_000
      const fits = (all: typeof instructions) =>
        fitsTransaction(compileTransaction({ payer, instructions: all, blockhash, computeUnits }))
      expect(fits(instructions)).to.equal(true)
      const next = joined[index + 1]?.instructions.slice(0, 2)
      if (next) expect(fits([...instructions, ...next])).to.equal(false)
    }
  })

  it('names each signer once', () => {
    const [one, two] = [Keypair.generate(), Keypair.generate()]
    const batch = (signer: Keypair) => ({
      instructions: [pay(signer.publicKey, payer, 1)],
      signers: [signer],
    })
    const [joined, ...others] = joinBatches(payer, [batch(one), batch(two), batch(one)])
    expect(joined?.signers).to.deep.equal([one, two])
    expect(others).to.deep.equal([])
  })

  it('cuts lists into groups', () => {
    expect(inGroups([1, 2, 3, 4, 5], 2)).to.deep.equal([[1, 2], [3, 4], [5]])
    expect(inGroups([], 2)).to.deep.equal([])
  })
})

describe('broadcasting transactions', () => {
  let connection: Connection
  let wallet: Keypair

  before(async () => {
    connection = (await sharedLocalnet()).connection
    wallet = await fundedWallet(connection)
  })

  const signed = (to: PublicKey, lamports: number, blockhash: string) => {
    const instructions = [pay(wallet.publicKey, to, lamports)]
    const transaction = compileTransaction({ payer: wallet.publicKey, instructions, blockhash })
    transaction.sign([wallet])
    return transaction
  }

  it('confirms each separately: one that fails delays no other', async () => {
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
    const [rich, poor] = [stranger(), stranger()]
    const [failed, ...others] = await broadcast(
      connection,
      [
        signed(poor, 10 ** 15, blockhash),
        ...Array.from({ length: 30 }, (_, index) => signed(rich, 1_000_000 + index, blockhash)),
      ],
      lastValidBlockHeight,
    )
    if (failed?.status !== 'failed') return expect.fail(`It is ${failed?.status}`)
    expect(failed.error).to.be.instanceOf(ProgramError).and.to.include({ code: 1, name: 'InsufficientFunds' })
    expect(others.map(({ status }) => status)).to.deep.equal(new Array(30).fill('confirmed'))
    expect(await lamportsOf(connection, rich)).to.equal(30_000_435n)
    expect(await lamportsOf(connection, poor)).to.equal(0n)
    const { value } = await connection.getSignatureStatuses(others.map(({ signature }) => signature))
    for (const status of value) expect(status?.confirmationStatus).not.to.equal('processed')
  })

  it('gives up on a transaction that no block can include any more', async () => {
    const to = stranger()
    const unknown = signed(to, 1_000_000, stranger().toBase58())
    const [confirmation] = await broadcast(connection, [unknown], (await connection.getBlockHeight()) + 3)
    expect(confirmation?.status).to.equal('expired')
    expect(await lamportsOf(connection, to)).to.equal(0n)
  })
})
