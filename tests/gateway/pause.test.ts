import { PredictionMarketClient } from '@prediction-market/sdk'
import { Keypair, sendAndConfirmTransaction, Transaction } from '@solana/web3.js'
import { expect } from 'chai'
import { planCommand } from '../../app/src/admin/plan.ts'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { startLocalnet } from '../../app/src/localnet/localnet.ts'
import { givenMarket } from '../helpers/gateway/bankroll.ts'
import { openGateway, paidWallet, request, type TestGateway } from '../helpers/gateway/harness.ts'
import { closeConnection, openConnection, travelTo, until } from '../helpers/localnet/index.ts'

describe('gateway: a pause', () => {
  const wallet = Keypair.generate()
  let test: TestGateway
  let client: PredictionMarketClient

  before(async () => {
    // Not the shared one: nobody else could bet meanwhile.
    const localnet = await startLocalnet({ rpcPort: 0, demo: false, attestors: false })
    const connection = openConnection(localnet.node)
    const { gateway } = await openGateway({ nodes: [localnet.node], localnet, prices: localnet.prices })
    test = { gateway, localnet: Object.assign(localnet, { connection }) }
    client = new PredictionMarketClient(connection)
    await paidWallet(gateway.url, wallet, { SOL: '20' })
  })

  after(async () => {
    await test.gateway.stop()
    await closeConnection(test.localnet.connection)
    await test.localnet.stop()
  })

  async function admin(command: 'pause' | 'unpause'): Promise<void> {
    const { instruction } = await planCommand(client, command, [])
    const transaction = new Transaction().add(instruction)
    await sendAndConfirmTransaction(client.connection, transaction, [LOCALNET_KEYS.admin])
  }

  it('is told before anyone signs a bet, and until bets open again', async () => {
    // Given a market that takes bets.
    const { url } = test.gateway
    const id = await givenMarket(test, 'SOL', wallet)
    const isTaking = async (): Promise<boolean> =>
      (await request(url, 'GET', `/v1/markets/${id}`)).body.acceptingBets
    const isLive = async (): Promise<boolean> =>
      (await request(url, 'GET', `/v1/live?market=${id}`)).body[0].acceptingBets
    const bet = () =>
      request(url, 'POST', `/v1/markets/${id}/bets`, { body: { outcome: 'Yes', amount: '1' }, wallet })
    const quote = () => request(url, 'GET', `/v1/markets/${id}/quote?outcome=Yes&amount=1`)
    const refusals = async () =>
      Promise.all([bet(), quote()].map(async (answer) => (await answer).headers.get('x-error-code')))
    expect([await isTaking(), await isLive()]).to.deep.equal([true, true])

    // When everything is paused, then nothing is offered.
    await admin('pause')
    await until('the pause to be known', async () => !(await isTaking()))
    expect(await isLive()).to.equal(false)
    expect(await refusals()).to.deep.equal(['Paused', 'Paused'])
    const action = await request(url, 'GET', `/actions/markets/${id}`)
    expect(action.body).to.deep.include({
      disabled: true,
      error: { message: 'New bets are paused; decisions and payouts are not' },
    })

    // And not either in the minute after it.
    await admin('unpause')
    await until('its end to be known', async () =>
      (await refusals()).every((name) => name === 'BetsNotOpenYet'),
    )
    expect([await isTaking(), await isLive()]).to.deep.equal([false, false])
    const { betsOpenAt } = (await request(url, 'GET', '/v1/config')).body
    expect((await quote()).body.error).to.contain(
      `from ${betsOpenAt} on, a minute after a pause or a lower min`,
    )

    // Then bets are taken from the second on that it says.
    await travelTo(test.localnet, Date.parse(betsOpenAt) / 1_000)
    await until('bets to open', isTaking)
    expect(await isLive()).to.equal(true)
    const taken = await quote()
    expect(taken.status, taken.text).to.equal(200)
  })
})
