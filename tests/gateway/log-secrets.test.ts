import { Keypair } from '@solana/web3.js'
import bs58 from 'bs58'
import { expect } from 'chai'
import pino from 'pino'
import { startKeeper } from '../../app/src/keeper/keeper.ts'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { givenBettor, givenMarket, issueKey } from '../helpers/gateway/bankroll.ts'
import { openGateway, paidWallet, request, type TestGateway } from '../helpers/gateway/harness.ts'

/** Every form in which a key could be written, whole or only its secret half. */
function formsOf({ secretKey }: Keypair): string[] {
  return [secretKey, secretKey.subarray(0, 32)].flatMap((bytes) => {
    const buffer = Buffer.from(bytes)
    return [bs58.encode(bytes), buffer.toString('hex'), buffer.toString('base64'), [...bytes].join(',')]
  })
}

describe('the logs of gateway and keeper', () => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  let test: TestGateway

  before(async () => {
    test = await openGateway({ log, cosigners: [LOCALNET_KEYS.cosigner] })
  })

  after(() => test.gateway.stop())

  it('contain no key, whatever is asked', async () => {
    // Given wallets, API keys, and a keeper that writes everything down.
    const { url, chain } = test.gateway
    const { node, prices, attestorUrls } = test.localnet
    const keeper = await startKeeper({
      nodes: [node],
      prices,
      unsignedPrices: prices,
      attestorUrls,
      payers: LOCALNET_KEYS.keepers,
      chain,
      log,
    })
    const creator = await paidWallet(url, Keypair.generate(), { SOL: '50', UTILITY: '500' })
    const market = await givenMarket(test, 'SOL', creator)
    const { wallet, key } = await givenBettor(test)
    const other = await issueKey(url, wallet)

    // When they are used well and badly: a bet, a refusal, a broken body, a wrong place, a key that is cut off.
    const path = `/v1/markets/${market}/bets`
    const bet = await request(url, 'POST', path, {
      body: { outcome: 'Yes', amount: 1 },
      headers: key.headers,
    })
    expect(bet.status, bet.text).to.equal(201)
    const attempts = [
      request(url, 'POST', path, { body: { outcome: 'Yes', amount: 99_999 }, headers: key.headers }),
      request(url, 'POST', path, { body: '{', headers: key.headers }),
      request(url, 'POST', path, { body: { outcome: 'No', amount: 1 }, headers: other.headers }),
      request(url, 'GET', '/v1/keys', { headers: key.headers }),
      request(url, 'GET', '/v1/keys', { headers: { authorization: `Bearer ${key.key.slice(0, -1)}` } }),
    ]
    for (const { status } of await Promise.all(attempts)) expect(status).to.be.above(199)
    await keeper.stop()

    // Then no line has a secret in any form.
    const written = lines.join('')
    expect(lines.length).to.be.above(5)
    expect(written).to.contain(path)
    const keys = [...Object.values(LOCALNET_KEYS).flat(), creator, wallet]
    const secrets = [...keys.flatMap(formsOf), key.key, key.key.slice(0, -1), other.key]
    expect(secrets.filter((secret) => written.includes(secret))).to.deep.equal([])
  })
})
