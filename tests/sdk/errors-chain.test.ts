import { parseProgramError } from '@prediction-market/sdk/transaction'
import { getTransactionDecoder } from '@solana/kit'
import { Keypair, SystemProgram, Transaction, type TransactionInstruction } from '@solana/web3.js'
import { expect } from 'chai'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'
import { start } from 'solana-bankrun'
import {
  bet,
  fund,
  givenMarket,
  givenWallet,
  SOL,
  startWorld,
  UTILITY,
  type World,
} from '../helpers/program/world.ts'

/** A transfer of more than there is. */
function overdraft(from: Keypair, recentBlockhash: string): Transaction {
  const transaction = new Transaction({ feePayer: from.publicKey, recentBlockhash })
  const toPubkey = Keypair.generate().publicKey
  transaction.add(SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey, lamports: 2n ** 63n }))
  transaction.sign(from)
  return transaction
}

describe('errors from a chain', () => {
  let world: World

  before(async () => {
    world = await startWorld()
  })

  async function refusal(instruction: TransactionInstruction, signer: Keypair) {
    return parseProgramError(await world.chain.execute([instruction], [signer]))
  }

  it('bear the name that the program gave', async () => {
    const market = await givenMarket(world)
    const bettor = givenWallet(world)
    const error = await refusal(bet(market, bettor.publicKey, 'Yes', 1n), bettor)
    expect(error).to.include({
      name: 'StakeTooSmall',
      message: 'The stake is below the minimum for this currency',
    })
    expect(error?.logs).not.to.have.length(0)
  })

  it('bear the name that Anchor gave', async () => {
    const market = await givenMarket(world)
    const bettor = givenWallet(world)
    const instruction = bet({ ...market, address: bettor.publicKey }, bettor.publicKey, 'Yes', SOL)
    expect((await refusal(instruction, bettor))?.name).to.equal('AccountOwnedByWrongProgram')
  })

  it('say so when a wallet has too little SOL', async () => {
    const market = await givenMarket(world)
    const bettor = Keypair.generate()
    fund(world.chain, bettor.publicKey, SOL)
    const error = await refusal(bet(market, bettor.publicKey, 'Yes', 5n * SOL), bettor)
    expect(error?.name).to.equal('InsufficientFunds')
  })

  it('say so when a token account has too little', async () => {
    const market = await givenMarket(world, { currency: world.utility })
    const bettor = givenWallet(world)
    const error = await refusal(bet(market, bettor.publicKey, 'Yes', 5_000n * UTILITY), bettor)
    expect(error?.name).to.equal('InsufficientFunds')
  })

  it('are understood as bankrun throws them', async () => {
    const context = await start([], [])
    const wallet = Keypair.fromSecretKey(context.payer.secretKey)
    const overdrawn = () => overdraft(wallet, context.lastBlockhash)
    const thrown = await context.banksClient.processTransaction(overdrawn()).catch((error: unknown) => error)
    expect(parseProgramError(thrown)?.code).to.equal(1)
    const returned = await context.banksClient.tryProcessTransaction(overdrawn())
    expect(parseProgramError(returned)?.name).to.equal('InsufficientFunds')
  })

  it('are understood as LiteSVM returns them', () => {
    const svm = new LiteSVM()
    const wallet = Keypair.generate()
    svm.airdrop(wallet.publicKey.toBase58() as never, SOL as never)
    const transaction = overdraft(wallet, svm.latestBlockhash())
    const result = svm.sendTransaction(getTransactionDecoder().decode(transaction.serialize()))
    expect(result).to.be.instanceOf(FailedTransactionMetadata)
    expect(parseProgramError(result)?.name).to.equal('InsufficientFunds')
  })
})
