import { PredictionMarketClient } from '@prediction-market/sdk'
import { burnAuctionBuy } from '@prediction-market/sdk/instructions'
import { burnPrice, PRICE_BITS } from '@prediction-market/sdk/rules'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { MarketplaceEvent } from '../../app/src/gateway/stream/schemas.ts'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import {
  act,
  paidWallet,
  refused,
  request,
  sharedGateway,
  sign,
  type TestGateway,
} from '../helpers/gateway/harness.ts'
import { SseClient } from '../helpers/gateway/sse-client.ts'
import { fillFeeVault, until } from '../helpers/localnet/index.ts'

const SOL = 1_000_000_000n

describe('gateway: the burn auction', () => {
  let test: TestGateway
  let url: string
  let client: PredictionMarketClient
  let buyer: Keypair

  before(async () => {
    test = await sharedGateway()
    url = test.gateway.url
    client = new PredictionMarketClient(test.localnet.connection)
    buyer = await paidWallet(url, Keypair.generate(), { SOL: '1', UTILITY: '100000' })
    await fillFeeVault(test.localnet, 3n * SOL)
  })

  const burns = async (query = '') => {
    const answer = await request(url, 'GET', `/v1/burns${query}`)
    expect(answer.status, answer.text).to.equal(200)
    return answer
  }
  const buy = (body: unknown, wallet = buyer) => request(url, 'POST', '/v1/burns', { body, wallet })

  it('shows what was burned, what is for sale, and the price', async () => {
    const vault = await client.burns.vault()
    const body = await until('the gateway to see the vault', async () => {
      const answer = await burns()
      return answer.body.reserved.amount === Number(vault.forSale) / 1e9 && answer.body
    })
    const { burned, reserved, price, auction, mintAuthority } = body
    expect(reserved.label).to.equal(`${reserved.amount} SOL`)
    expect(burned.label).to.equal(`${burned.amount} UTILITY`)
    expect(burned.amount).to.be.closeTo(burned.byAuction + burned.byMarkets, 1e-6)
    expect(burned.byAuction).to.equal(Number(vault.burned) / 1e6)
    const slot = BigInt(await client.connection.getSlot('processed'))
    const now = Number(burnPrice(vault, slot).value >> PRICE_BITS) / 1e6
    // The price falls from slot to slot, so it is at least what it will be.
    expect(price >= now).to.equal(true)
    expect(price <= Number(vault.price.value >> PRICE_BITS) / 1e6 + 1e-6).to.equal(true)
    const { slot: pricedIn, start, slotMilliseconds, ...settings } = auction
    expect(slotMilliseconds).to.satisfy((ms: number | null) => ms === null || (ms > 50 && ms < 5_000))
    // Anyone can compute the price of a slot: the start is rounded up to a base unit, so it is not less.
    const units = (value: bigint) => Number((value + (1n << PRICE_BITS) - 1n) >> PRICE_BITS) / 1e6
    expect(price).to.equal(units(burnPrice(vault, BigInt(pricedIn)).value))
    expect(start).to.deep.equal({
      slot: Number(vault.pricedAt),
      price: units(vault.price.value),
      floor: units(vault.price.floor),
    })
    expect(settings).to.deep.equal({
      smallestPurchase: 0.01,
      largestPurchase: 1,
      smallestLot: 1,
      halfLifeSlots: 150,
    })
    // UTILITY of the localnet can be minted, and both routes say so (attack 46).
    const admin = LOCALNET_KEYS.admin.publicKey.toBase58()
    expect(mintAuthority).to.equal(admin)
    const config = await request(url, 'GET', '/v1/config')
    expect(config.body.mintAuthority).to.equal(admin)
  })

  it('builds a purchase, and answers with it once it is confirmed', async () => {
    const stream = await new SseClient(url).open()
    const before = await client.burns.vault()
    const wallet = buyer.publicKey.toBase58()
    const { built, sent } = await act(url, '/v1/burns', { sol: 0.5, maxTokens: '2000' }, buyer)
    expect(built.body).to.deep.include({ wallet, sol: 0.5, transactionId: null })
    expect(built.body.message).to.match(/^Purchase prepared: 0\.5 SOL for [\d.]+ UTILITY/)
    expect(built.body.transaction.signers).to.deep.equal([wallet])
    const { tokens, price, transactionId, message } = sent.body
    expect(sent.body).to.deep.include({ wallet, sol: 0.5 })
    expect(tokens <= built.body.tokens).to.equal(true)
    expect(message).to.equal(`Bought 0.5 SOL: ${tokens} UTILITY burned`)

    // Then the next read has it, as the vault does.
    const after = await client.burns.vault()
    expect(after.burned - before.burned).to.equal(BigInt(Math.round(tokens * 1e6)))
    const { reserved, burned, auction } = (await burns()).body
    // Half a lot was bought, so the floor is half way to an eighth of the price after the purchase.
    expect(auction.start.slot).to.equal(Number(after.pricedAt))
    const floor = Number(burnPrice(before, after.pricedAt).floor) / 2 ** Number(PRICE_BITS) / 1e6
    expect(auction.start.floor).to.be.closeTo((floor + auction.start.price / 8) / 2, 2e-6)
    expect(reserved.amount).to.equal(Number(before.forSale - SOL / 2n) / 1e9)
    expect(burned.byAuction).to.equal(Number(after.burned) / 1e6)

    // And so has the list, and the stream.
    const listed = await until('the purchase in the list', async () => {
      const { purchases } = (await burns('?limit=1')).body
      return purchases[0]?.transactionId === transactionId && purchases[0]
    })
    expect(listed).to.deep.include({ wallet, sol: 0.5, tokens, price })
    const event = await until('the event', () => stream.events.find(({ event }) => event === 'burn'))
    expect(MarketplaceEvent.parse(event.data)).to.deep.include({
      id: listed.id,
      type: 'burn',
      wallet,
      sol: 0.5,
      tokens,
      price,
      transactionId,
    })
    stream.close()
  })

  it('lists purchases page by page, newest first', async () => {
    const ids: string[] = []
    for (const sol of ['0.01', '0.02', '0.03']) {
      const { sent } = await act(url, '/v1/burns', { sol }, buyer)
      ids.unshift(sent.body.transactionId)
    }
    type Listed = { transactionId: string }
    await until('the last purchase', async () => (await burns()).body.purchases[0].transactionId === ids[0])
    const first = await burns('?limit=2')
    const second = await burns(`?limit=1&cursor=${first.headers.get('x-next-cursor')}`)
    const found = [...first.body.purchases, ...second.body.purchases]
    expect(found.map(({ transactionId }: Listed) => transactionId)).to.deep.equal(ids)
    expect(first.headers.get('link')).to.match(/^<\/v1\/burns\?limit=2&cursor=.+>; rel="next"$/)
    expect((await burns('?limit=1&offset=2')).body.purchases).to.deep.equal(second.body.purchases)
    refused(await request(url, 'GET', '/v1/burns?cursor=abc'), 400, 'cursor: is not a cursor of this list')
  })

  it('takes several purchases in one transaction, and answers with their sum', async () => {
    const vault = await client.burns.vault()
    const { utilityMint: mint } = test.localnet.program
    const one = (lamports: bigint) =>
      burnAuctionBuy({ buyer: buyer.publicKey, lamports, maxTokens: 10n ** 10n, mint })
    const { transaction } = await client.prepare([one(SOL / 100n), one(SOL / 50n)], {
      payer: buyer.publicKey,
    })
    transaction.sign([buyer])
    const signedTransaction = Buffer.from(transaction.serialize()).toString('base64')
    const sent = await request(url, 'POST', '/v1/transactions', { body: { signedTransaction } })
    expect(sent.status, sent.text).to.equal(201)
    const after = await client.burns.vault()
    expect(sent.body.sol).to.equal(0.03)
    expect(Math.round(sent.body.tokens * 1e6)).to.equal(Number(after.burned - vault.burned))
  })

  it('refuses what the auction does not sell, and what costs too much', async () => {
    const expectCode = (answer: { headers: Headers }, code: string) => {
      expect(answer.headers.get('x-error-code')).to.equal(code)
    }
    const vault = await client.burns.vault()
    for (const sol of [1.000000001, 0.009, 1_000]) {
      const answer = await buy({ sol })
      refused(answer, 409, /^sol: must be from 0\.01 to 1, of the [\d.]+ SOL for sale$/)
      expectCode(answer, 'PurchaseOutOfRange')
    }
    const dear = await buy({ sol: 0.5, maxTokens: 0.000001 })
    refused(dear, 409, /^maxTokens: 0\.5 SOL cost [\d.]+ UTILITY now$/)
    expectCode(dear, 'PurchaseTooExpensive')
    const poor = await paidWallet(url, Keypair.generate(), { SOL: '1' })
    refused(
      await buy({ sol: 0.5 }, poor),
      402,
      /^The wallet holds 0 UTILITY, and the purchase costs [\d.]+ UTILITY/,
    )
    refused(await buy({ sol: '0.0000000001' }), 400, 'sol: must have at most 9 decimals')
    refused(await buy({ sol: 0.5, maxTokens: '1.0000001' }), 400, 'maxTokens: must have at most 6 decimals')
    refused(await buy({ sol: -1 }), 400, 'sol: must not be negative')
    refused(await buy({}), 400, 'sol: is missing')
    refused(await buy({ sol: 0.5, tokens: 1 }), 400, 'tokens')
    const unsigned = await request(url, 'POST', '/v1/burns', { body: { sol: 0.5 } })
    expect(unsigned.status).to.equal(401)
    // Nothing was sold.
    expect((await client.burns.vault()).sold).to.equal(vault.sold)
  })

  it('refuses a signed purchase once others have raised the price above its limit', async () => {
    // Given a purchase that was built at the price of the moment, and another that comes first.
    await fillFeeVault(test.localnet, 2n * SOL)
    const built = await buy({ sol: 0.5 })
    expect(built.status, built.text).to.equal(202)
    await act(url, '/v1/burns', { sol: 1 }, buyer)
    const signedTransaction = sign(built.body.transaction.base64, buyer)
    const sent = await request(url, 'POST', '/v1/transactions', { body: { signedTransaction } })
    expect(sent.status, sent.text).to.equal(409)
    expect(sent.headers.get('x-error-code')).to.equal('PurchaseTooExpensive')
  })

  it('counts the vault and its auction in the metrics', async () => {
    const vault = await client.burns.vault()
    const text = await until('the figures of the vault', async () => {
      const metrics = await (await fetch(`${url}/metrics`)).text()
      return metrics.includes(`gateway_burn_reserved_lamports ${vault.forSale}\n`) && metrics
    })
    const read = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
    expect(read('gateway_burn_sold_lamports')).to.equal(Number(vault.sold))
    expect(read('gateway_burn_tokens')).to.be.closeTo(Number(vault.burned) / 1e6, 1e-6)
    expect(read('gateway_burn_last_slot')).to.equal(Number(vault.last?.slot))
    expect(read('gateway_utility_mintable')).to.equal(1)
    const highest = Number(vault.price.value >> PRICE_BITS) / 1e6
    expect(read('gateway_burn_price'))
      .to.be.greaterThan(0)
      .and.most(highest + 1e-6)
  })
})
