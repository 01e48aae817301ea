import { PROGRAM_ID, PredictionMarketClient } from '@prediction-market/sdk'
import { placeBet } from '@prediction-market/sdk/instructions'
import { compileTransaction } from '@prediction-market/sdk/transaction'
import { ASSOCIATED_TOKEN_PROGRAM_ID } from '@solana/spl-token'
import {
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  VersionedTransaction,
} from '@solana/web3.js'
import { expect } from 'chai'
import { checkTransaction } from '../../app/src/gateway/relay/check.ts'
import { TransactionStatus } from '../../app/src/gateway/relay/schemas.ts'
import {
  act,
  inSeconds,
  paidWallet,
  request,
  sharedGateway,
  sign,
  type TestGateway,
} from '../helpers/gateway/harness.ts'
import { until } from '../helpers/localnet/index.ts'

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

  it('has one effect and one answer for a transaction sent twice, and reports its status', async () => {
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
    expect(body.result).to.deep.equal(first.body)
  })

  it('builds two transactions for two equal bets in the same slot', async () => {
    const body = { outcome: 'Yes', amount: '0.125' }
    const blockhashOf = (text: string) =>
      VersionedTransaction.deserialize(Buffer.from(text, 'base64')).message.recentBlockhash
    const [first, second] = await until('two bets with one blockhash', async () => {
      const build = () => request(url, 'POST', `/v1/markets/${market}/bets`, { body, wallet })
      const built = await Promise.all([build(), build()])
      const [one = '', two = ''] = built.map((answer) => answer.body.transaction.base64)
      return blockhashOf(one) === blockhashOf(two) && ([one, two] as const)
    })
    const before = await volume()
    const sent = await Promise.all([first, second].map((text) => submit(sign(text, wallet))))
    expect(sent.map(({ status }) => status)).to.deep.equal([201, 201])
    expect(sent[0]?.body.transactionId).to.not.equal(sent[1]?.body.transactionId)
    expect(await volume()).to.equal(before + 0.25)
  })

  it('returns the result of transactions that others sent', async () => {
    const client = new PredictionMarketClient(test.localnet.connection, { signer: wallet })
    const { signature } = await client.bets.place({ market, outcome: 'No', amount: 30_000_000n })
    const { body } = await request(url, 'GET', `/v1/transactions/${signature}`)
    expect(body).to.include({ transactionId: signature, error: null })
    expect(body.result).to.include({ marketId: market, amountStaked: 0.03, transactionId: signature })
    const key = wallet.publicKey
    const transfer = await signed(SystemProgram.transfer({ fromPubkey: key, toPubkey: key, lamports: 1 }))
    const other = await test.localnet.connection.sendRawTransaction(Buffer.from(transfer, 'base64'))
    const confirmed = await until('the transfer', async () => {
      const answer = await request(url, 'GET', `/v1/transactions/${other}`)
      return answer.body.slot !== null && answer.body.status !== 'pending' && answer.body
    })
    expect(confirmed).to.include({ transactionId: other, error: null, result: null })
  })

  it('takes memos and the assertions that wallets append, and nothing else of Lighthouse', async () => {
    const memo = new TransactionInstruction({
      programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
      keys: [],
      data: Buffer.from('a bet'),
    })
    const sent = await submit(await signed(bet(), memo))
    expect(sent.status, sent.text).to.equal(201)

    const guard = (discriminator: number) =>
      new TransactionInstruction({
        programId: new PublicKey('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95'),
        keys: [{ pubkey: wallet.publicKey, isSigner: false, isWritable: false }],
        data: Buffer.from([discriminator, 4, 0, 0]),
      })
    for (const discriminator of [2, 5]) {
      const transaction = await signed(bet(), guard(discriminator))
      expect(() => checkTransaction(transaction, PROGRAM_ID)).to.not.throw()
    }
    for (const discriminator of [0, 1]) {
      const answer = await submit(await signed(bet(), guard(discriminator)))
      expect(answer.status).to.equal(400)
      expect(answer.body.error).to.include('has an instruction of Lighthouse that is not an assertion')
    }
  })

  it('takes a transaction that was built elsewhere', async () => {
    const sent = await submit(await signed(bet()))
    expect(sent.status, sent.text).to.equal(201)
    expect(sent.body).to.include({ marketId: market, amountStaked: 0.01 })
  })

  it('takes a transaction of version 1', async () => {
    const before = await volume()
    const { blockhash } = await test.localnet.connection.getLatestBlockhash()
    const instructions = [bet()]
    const input = { payer: wallet.publicKey, instructions, blockhash, computeUnits: 50_000 }
    const transaction = compileTransaction({ ...input, version: 1 })
    transaction.sign([wallet])
    const answer = await submit(encode(transaction))
    expect(answer.status, answer.text).to.equal(201)
    expect(await volume()).to.equal(before + 0.01)
  })

  it('refuses malformed transactions', async () => {
    for (const text of ['', 'x', '!!!!', 'AAAA', 'A'.repeat(2_000)]) {
      const answer = await submit(text)
      expect(answer.status, answer.text).to.equal(400)
      expect(answer.body.error).to.match(/^signedTransaction: /)
    }
    expect((await submit(5)).body.error).to.equal('signedTransaction: must be a string')
    expect((await submit(undefined)).body.error).to.equal('signedTransaction: is missing')
  })

  it('attack 23: refuses instructions of others, also beside ours', async () => {
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
    expect(answer.body.error).to.include(
      'has an instruction of the associated token program other than Create',
    )
  })

  it('refuses missing, wrong and altered signatures', async () => {
    const unsigned = await submit(encode(await compile(bet())))
    expect(unsigned.status).to.equal(400)
    expect(unsigned.body.error).to.include(`is not signed by ${wallet.publicKey.toBase58()}`)
    const bytes = Buffer.from(await signed(bet()), 'base64')
    bytes[10] = (bytes[10] as number) ^ 1
    const altered = await submit(bytes.toString('base64'))
    expect(altered.status).to.equal(400)
    expect(altered.body.error).to.include('does not match the transaction')
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
    expect(expired.status, expired.text).to.equal(409)
    expect(expired.body.error).to.include('has expired')
    expect(await volume()).to.equal(before)
  })

  it('answers 404 for unknown transactions', async () => {
    const id = '1'.repeat(64)
    const unknown = await request(url, 'GET', `/v1/transactions/${id}`)
    expect(unknown.body).to.deep.equal({
      transactionId: id,
      status: 'unknown',
      slot: null,
      error: null,
      result: null,
    })
    expect((await request(url, 'GET', '/v1/transactions/x')).status).to.equal(400)
  })
})

function encode(transaction: VersionedTransaction): string {
  return Buffer.from(transaction.serialize()).toString('base64')
}
