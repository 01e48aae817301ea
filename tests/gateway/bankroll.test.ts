import { PredictionMarketClient } from '@prediction-market/sdk'
import { findBankroll } from '@prediction-market/sdk/accounts'
import { Keypair, LAMPORTS_PER_SOL } from '@solana/web3.js'
import { expect } from 'chai'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { bankrollOf, changeDelegate, givenMarket, issueKey, WIDE } from '../helpers/gateway/bankroll.ts'
import {
  act,
  inSeconds,
  openGateway,
  paidWallet,
  refused,
  request,
  sharedGateway,
  type TestGateway,
} from '../helpers/gateway/harness.ts'
import { until } from '../helpers/localnet/index.ts'

describe('gateway: bankrolls', () => {
  let test: TestGateway
  let url: string
  let wallet: Keypair

  before(async () => {
    test = await sharedGateway()
    url = test.gateway.url
  })

  beforeEach(async () => {
    wallet = await paidWallet(url, Keypair.generate(), { SOL: '10', UTILITY: '100' })
  })

  const deposit = (currency: string, amount: string) =>
    act(url, '/v1/bankroll/deposits', { currency, amount }, wallet)
  const withdraw = (currency: string, amount: string) =>
    act(url, '/v1/bankroll/withdrawals', { currency, amount }, wallet)
  const limits = (change: object = {}) => ({ ...WIDE, expiresAt: inSeconds(test, 86_400), ...change })

  it('are empty before the first deposit', async () => {
    const address = findBankroll(wallet.publicKey).toBase58()
    const empty = { address, balances: { SOL: 0, UTILITY: 0 }, delegates: [] }
    expect(await bankrollOf(url, wallet)).to.deep.equal(empty)
  })

  it('take deposits and give them back, in both currencies', async () => {
    const { built, sent } = await deposit('SOL', '2.5')
    expect(built.body.balances).to.deep.equal({ SOL: 2.5, UTILITY: 0 })
    const { transaction, ...projected } = built.body
    expect(transaction.signers).to.deep.equal([wallet.publicKey.toBase58()])
    expect(sent.body).to.deep.equal(projected)
    expect((await deposit('UTILITY', '40')).sent.body.balances).to.deep.equal({ SOL: 2.5, UTILITY: 40 })
    expect((await withdraw('SOL', '2.5')).sent.body.balances).to.deep.equal({ SOL: 0, UTILITY: 40 })
    expect((await withdraw('UTILITY', '15.5')).sent.body.balances).to.deep.equal({ SOL: 0, UTILITY: 24.5 })
    expect((await bankrollOf(url, wallet)).balances).to.deep.equal({ SOL: 0, UTILITY: 24.5 })
  })

  it('pay bets that their owner signs', async () => {
    await deposit('SOL', '3')
    const id = await givenMarket(test, 'SOL', wallet)
    const held = async () => (await request(url, 'GET', `/v1/wallets/${wallet.publicKey}/balances`)).body.SOL
    const before = await held()
    const bet = { outcome: 'Yes', amount: '1', minPayout: '1', from: 'bankroll' }
    const { sent } = await act(url, `/v1/markets/${id}/bets`, bet, wallet)
    expect(sent.body).to.deep.include({ marketId: id, outcome: 'Yes', amountStaked: 1 })
    // The stake and the rent of the position left the bankroll; the wallet paid the network fee.
    const { balances } = await bankrollOf(url, wallet)
    expect(balances.SOL).to.be.within(1.99, 2)
    await until('a balance that is not remembered', async () => (await held()) !== before)
    expect(Math.round((before - (await held())) * LAMPORTS_PER_SOL)).to.be.within(5_000, 100_000)
    const tooMuch = { ...bet, amount: '2', minPayout: '2' }
    const low = await request(url, 'POST', `/v1/markets/${id}/bets`, { body: tooMuch, wallet })
    expect(low.status, low.text).to.equal(402)
    expect(low.body.error).to.match(/^The bankroll holds 1\.99\d+ SOL, and the bet takes 2 SOL/)
    expect((await bankrollOf(url, wallet)).balances).to.deep.equal(balances)
  })

  it('are the only money that an API key bets with', async () => {
    const key = await issueKey(url, wallet, ['bet'])
    const id = await givenMarket(test, 'SOL', wallet)
    const body = { outcome: 'Yes', amount: '0.1', from: 'wallet' }
    const { headers } = key
    refused(await request(url, 'POST', `/v1/markets/${id}/bets`, { body, headers }), 400, 'from: an API key')
  })

  it('are the same for the client of the SDK', async () => {
    const client = new PredictionMarketClient(test.localnet.connection, { signer: wallet })
    await client.bankroll.deposit({ currency: 'SOL', amount: 3_000_000_000n })
    await client.bankroll.deposit({ currency: 'UTILITY', amount: 7_000_000n })
    await client.bankroll.withdraw({ currency: 'SOL', amount: 1_000_000_000n })
    const { balances } = await client.bankroll.funds(wallet.publicKey)
    expect(balances).to.deep.equal({ SOL: 2_000_000_000n, UTILITY: 7_000_000n })
    expect((await bankrollOf(url, wallet)).balances).to.deep.equal({ SOL: 2, UTILITY: 7 })
    const key = Keypair.generate().publicKey
    const amounts = { SOL: 5n, UTILITY: 6n }
    const expiresAt = BigInt(test.localnet.node.clock.now.unixSecond + 3_600)
    const named = { perBet: amounts, total: amounts, maxFee: 7n, expiresAt }
    await client.bankroll.setDelegate({ key, cosigner: LOCALNET_KEYS.cosigner.publicKey, limits: named })
    expect((await client.bankroll.get(wallet.publicKey))?.delegates[0]?.limits).to.deep.equal(named)
    expect((await bankrollOf(url, wallet)).delegates[0]).to.include({ keyId: null, key: key.toBase58() })
  })

  it('refuse amounts that are not there', async () => {
    await deposit('SOL', '1')
    const post = (path: string, currency: string, amount: string) =>
      request(url, 'POST', `/v1/bankroll/${path}`, { body: { currency, amount }, wallet })
    const tooMuch = await post('withdrawals', 'SOL', '1.000000001')
    refused(tooMuch, 402, 'amount: the bankroll holds 1 SOL, less than 1.000000001 SOL')
    expect(tooMuch.headers.get('x-error-code')).to.equal('BankrollTooLow')
    refused(await post('withdrawals', 'UTILITY', '1'), 402, 'the bankroll holds 0 UTILITY')
    refused(await post('deposits', 'SOL', '1000'), 402, 'does not hold enough SOL')
    refused(await post('deposits', 'UTILITY', '1000'), 402, 'The wallet holds 100 UTILITY')
    refused(await post('deposits', 'SOL', '0'), 400, 'amount: must be more than 0')
    refused(await post('deposits', 'UTILITY', '0.0000001'), 400, 'decimals')
    expect((await bankrollOf(url, wallet)).balances).to.deep.equal({ SOL: 1, UTILITY: 0 })
  })

  it('name an API key as a delegate, change its limits, and end it', async () => {
    await deposit('SOL', '1')
    const key = await issueKey(url, wallet, ['bet'])
    const body = limits()
    const { built, sent } = await changeDelegate(url, wallet, key.id, body)
    const { transaction: _, ...projected } = built.body
    expect(sent.body).to.deep.equal(projected)
    const delegate = {
      keyId: key.id,
      key: key.delegate,
      cosigner: LOCALNET_KEYS.cosigner.publicKey.toBase58(),
      limits: { SOL: { perBet: 100, total: 1000 }, UTILITY: { perBet: 1000, total: 10000 } },
      spent: { SOL: 0, UTILITY: 0 },
      maxFee: 0.00005,
      expiresAt: new Date(body.expiresAt).toISOString().replace('.000', ''),
    }
    expect((await bankrollOf(url, wallet)).delegates).to.deep.equal([delegate])
    const changed = await changeDelegate(url, wallet, key.id, limits({ maxFee: 0 }))
    expect(changed.sent.body.delegates[0].maxFee).to.equal(0)
    // A revoked key can still be ended on the chain.
    expect((await request(url, 'DELETE', `/v1/keys/${key.id}`, { wallet })).status).to.equal(200)
    refused(
      await request(url, 'PUT', `/v1/bankroll/delegates/${key.id}`, { body: limits(), wallet }),
      409,
      'The API key was revoked or has expired',
    )
    expect((await changeDelegate(url, wallet, key.id, undefined)).sent.body.delegates).to.deep.equal([])
    const again = await request(url, 'DELETE', `/v1/bankroll/delegates/${key.id}`, { wallet })
    refused(again, 404, 'The API key is no delegate of the bankroll')
  })

  it('have delegates with limits of one currency, and the fee that is usual', async () => {
    await deposit('UTILITY', '50')
    await deposit('SOL', '1')
    const key = await issueKey(url, wallet, ['bet'])
    const expiresAt = inSeconds(test, 86_400)
    const named = async (limits: object) =>
      (await changeDelegate(url, wallet, key.id, { limits, expiresAt })).sent.body.delegates[0]
    const { perBet, total } = { perBet: 10, total: 40 }
    const inUtility = await named({ UTILITY: { perBet, total } })
    // A fee of two signatures, on a chain where nobody pays for priority.
    expect(inUtility.maxFee).to.equal(0.00001)
    const { deposit: rent, reward } = (
      await request(
        url,
        'GET',
        `/v1/markets/${await givenMarket(test, 'UTILITY', wallet)}/quote?outcome=Yes&amount=1`,
      )
    ).body
    expect(inUtility.limits.SOL.perBet).to.equal(0)
    expect(inUtility.limits.SOL.total).to.be.closeTo(20 * (rent + reward + 0.00001), 1e-9)
    // It is enough for bets of UTILITY, of which each takes SOL.
    const market = await givenMarket(test, 'UTILITY', wallet)
    const body = { outcome: 'Yes', amount: 10 }
    const placed = await request(url, 'POST', `/v1/markets/${market}/bets`, { body, headers: key.headers })
    expect(placed.status, placed.text).to.equal(201)
    expect((await named({ SOL: { perBet, total } })).limits.UTILITY).to.deep.equal({ perBet: 0, total: 0 })
  })

  it('refuse delegates that cannot be', async () => {
    const key = await issueKey(url, wallet, ['bet'])
    const put = (body: object, id = key.id, by = wallet) =>
      request(url, 'PUT', `/v1/bankroll/delegates/${id}`, { body, wallet: by })
    const early = await put(limits())
    refused(early, 409, 'The wallet has no bankroll yet')
    expect(early.headers.get('x-error-code')).to.equal('BankrollNotOpen')
    await deposit('SOL', '1')
    const builder = await issueKey(url, wallet)
    const unscoped = await put(limits(), builder.id)
    refused(unscoped, 409, 'The API key does not have the scope bet')
    refused(await put(limits(), key.id, Keypair.generate()), 404, 'API key not found')
    refused(await put(limits({ maxFee: '0.000050001' })), 400, 'maxFee: must be at most 0.00005 SOL')
    refused(await put(limits({ expiresAt: inSeconds(test, 91 * 86_400) })), 400, 'at most 90 days from now')
    refused(await put(limits({ expiresAt: inSeconds(test, -5) })), 400, 'must not be in the past')
    refused(await put({ ...limits(), limits: {} }), 400, 'limits: must name a currency')
    for (let count = 0; count < 4; count++) {
      await changeDelegate(url, wallet, (await issueKey(url, wallet, ['bet'])).id, limits())
    }
    const fifth = await put(limits())
    refused(fifth, 409, 'at most four delegates')
    expect(fifth.headers.get('x-error-code')).to.equal('TooManyDelegates')
  })

  it('are read with the scope read and changed with the scope build', async () => {
    const [reader, builder] = [await issueKey(url, wallet, ['read']), await issueKey(url, wallet, ['build'])]
    const get = (headers: Record<string, string>) => request(url, 'GET', '/v1/bankroll', { headers })
    expect((await get(reader.headers)).status).to.equal(200)
    refused(await get(builder.headers), 403, 'The API key does not have the scope read')
    const body = { currency: 'SOL', amount: 1 }
    const post = (headers: Record<string, string>) =>
      request(url, 'POST', '/v1/bankroll/deposits', { body, headers })
    expect((await post(builder.headers)).status).to.equal(202)
    const unscoped = await post(reader.headers)
    refused(unscoped, 403, 'The API key does not have the scope build')
    expect(unscoped.headers.get('x-error-code')).to.equal('ScopeMissing')
    refused(await request(url, 'GET', '/v1/bankroll'), 401, 'Sign the request')
  })

  it('have no delegates at a gateway without a co-signing key', async () => {
    const { gateway } = await openGateway({ cosigners: [] })
    try {
      const key = await issueKey(gateway.url, wallet, ['bet'])
      const path = `/v1/bankroll/delegates/${key.id}`
      const unable = await request(gateway.url, 'PUT', path, { body: limits(), wallet })
      refused(unable, 503, 'This gateway places no bets')
      expect(unable.headers.get('x-error-code')).to.equal('OneCallBetsUnavailable')
    } finally {
      await gateway.stop()
    }
  })
})
