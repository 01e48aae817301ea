import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { PredictionMarketClient } from '@prediction-market/sdk'
import { marketAddressOf } from '@prediction-market/sdk/accounts'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { act, inSeconds, paidWallet, request, sharedGateway } from '../helpers/gateway/harness.ts'
import { until } from '../helpers/localnet/index.ts'

const { randomInt } = crypto

/** Replaces the function that nonces are drawn with. */
function drawWith(draw: (most: number) => number): void {
  crypto.randomInt = draw as typeof randomInt
  syncBuiltinESMExports()
}

describe('gateway: nonces of markets', () => {
  afterEach(() => drawWith(randomInt))

  it('are drawn again if another market of the creator has the same', async () => {
    // Given a market.
    const test = await sharedGateway()
    const { gateway, localnet } = test
    const wallet = Keypair.generate()
    await paidWallet(gateway.url, wallet, { SOL: '20' })
    const body = {
      question: 'Will SOL be above $100?',
      outcomes: ['Yes', 'No'],
      expireAt: inSeconds(test, 3_600),
      currency: 'SOL',
    }
    const { built } = await act(gateway.url, '/v1/markets', body, wallet)
    const market = await new PredictionMarketClient(localnet.connection).markets.get(
      marketAddressOf(built.body.id),
    )
    const { nonce } = market ?? expect.fail('no market')

    // When its nonce is drawn for another one: at the first draw, if the gateway's clock shows the same second.
    let draws = 0
    drawWith((most) => {
      draws += 1
      return draws === 1 ? Number(nonce) - 1_000 * localnet.node.clock.now.unixSecond : randomInt(most)
    })

    // Then the second draw counts.
    await until('the same nonce', async () => {
      draws = 0
      const answer = await request(gateway.url, 'POST', '/v1/markets', { body, wallet })
      expect(answer.status, answer.text).to.equal(202)
      expect(answer.body.id).to.not.equal(built.body.id)
      return draws === 2
    })
  })
})
