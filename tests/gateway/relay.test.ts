import { compileTransaction, placeBet } from '@prediction-market/sdk'
import { ASSOCIATED_TOKEN_PROGRAM_ID } from '@solana/spl-token'
import {
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  type VersionedTransaction,
} from '@solana/web3.js'
import { expect } from 'chai'
import { TransactionStatus } from '../../app/src/gateway/schemas/answers.ts'
import {
  act,
  inSeconds,
  paidWallet,
  request,
  sharedGateway,
  sign,
  type TestGateway,
} from '../helpers/gateway/harness.ts'

describe('gateway: POST /v1/transactions', () => {
  let test: TestGateway
  let url: string
  let market: string
  const wallet = Keypair.generate()

  before(async () => {
    test = await sharedGateway()
    url = test.gateway.url
    await paidWallet(url, wallet, { SOL: '20' })
    const body = {
      question: 'Will SOL be above $250?',
      outcomes: ['Yes', 'No'],
      expireAt: inSeconds(test, 3_600),
      currency: 'SOL',
    }
    market = (await act(url, '/v1/markets', body, wallet)).sent.body.id
  })

  const submit = (signedTransaction: unknown) =>
    request(url, 'POST', '/v1/transactions', { body: { signedTransaction } })

  const bet = () =>
    placeBet({
      bettor: wallet.publicKey,
      market: new PublicKey(market.slice('market_'.length)),
      outcome: 'Yes',
      amount: 10_000_000n,
    })

  async function compile(...instructions: TransactionInstruction[]): Promise<VersionedTransaction> {
    const { blockhash } = await test.localnet.connection.getLatestBlockhash()
    return compileTransaction({ payer: wallet.publicKey, instructions, blockhash })
  }

  async function signed(...instructions: TransactionInstruction[]): Promise<string> {
    const transaction = await compile(...instructions)
    transaction.sign([wallet])
    return encode(transaction)
  }

  const volume = async () => (await request(url, 'GET', `/v1/markets/${market}`)).body.totalVolume

  it('has one effect and one answer for a transaction sent twice, and says what became of it', async () => {
    const before = await volume()
    const built = await request(url, 'POST', `/v1/markets/${market}/bets`, {
      body: { outcome: 'No', amount: '0.25' },
      wallet,
    })
    const transaction = sign(built.body.transaction.base64, wallet)
    const [first, second] = await Promise.all([submit(transaction), submit(transaction)])
    const third = await submit(transaction)
    expect([first.status, second.status, third.status]).to.deep.equal([201, 201, 201])
    expect(second.text).to.equal(first.text)
    expect(third.text).to.equal(first.text)
    expect(await volume()).to.equal(before + 0.25)
    const { body } = await request(url, 'GET', `/v1/transactions/${first.body.transactionId}`)
    expect(TransactionStatus.parse(body)).to.include({ transactionId: first.body.transactionId, error: null })
    expect(body.status).to.be.oneOf(['confirmed', 'finalized'])
  })

  it('takes a transaction that was built elsewhere', async () => {
    const sent = await submit(await signed(bet()))
    expect(sent.status, sent.text).to.equal(201)
    expect(sent.body).to.include({ marketId: market, amountStaked: 0.01 })
  })

  it('refuses what is no transaction', async () => {
    for (const text of ['', 'x', '!!!!', 'AAAA', 'A'.repeat(2_000)]) {
      const answer = await submit(text)
      expect(answer.status, answer.text).to.equal(400)
      expect(answer.body.error).to.match(/^signedTransaction: /)
    }
    expect((await submit(5)).body.error).to.equal('signedTransaction: must be a string')
    expect((await submit(undefined)).body.error).to.equal('signedTransaction: is missing')
  })

  it('refuses instructions of others, also beside ours', async () => {
    const steal = SystemProgram.transfer({
      fromPubkey: wallet.publicKey,
      toPubkey: Keypair.generate().publicKey,
      lamports: 1_000_000,
    })
    for (const instructions of [[steal], [bet(), steal]]) {
      const answer = await submit(await signed(...instructions))
      expect(answer.status).to.equal(400)
      expect(answer.body.error).to.include('11111111111111111111111111111111, which is not relayed')
    }
    const recover = new TransactionInstruction({
      programId: ASSOCIATED_TOKEN_PROGRAM_ID,
      keys: [],
      data: Buffer.from([2]),
    })
    const answer = await submit(await signed(bet(), recover))
    expect(answer.body.error).to.include('asks the associated token program for something else')
  })

  it('refuses missing, wrong and altered signatures', async () => {
    const unsigned = await submit(encode(await compile(bet())))
    expect(unsigned.status).to.equal(400)
    expect(unsigned.body.error).to.include(`is not signed by ${wallet.publicKey.toBase58()}`)
    const bytes = Buffer.from(await signed(bet()), 'base64')
    bytes[10] = (bytes[10] as number) ^ 1
    const altered = await submit(bytes.toString('base64'))
    expect(altered.status).to.equal(400)
    expect(altered.body.error).to.include('is not of this transaction')
  })

  it('simulates first: what would fail is refused with its reason and changes nothing', async () => {
    const before = await volume()
    const tiny = placeBet({
      bettor: wallet.publicKey,
      market: new PublicKey(market.slice('market_'.length)),
      outcome: 'Yes',
      amount: 1n,
    })
    const small = await submit(await signed(tiny))
    expect([small.status, small.body.error]).to.deep.equal([
      400,
      'The stake is below the minimum for this currency',
    ])
    const rich = placeBet({
      bettor: wallet.publicKey,
      market: new PublicKey(market.slice('market_'.length)),
      outcome: 'Yes',
      amount: 10n ** 15n,
    })
    const unpaid = await submit(await signed(rich))
    expect([unpaid.status, unpaid.body.error]).to.deep.equal([402, 'The wallet does not hold enough SOL'])
    const stale = compileTransaction({
      payer: wallet.publicKey,
      instructions: [bet()],
      blockhash: Keypair.generate().publicKey.toBase58(),
    })
    stale.sign([wallet])
    const expired = await submit(encode(stale))
    expect(expired.status, expired.text).to.equal(400)
    expect(expired.body.error).to.include('has expired')
    expect(await volume()).to.equal(before)
  })

  it('knows nothing of transactions that nobody sent', async () => {
    const id = '1'.repeat(64)
    const unknown = await request(url, 'GET', `/v1/transactions/${id}`)
    expect(unknown.body).to.deep.equal({ transactionId: id, status: 'unknown', slot: null, error: null })
    expect((await request(url, 'GET', '/v1/transactions/x')).status).to.equal(400)
  })
})

function encode(transaction: VersionedTransaction): string {
  return Buffer.from(transaction.serialize()).toString('base64')
}
