import { parseAmount } from '@prediction-market/sdk'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { startWorld, type World } from '../../tools/web/world.ts'
import { act, paidWallet, request } from '../helpers/gateway/harness.ts'
import { until } from '../helpers/localnet/index.ts'
import { givenMarket, openWindow, placeBet, takeBurner, textOf, type Window } from '../helpers/web/index.ts'

/** Odd enough that rounding would show. */
const STAKE = '0.123456789'

/** An ending of a market above $1,000, which is Yes: what others stake before us, and our side. */
interface Case {
  name: string
  others: Partial<Record<'Yes' | 'No', string>>
  side: 'Yes' | 'No'
  price: 'above' | 'below'
}

const CASES: readonly Case[] = [
  { name: 'won', others: { Yes: '0.7', No: '0.31' }, side: 'Yes', price: 'above' },
  { name: 'lost', others: { Yes: '0.7', No: '0.31' }, side: 'No', price: 'above' },
  { name: 'one-sided', others: { Yes: '0.7' }, side: 'Yes', price: 'above' },
  { name: 'void, with nobody on the answer', others: { Yes: '0.7' }, side: 'Yes', price: 'below' },
]

describe('web: what the page says of an ending is what the program pays', function () {
  this.timeout(300_000)
  let world: World
  let window: Window
  let page: Page
  let address: string
  const [alice, bob] = [Keypair.generate(), Keypair.generate()]

  before(async () => {
    world = await startWorld({ demo: false, seed: 'endings' })
    for (const wallet of [alice, bob]) await paidWallet(world.url, wallet, { SOL: '20' })
    window = await openWindow('/', { url: world.url })
    page = window.page
    address = await takeBurner(page)
  })

  after(async () => {
    await window?.close()
    await world?.stop()
  })

  const get = async (path: string) => (await request(world.url, 'GET', path)).body
  const lamports = (text: string) => parseAmount(text.replaceAll(',', '').replace(' SOL', ''), 9)
  const balance = async () => lamports(String((await get(`/v1/wallets/${address}/balances`)).SOL))

  async function given(question: string, seconds: number, { others }: Pick<Case, 'others'>): Promise<string> {
    const { id } = await givenMarket(world, alice, {
      question,
      seconds,
      initialStake: { outcome: 'Yes', amount: others.Yes },
    })
    if (others.No) await act(world.url, `/v1/markets/${id}/bets`, { outcome: 'No', amount: others.No }, bob)
    return id
  }

  /** What the page says that an answer pays, in lamports: the figure with all its digits is on hover. */
  async function said(answer: 'Yes' | 'No', ending: 'first' | 'last' = 'last'): Promise<bigint> {
    const row = page.getByTestId(`ending-${answer}`)[ending]()
    const figures = row.locator('[title]')
    const figure = lamports((await figures.first().getAttribute('title')) ?? '')
    // Without a payout the only figure is the loss.
    const isLoss = (await figures.count()) === 1 && (await textOf(row)).includes('−')
    return isLoss ? parseAmount(STAKE, 9) - figure : figure
  }

  /** Expects that the wallet gets what was said, and the deposit that the first bet in a market paid. */
  async function expectPaid(id: string, expected: bigint, before: bigint): Promise<void> {
    const { deposit } = await get(`/v1/markets/${id}/quote?outcome=Yes&amount=1`).catch(() => ({}))
    const rent = lamports(String(deposit ?? '0.00200448'))
    const paid = await until('the payout', async () => {
      const [position] = await get(`/v1/wallets/${address}/positions?market=${id}`)
      return position?.settled === true && (await balance()) - before
    })
    expect(paid - rent).to.equal(expected)
    await page.goto(`${world.url}/markets/${id}`)
    const own = await textOf(page.getByTestId('own-position'))
    const shown = [...own.matchAll(/(?:Paid to you|Came back to you)\s*([\d.,]+) SOL/g)]
    expect(shown.reduce((sum, [, amount = '0']) => sum + lamports(amount), 0n)).to.equal(expected)
  }

  for (const one of CASES) {
    it(one.name, async () => {
      // Given a market with stakes of others, and ours.
      const target = one.price === 'above' ? '$1,000' : '$90,000'
      const id = await given(`Will ETH be above ${target}?`, 120, one)
      await page.goto(`${world.url}/markets/${id}`)
      await placeBet(page, one.side, STAKE)
      await page.getByTestId('ending-Yes').waitFor()
      const expected = await said(one.price === 'above' ? 'Yes' : 'No')
      const before = await until('the stake to leave', async () => {
        const now = await balance()
        return now < lamports('9.9') + BigInt(CASES.indexOf(one)) * 1_000_000_000n && now
      })

      // When it is decided, then we get exactly what the page said.
      const { expireAt } = await get(`/v1/markets/${id}`)
      await world.localnet.node.cheats.timeTravel(Date.parse(expireAt) / 1_000)
      await expectPaid(id, expected, before)
    })
  }

  const setPrice = (price: number) =>
    request(world.url, 'POST', '/v1/localnet/prices', { body: { feed: 'SOL/USD', price } })

  it('unmatched: of a losing side that is too heavy, a part comes back', async () => {
    // Given an up-or-down market with little on Up and much on Down, and ours on Down.
    await setPrice(150)
    const { node } = world.localnet
    const referenceAt = node.clock.now.unixSecond + 120
    const iso = (second: number) => new Date(second * 1_000).toISOString()
    const body = {
      question: 'Will SOL go up?',
      outcomes: ['Yes', 'No'],
      expireAt: iso(referenceAt + 60),
      currency: 'SOL',
      condition: { type: 'change', feed: 'SOL/USD', comparison: 'above', referenceAt: iso(referenceAt) },
      initialStake: { outcome: 'Yes', amount: '0.05' },
    }
    const { id } = (await act(world.url, '/v1/markets', body, alice)).built.body
    await act(world.url, `/v1/markets/${id}/bets`, { outcome: 'No', amount: '0.7' }, bob)
    const funds = await balance()
    await page.goto(`${world.url}/markets/${id}`)
    await placeBet(page, 'Down', STAKE)
    await page.getByTestId('ending-Yes').waitFor()

    // Then the page says that our share of what finds no opponent comes back: 0.05 × 1.25 of Down can be lost.
    const [stake, down] = [parseAmount(STAKE, 9), parseAmount('0.7', 9) + parseAmount(STAKE, 9)]
    const expected = await said('Yes')
    expect(expected).to.equal((stake * (down - parseAmount('0.0625', 9))) / down)
    const before = await until('the stake to leave', async () => {
      const now = await balance()
      return now <= funds - stake && now
    })

    // When the price rises, then exactly that comes back.
    await node.cheats.timeTravel(referenceAt)
    await until('the first price', async () => (await get(`/v1/markets/${id}`)).condition.reference)
    await setPrice(1_000)
    await node.cheats.timeTravel(referenceAt + 60)
    await expectPaid(id, expected, before)
  })

  it('late', async () => {
    await setPrice(150)
    const id = await given('Will SOL reach $900?', 3_200, { others: { Yes: '0.7', No: '0.31' } })
    const { bettingPeriodSeconds } = await get(`/v1/markets/${id}`)
    const { node } = world.localnet
    await node.cheats.timeTravel(node.clock.now.unixSecond + 3 * bettingPeriodSeconds)
    await setPrice(150)
    await page.goto(`${world.url}/markets/${id}`)
    await placeBet(page, 'Yes', STAKE)
    await page.getByTestId('ending-Yes').nth(1).waitFor()
    const expected = await said('Yes', 'first')
    expect(expected).to.equal(parseAmount(STAKE, 9))
    expect((await said('Yes', 'last')) > expected).to.equal(true)
    const before = await balance()
    await setPrice(1_000)
    await expectPaid(id, expected, before)
  })
})
