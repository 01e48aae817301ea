import { expect } from 'chai'
import { request } from '../helpers/gateway/harness.ts'
import { closeConnection, fillFeeVault, openConnection, until } from '../helpers/localnet/index.ts'
import { openWindow, sharedStage, takeBurner, textOf, type Window } from '../helpers/web/index.ts'

const SOL = 1_000_000_000n

describe('web: burns', () => {
  const windows: Window[] = []
  let url: string

  before(async () => {
    const stage = await sharedStage()
    url = stage.url
    const { node } = stage.world.localnet
    const connection = openConnection(node)
    const { forSale } = await fillFeeVault({ connection, node }, 3n * SOL)
    await closeConnection(connection)
    await until('the gateway to see the vault', async () => {
      const { reserved } = (await request(url, 'GET', '/v1/burns')).body
      return reserved.amount >= Number(forSale) / 1e9
    })
  })

  afterEach(async () => {
    const problems = windows.flatMap((window) => window.problems)
    for (const window of windows.splice(0)) await window.close()
    expect(problems).to.deep.equal([])
  })

  async function open() {
    const window = await openWindow('/burns')
    windows.push(window)
    return window.page
  }

  const numberIn = (text: string) => Number(/[\d,.]+/.exec(text)?.[0].replaceAll(',', ''))

  it('shows a price that falls, quotes as you type, and sells; another window sees the purchase', async () => {
    const page = await open()
    const address = await takeBurner(page)
    const second = await open()
    const price = async () => numberIn(await textOf(page.getByTestId('burn-price')))
    const first = await price()
    await until('the price to fall', async () => (await price()) < first)

    // When someone types an amount, then the page quotes it, and again as the price falls.
    await page.getByLabel(/^You get/).fill('0.25')
    const quote = async () => numberIn(await textOf(page.getByTestId('burn-quote').locator('b')))
    const quoted = await quote()
    expect(quoted).to.be.at.most(first / 4)
    await until('the quote to fall', async () => (await quote()) < quoted)

    // When they buy, then both windows list it, and the UTILITY is gone.
    const before = (await request(url, 'GET', '/v1/burns')).body
    await page.getByRole('button', { name: 'Buy 0.25 SOL' }).click()
    const notice = await textOf(page.locator('.notice.good').filter({ hasText: 'Bought 0.25 SOL' }))
    const [, burned = ''] = /Bought 0\.25 SOL: ([\d.]+) UTILITY burned/.exec(notice) ?? expect.fail(notice)
    expect(Number(burned)).to.be.at.most(quoted * 1.05)
    const row = { hasText: `${address.slice(0, 4)}…${address.slice(-4)}` }
    for (const one of [page, second]) {
      await one.getByRole('row').filter(row).filter({ hasText: '0.25' }).waitFor()
    }
    const left = (Number(before.reserved.amount) - 0.25).toFixed(9).replace(/\.?0+$/, '')
    await page
      .getByTestId('reserved')
      .filter({ hasText: `${left} SOL` })
      .waitFor()
    const { body } = await request(url, 'GET', `/v1/wallets/${address}/balances`)
    expect(body.UTILITY).to.be.closeTo(1_000 - Number(burned), 1e-6)
  })

  it('refuses what the auction does not sell, with what would be right', async () => {
    const page = await open()
    await takeBurner(page)
    const error = page.getByRole('alert').filter({ hasText: /\S/ })
    const cases: [typed: string, message: RegExp][] = [
      ['some', /Must be a plain decimal number, such as 1\.5/],
      ['0.001', /The smallest purchase is 0\.01 SOL/],
      ['50', /The largest purchase at once is 1 SOL/],
    ]
    for (const [typed, message] of cases) {
      await page.getByLabel(/^You get/).fill(typed)
      await error.filter({ hasText: message }).waitFor()
      expect(await page.getByRole('button', { name: 'Buy' }).isDisabled(), typed).to.equal(true)
    }
  })
})
