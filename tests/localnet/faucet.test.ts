import { getMint } from '@solana/spl-token'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { failure, lamportsOf, sharedLocalnet, tokensOf } from '../helpers/localnet/index.ts'

describe('the faucet of the localnet', () => {
  const stranger = () => Keypair.generate().publicKey

  it('pays SOL', async () => {
    const { connection, faucet } = await sharedLocalnet()
    const wallet = stranger()
    const signature = await faucet.pay({ wallet, currency: 'SOL', amount: 1_234_567_890n })
    expect(await lamportsOf(connection, wallet)).to.equal(1_234_567_890n)
    expect((await connection.getSignatureStatus(signature)).value?.err).to.equal(null)
  })

  it('mints UTILITY, so that the supply is what there is', async () => {
    const { connection, faucet, program } = await sharedLocalnet()
    const mint = program.utilityMint
    const { supply } = await getMint(connection, mint)
    const wallet = stranger()
    await faucet.pay({ wallet, currency: 'UTILITY', amount: 5_000_001n })
    await faucet.pay({ wallet, currency: 'UTILITY', amount: 2n })
    expect(await tokensOf(connection, mint, wallet)).to.equal(5_000_003n)
    expect((await getMint(connection, mint)).supply - supply).to.equal(5_000_003n)
  })

  it('pays each of several at once, however alike they are', async () => {
    const { connection, faucet, program } = await sharedLocalnet()
    const wallet = stranger()
    const payouts = (['SOL', 'UTILITY', 'SOL', 'UTILITY', 'SOL'] as const).map((currency) =>
      faucet.pay({ wallet, currency, amount: 3_000_000n }),
    )
    expect(new Set(await Promise.all(payouts)).size).to.equal(5)
    expect(await lamportsOf(connection, wallet)).to.equal(9_000_000n)
    expect(await tokensOf(connection, program.utilityMint, wallet)).to.equal(6_000_000n)
  })

  it('says why it cannot pay less than the rent of a new wallet', async () => {
    const { connection, faucet } = await sharedLocalnet()
    const wallet = stranger()
    const error = await failure(faucet.pay({ wallet, currency: 'SOL', amount: 1n }))
    expect(error.name).to.equal('TransactionFailedError')
    expect(error.message).to.match(/rent/i)
    expect(await lamportsOf(connection, wallet)).to.equal(0n)
  })
})
