import { PredictionMarketClient } from '@prediction-market/sdk'
import { Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import {
  bankrollOf,
  changeDelegate,
  givenBettor,
  givenMarket,
  issueKey,
  SOL_ONLY,
  type TestKey,
  WIDE,
} from '../helpers/gateway/bankroll.ts'
import {
  type Answer,
  inSeconds,
  openGateway,
  paidWallet,
  refused,
  request,
  sharedGateway,
  type TestGateway,
} from '../helpers/gateway/harness.ts'
import { travelTo, until } from '../helpers/localnet/index.ts'
import { holds, metric } from '../helpers/metrics.ts'

describe('gateway: one-call bets', () => {
  let test: TestGateway
  let url: string
  let creator: Keypair
  let market: string

  before(async () => {
    test = await sharedGateway()
    url = test.gateway.url
    creator = await paidWallet(url, Keypair.generate(), { SOL: '50', UTILITY: '500' })
    market = await givenMarket(test, 'SOL', creator)
  })

  const bet = (key: TestKey, body: object, base = url, id = market, query = '') =>
    request(base, 'POST', `/v1/markets/${id}/bets${query}`, { body, headers: key.headers })
  const lamports = (address: PublicKey) => test.localnet.connection.getBalance(address, 'confirmed')
  const client = () => new PredictionMarketClient(test.localnet.connection)

  /** Expects a refusal by its code, and that the bankroll is as it was. */
  async function refusedBy(code: string, status: number, wallet: Keypair, send: () => Promise<Answer>) {
    const before = await bankrollOf(url, wallet)
    const answer = await send()
    expect(answer.status, answer.text).to.equal(status)
    expect(answer.headers.get('x-error-code')).to.equal(code)
    expect(await bankrollOf(url, wallet)).to.deep.equal(before)
    return answer
  }

  it('are placed in SOL by one call, which answers with the documented confirmation', async () => {
    const { wallet, key } = await givenBettor(test, {}, SOL_ONLY)
    const id = await givenMarket(test, 'SOL', creator)
    const { cosigner } = LOCALNET_KEYS
    const [owned, paid] = [await lamports(wallet.publicKey), await lamports(cosigner.publicKey)]
    const answer = await bet(key, { outcome: 'Yes', amount: 1.5 }, url, id)
    expect(answer.status, answer.text).to.equal(201)
    const { transactionId, ...confirmation } = answer.body
    expect(confirmation).to.deep.equal({
      marketId: id,
      outcome: 'Yes',
      amountStaked: 1.5,
      newTotalStake: { Yes: 1.5, No: 0 },
      newOdds: { Yes: 1, No: 0 },
      message: 'Bet placed: 1.5 SOL on Yes',
    })
    const status = (await request(url, 'GET', `/v1/transactions/${transactionId}`)).body
    expect(status.result).to.deep.equal(answer.body)
    const position = await client().bets.position(id, wallet.publicKey)
    expect(position?.stakes).to.deep.equal({ Yes: 1_500_000_000n, No: 0n })
    // The bankroll paid for everything: the stake, the rent of the position, and the fee, which came back.
    expect(await lamports(wallet.publicKey)).to.equal(owned)
    expect(await lamports(cosigner.publicKey)).to.equal(paid)
    const rent = await lamports(position?.address as PublicKey)
    const { balances, delegates } = await bankrollOf(url, wallet)
    expect(delegates[0].spent).to.deep.equal({ SOL: (1_500_000_000 + rent + 10_000) / 1e9, UTILITY: 0 })
    expect(balances.SOL).to.equal((20_000_000_000 - 1_500_000_000 - rent - 10_000) / 1e9)
  })

  it('are placed in UTILITY by one call', async () => {
    const { wallet, key } = await givenBettor(test)
    const id = await givenMarket(test, 'UTILITY', creator)
    const answer = await bet(key, { outcome: 'No', amount: '12.5', currency: 'UTILITY' }, url, id)
    expect(answer.status, answer.text).to.equal(201)
    expect(answer.body).to.include({ marketId: id, outcome: 'No', amountStaked: 12.5 })
    const { balances, delegates } = await bankrollOf(url, wallet)
    expect(balances.UTILITY).to.equal(187.5)
    expect(delegates[0].spent.UTILITY).to.equal(12.5)
    expect((await client().bets.position(id, wallet.publicKey))?.stakes).to.deep.equal({
      Yes: 0n,
      No: 12_500_000n,
    })
  })

  it('are two if they are equal and come at once, without an Idempotency-Key', async () => {
    const { wallet, key } = await givenBettor(test, {}, SOL_ONLY)
    const id = await givenMarket(test, 'SOL', creator)
    const answers = await Promise.all([1, 2, 3].map(() => bet(key, { outcome: 'Yes', amount: 1 }, url, id)))
    expect(answers.map(({ status }) => status)).to.deep.equal([201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.transactionId)).size).to.equal(3)
    expect((await client().bets.position(id, wallet.publicKey))?.stakes).to.deep.equal({
      Yes: 3_000_000_000n,
      No: 0n,
    })
  })

  it('have a result that their key may read, though it may read nothing else', async () => {
    const { headers } = await issueKey(url, Keypair.generate(), ['bet'])
    const read = (path: string) => request(url, 'GET', path, { headers })
    refused(await read(`/v1/markets/${market}/result`), 409, 'The market has not been decided yet')
    refused(await read('/v1/bankroll'), 403, 'The API key does not have the scope read')
  })

  it('need the scope bet; a key with build alone builds, and so do ?build=true and signed requests', async () => {
    const { wallet, key } = await givenBettor(test, {}, SOL_ONLY)
    const body = { outcome: 'Yes', amount: 1 }
    const builder = await issueKey(url, wallet)
    const reader = await issueKey(url, wallet, ['read'])
    const unscoped = await refusedBy('ScopeMissing', 403, wallet, () => bet(reader, body))
    expect(unscoped.body.error).to.include('the scope build')
    await refusedBy('ScopeMissing', 403, wallet, () => bet(builder, body, url, market, '?build=false'))
    await refusedBy('ScopeMissing', 403, wallet, () => bet(key, body, url, market, '?build=true'))
    for (const query of ['', '?build=true']) {
      const built = await bet(builder, body, url, market, query)
      expect(built.status, built.text).to.equal(202)
      expect(built.body.transaction.signers).to.deep.equal([wallet.publicKey.toBase58()])
    }
    const signed = await request(url, 'POST', `/v1/markets/${market}/bets`, { body, wallet })
    expect(signed.body.transactionId).to.equal(null)
    refused(await bet(key, body, url, market, '?build=maybe'), 400, 'build: must be true or false')
  })

  it('are refused beyond the limits of the delegate, each by its code', async () => {
    const limits = { SOL: { perBet: '1', total: '2' }, UTILITY: { perBet: '1', total: '2' } }
    const { wallet, key } = await givenBettor(test, { limits }, SOL_ONLY)
    const stake = (amount: string) => () => bet(key, { outcome: 'Yes', amount })
    await refusedBy('DelegatePerBetExceeded', 403, wallet, stake('1.000000001'))
    expect((await stake('1')()).status).to.equal(201)
    // With the rent of the position and two fees the second one would be above 2 SOL.
    await refusedBy('DelegateTotalExceeded', 403, wallet, stake('1'))
    await refusedBy('PayoutTooLow', 409, wallet, () =>
      bet(key, { outcome: 'Yes', amount: '0.1', minPayout: '5' }),
    )
    await changeDelegate(url, wallet, key.id, undefined)
    await refusedBy('NotDelegate', 403, wallet, stake('0.1'))
  })

  it('are refused once the delegate has expired', async () => {
    const { wallet, key } = await givenBettor(test, {}, SOL_ONLY)
    const placed = await bet(key, { outcome: 'Yes', amount: '0.01' })
    expect(placed.status, placed.text).to.equal(201)
    const expiresAt = inSeconds(test, 20)
    await changeDelegate(url, wallet, key.id, { ...WIDE, expiresAt })
    await travelTo(test.localnet, Date.parse(expiresAt) / 1_000)
    await refusedBy('DelegateExpired', 403, wallet, () => bet(key, { outcome: 'Yes', amount: '0.01' }))
  })

  it('are refused if the bankroll is too low, with how much is missing and where to pay it', async () => {
    const { wallet, key } = await givenBettor(test)
    const { address } = await bankrollOf(url, wallet)
    const low = await refusedBy('BankrollTooLow', 402, wallet, () =>
      bet(key, { outcome: 'Yes', amount: '20' }),
    )
    expect(low.body.error).to.match(
      /^The bankroll holds 20 SOL, and the bet takes 20\.00\d+ SOL with rent, reward and fee/,
    )
    expect(low.body.error).to.match(/deposit 0\.00\d+ SOL or more/)
    expect(low.body.error).to.include(address)
    const id = await givenMarket(test, 'UTILITY', creator)
    const tokens = await refusedBy('BankrollTooLow', 402, wallet, () =>
      bet(key, { outcome: 'Yes', amount: '200.5' }, url, id),
    )
    expect(tokens.body.error).to.include('deposit 0.5 UTILITY or more')
  })

  it('attack 78: are refused if the delegate pays no fee back, or beyond a fee budget', async () => {
    const { gateway } = await openGateway({ feeBudget: 1_500_000n })
    const { gateway: poor } = await openGateway({ feeBudget: 0n })
    try {
      const { wallet, key } = await givenBettor({ ...test, gateway }, { maxFee: 0 }, SOL_ONLY)
      const send = () => bet(key, { outcome: 'Yes', amount: '0.1' }, gateway.url)
      const answer = await refusedBy('FeeBudgetExceeded', 429, wallet, send)
      expect(answer.body.error).to.match(
        /^The network fee is \d+ lamports, and the delegate pays back at most 0/,
      )
      // A fee that the bankroll pays back does not count.
      await changeDelegate(gateway.url, wallet, key.id, {
        ...WIDE,
        maxFee: '0.00005',
        expiresAt: inSeconds(test, 3_600),
      })
      for (let count = 0; count < 4; count++) {
        const placed = await send()
        expect(placed.status, placed.text).to.equal(201)
      }
      const none = await givenBettor({ ...test, gateway: poor }, {}, SOL_ONLY)
      const refused = await refusedBy('FeeBudgetExceeded', 429, none.wallet, () =>
        bet(none.key, { outcome: 'Yes', amount: '0.1' }, poor.url),
      )
      expect(refused.body.error).to.include('at most 0 lamports a day')
    } finally {
      await poor.stop()
      await gateway.stop()
    }
  })

  it('are a 503 if the gateway has no key or no SOL, which /health reports', async () => {
    const poor = Keypair.generate()
    const { gateway } = await openGateway({
      cosigners: [poor, LOCALNET_KEYS.cosigner],
      balanceMs: 500,
    })
    const { gateway: none } = await openGateway({ cosigners: [] })
    try {
      const { wallet, key } = await givenBettor({ ...test, gateway }, {}, SOL_ONLY)
      const send = (base: string) => () => bet(key, { outcome: 'Yes', amount: '0.1' }, base)
      await refusedBy('PayerLow', 503, wallet, send(gateway.url))
      const payers = await until('the balances', async () => {
        const { body } = await request(gateway.url, 'GET', '/health')
        return body.payers.every(({ balance }: { balance: number | null }) => balance !== null) && body.payers
      })
      expect(payers[0]).to.deep.equal({ address: poor.publicKey.toBase58(), balance: 0, isLow: true })
      expect(payers[1]).to.include({ address: LOCALNET_KEYS.cosigner.publicKey.toBase58(), isLow: false })
      const address = { address: poor.publicKey.toBase58() }
      expect(await metric(gateway.url, 'gateway_payer_lamports', address)).to.equal(0)
      expect(await holds('GatewayPayerLow', gateway.url)).to.equal(true)
      const local = await issueKey(none.url, wallet, ['bet'])
      await refusedBy('OneCallBetsUnavailable', 503, wallet, () =>
        bet(local, { outcome: 'Yes', amount: '0.1' }, none.url),
      )
      // Once the key has SOL, bets are placed again.
      await paidWallet(url, poor, { SOL: '1' })
      const placed = await send(gateway.url)()
      expect(placed.status, placed.text).to.equal(201)
      await until('the balance to be read', async () => !(await holds('GatewayPayerLow', gateway.url)))
    } finally {
      await gateway.stop()
      await none.stop()
    }
  })

  it('use the key of their delegate while two are configured', async () => {
    const next = Keypair.generate()
    await paidWallet(url, next, { SOL: '1' })
    const { gateway } = await openGateway({ cosigners: [next, LOCALNET_KEYS.cosigner] })
    const { gateway: rotated } = await openGateway({ cosigners: [next] })
    try {
      const { wallet, key: fresh } = await givenBettor({ ...test, gateway }, {}, SOL_ONLY)
      expect((await bankrollOf(url, wallet)).delegates[0].cosigner).to.equal(next.publicKey.toBase58())
      const stake = { outcome: 'Yes', amount: '0.1' }
      expect((await bet(fresh, stake, gateway.url)).status).to.equal(201)
      // Delegates that were made before the rotation.
      const { cosigner } = LOCALNET_KEYS
      const limits = {
        perBet: { SOL: 10n ** 9n, UTILITY: 0n },
        total: { SOL: 10n ** 10n, UTILITY: 0n },
        maxFee: 50_000n,
        expiresAt: BigInt(test.localnet.node.clock.now.unixSecond + 3_600),
      }
      const named = async (base: string) => {
        const key = await issueKey(base, wallet, ['bet'])
        const delegate = { key: new PublicKey(key.delegate as string), cosigner: cosigner.publicKey, limits }
        await client().bankroll.setDelegate(delegate, { signer: wallet })
        return key
      }
      const old = await named(gateway.url)
      expect((await bet(old, stake, gateway.url)).status).to.equal(201)
      const ended = await named(rotated.url)
      await refusedBy('CosignerUnknown', 403, wallet, () => bet(ended, stake, rotated.url))
    } finally {
      await gateway.stop()
      await rotated.stop()
    }
  })
})
