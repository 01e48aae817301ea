import { PredictionMarketClient } from '@prediction-market/sdk'
import { findFeed } from '@prediction-market/sdk/feeds'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { startWorld, type World } from '../../tools/web/world.ts'
import { paidWallet } from '../helpers/gateway/harness.ts'
import { closeConnection, openConnection, until } from '../helpers/localnet/index.ts'
import { givenMarket, openWindow, placeBet, shownBalance, takeBurner, textOf } from '../helpers/web/index.ts'

const ETH = findFeed('ETH')?.id ?? expect.fail()

describe('web: claims', () => {
  let world: World
  let client: PredictionMarketClient

  before(async () => {
    world = await startWorld({ demo: false, seed: 'claims', keeper: false })
    const { node } = world.localnet
    client = new PredictionMarketClient(openConnection(node), { signer: node.payer })
  })

  after(async () => {
    if (client) await closeConnection(client.connection)
    await world?.stop()
  })

  it('pay the winner where no keeper does', async () => {
    // Given a market with a stake on No, and one of ours on Yes.
    const { url, localnet } = world
    const bob = await paidWallet(url, Keypair.generate(), { SOL: '5' })
    const { id, expiry } = await givenMarket(world, bob, {
      question: 'Will ETH be above $1,000?',
      seconds: 60,
      initialStake: { outcome: 'No', amount: '1' },
    })
    const window = await openWindow(`/markets/${id}`, { url })
    const { page } = window
    await takeBurner(page)
    await placeBet(page, 'Yes', '1')

    // When somebody decides it, and nobody pays.
    await localnet.node.cheats.timeTravel(expiry)
    const update = await until('the price at expiry', async () => {
      const latest = await localnet.prices.latest(ETH)
      return latest.publishTime >= expiry && latest
    })
    await client.decisions.resolve({ market: id, price: await localnet.prices.post(update) })
    await page.getByTestId('decision').filter({ hasText: 'Yes won' }).waitFor()
    const own = page.getByTestId('own-position')
    await own.filter({ hasText: 'To be paid to you' }).waitFor()
    const before = await shownBalance(page)

    // Then the wallet page offers to claim it, too.
    await page.getByRole('link', { name: /Your wallet/ }).click()
    await page.getByRole('row').filter({ hasText: 'being paid' }).waitFor()
    await page.getByRole('button', { name: 'Claim it now' }).waitFor()
    await page.goBack()

    // When we claim, we get 1 + 90 % of 1.
    await page.getByRole('button', { name: 'Claim it now' }).click()
    await own.filter({ hasText: /Paid to you/ }).waitFor()
    expect(await textOf(own)).to.match(/Paid to you\s*1\.9 SOL/)
    await until('the balance to grow', async () => (await shownBalance(page)) > before + 1.89)
    await page.goto(`${url}/wallet`)
    const row = page.getByRole('row').filter({ hasText: '1.9 SOL' })
    await row.getByText('History').click()
    await row.getByText('Was paid 1.9 SOL', { exact: true }).waitFor()
    await row.getByText('Bet 1 SOL on Yes', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Claim it now' }).count()).to.equal(0)
    await window.close()
    expect(window.problems).to.deep.equal([])
  })
})
