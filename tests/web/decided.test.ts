import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { startWorld, type World } from '../../tools/web/world.ts'
import { paidWallet } from '../helpers/gateway/harness.ts'
import { until } from '../helpers/localnet/index.ts'
import { givenMarket, openWindow, textOf } from '../helpers/web/index.ts'

describe('web: a decided market without bets', () => {
  let world: World

  before(async () => {
    world = await startWorld({ demo: false, seed: 'decided' })
  })

  after(() => world?.stop())

  it('invites nobody to bet, shows exact figures, and fits its chart into the page', async () => {
    // Given a market that nobody bets on, and that is decided.
    const { url, localnet } = world
    const creator = await paidWallet(url, Keypair.generate(), { SOL: '5' })
    const { id, expiry } = await givenMarket(world, creator, {
      question: 'Will ETH be above $1,000?',
      seconds: 60,
    })
    const viewport = { width: 390, height: 844 }
    const { page, problems, close } = await openWindow(`/markets/${id}`, { url, viewport })
    await localnet.node.cheats.timeTravel(expiry)

    // Then its page says so.
    await page.getByTestId('decision').filter({ hasText: 'Void' }).waitFor()
    await page.getByText('Nobody has bet on it.').waitFor()
    await page.getByText(/^Observed \$3,\d{3}/).waitFor()

    // A chart that appears after the page is as wide as its frame.
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/proof', async (route) => {
      await held
      await route.continue()
    })
    await page.reload()
    await page.getByText('There were no odds').waitFor()
    release()
    await page.locator('figure.chart svg').waitFor()
    const fits = `(() => {
      const rightOf = (element) => element.getBoundingClientRect().right
      const labels = [...document.querySelectorAll('figure.chart svg text')].map(rightOf)
      const frame = rightOf(document.querySelector('figure.chart'))
      return labels.length > 3 && Math.max(...labels) <= frame + 1
    })()`
    await until('the chart to fit', () => page.evaluate<boolean>(fits))

    // And its frame has the result, and no odds.
    await page.goto(`${url}/embed/markets/${id}`)
    expect(await textOf(page.getByRole('article'))).to.contain('every stake')
    expect(await page.getByTestId('odds-yes').count()).to.equal(0)
    await close()
    expect(problems).to.deep.equal([])
  })
})
