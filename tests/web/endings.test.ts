import { type CurrencyId, parseAmount } from '@prediction-market/sdk'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import type { Locator, Page } from 'playwright-core'
import { roundQuestion } from '../../app/src/keeper/rounds/series.ts'
import { startWorld, type World } from '../../tools/web/world.ts'
import { act, paidWallet, request } from '../helpers/gateway/harness.ts'
import { until } from '../helpers/localnet/index.ts'
import { givenMarket, openWindow, placeBet, takeBurner, textOf, type Window } from '../helpers/web/index.ts'

/** What a currency plays with. Our stake is odd enough that rounding would show. */
const PLAYS = {
  SOL: { decimals: 9, stake: '0.123456789', yes: '0.7', no: '0.31', little: '0.05', sample: '0.1' },
  UTILITY: { decimals: 6, stake: '12.345679', yes: '70', no: '31', little: '5', sample: '10' },
} as const satisfies Record<CurrencyId, object>

/** An ending of a market above $1,000, which is Yes: the sides that others stake on before us, and ours. */
interface Case {
  name: string
  others: readonly ('Yes' | 'No')[]
  side: 'Yes' | 'No'
  price: 'above' | 'below'
}

const CASES: readonly Case[] = [
  { name: 'won', others: ['Yes', 'No'], side: 'Yes', price: 'above' },
  { name: 'lost', others: ['Yes', 'No'], side: 'No', price: 'above' },
  { name: 'one-sided', others: ['Yes'], side: 'Yes', price: 'above' },
  { name: 'void, with nobody on the answer', others: ['Yes'], side: 'Yes', price: 'below' },
]

describe('web: what the page says of an ending is what the program pays', () => {
  let world: World
  const [alice, bob] = [Keypair.generate(), Keypair.generate()]

  before(async () => {
    world = await startWorld({ demo: false, seed: 'endings' })
    for (const wallet of [alice, bob]) await paidWallet(world.url, wallet, { SOL: '20', UTILITY: '2000' })
  })

  after(() => world?.stop())

  const get = async (path: string) => (await request(world.url, 'GET', path)).body
  const setPrice = (price: number) =>
    request(world.url, 'POST', '/v1/localnet/prices', { body: { feed: 'SOL/USD', price } })

  for (const currency of ['SOL', 'UTILITY'] as const) {
    describe(`in ${currency}`, () => {
      const { decimals, stake: STAKE, yes, no, little, sample } = PLAYS[currency]
      let window: Window
      let page: Page
      let address: string

      before(async () => {
        window = await openWindow('/', { url: world.url })
        page = window.page
        address = await takeBurner(page)
      })

      after(() => window?.close())

      const units = (text: string) => parseAmount(text.replace(/,| SOL| UTILITY/g, ''), decimals)
      const stake = units(STAKE)
      const balanceIn = async (one: CurrencyId) => {
        const balances = await get(`/v1/wallets/${address}/balances`)
        return parseAmount(String(balances[one]), PLAYS[one].decimals)
      }

      /** The amount in an element: with all its digits on hover, or in its text where that has them. */
      const unitsOf = async (one: Locator) => units((await one.getAttribute('title')) ?? (await textOf(one)))

      async function given(question: string, seconds: number, others: readonly string[]): Promise<string> {
        const initialStake = { outcome: 'Yes', amount: yes }
        const { id } = await givenMarket(world, alice, { question, seconds, currency, initialStake })
        if (others.includes('No')) {
          await act(world.url, `/v1/markets/${id}/bets`, { outcome: 'No', amount: no }, bob)
        }
        return id
      }

      /** Places our bet, and returns both balances once it has left them. */
      async function bet(side: 'Yes' | 'No' | 'Down'): Promise<Record<CurrencyId, bigint>> {
        const funds = await balanceIn(currency)
        await placeBet(page, side, STAKE)
        await until('the stake to leave', async () => (await balanceIn(currency)) <= funds - stake)
        return { SOL: await balanceIn('SOL'), UTILITY: await balanceIn('UTILITY') }
      }

      /** What the position says that an answer pays: the figure with all its digits is on hover. */
      async function said(answer: 'Yes' | 'No', ending: 'first' | 'last' = 'last'): Promise<bigint> {
        const row = page.getByTestId(`ending-${answer}`)[ending]()
        const figures = row.locator('[title]')
        const figure = await unitsOf(figures.first())
        // Without a payout the only figure is the loss.
        const isLoss = (await figures.count()) === 1 && (await textOf(row)).includes('−')
        return isLoss ? stake - figure : figure
      }

      /** Expects that the card says what the gateway quotes for its sample stake, rounded down to what it shows. */
      async function expectOnCard(id: string, side: 'Yes' | 'No'): Promise<void> {
        await page.goto(world.url)
        const link = page.locator(`a.side-link[href^="/markets/${id}?side=${side}"]`)
        await link.filter({ hasText: `${sample} → ` }).waitFor()
        const { payout } = await get(`/v1/markets/${id}/quote?outcome=${side}&amount=${sample}`)
        const [, shown = ''] = /→ ([\d.,]+)/.exec(await textOf(link)) ?? []
        const step = 10n ** BigInt(decimals - (Number(payout) < 10 ? 3 : 1))
        expect(units(shown)).to.equal(units(String(payout)) - (units(String(payout)) % step))
      }

      /** What the ticket says that an answer pays for our stake on a side. */
      async function ticketSays(
        answer: 'Yes' | 'No',
        side: 'Yes' | 'No',
        name: string = side,
      ): Promise<bigint> {
        await page.getByRole('radio', { name }).check({ force: true })
        await page.getByLabel(/^Stake/).fill(STAKE)
        await page.getByTestId('payout').waitFor()
        const quote = page.getByTestId('quote')
        if (answer === side) return unitsOf(quote.getByTestId('payout'))
        const figure = await unitsOf(quote.getByTestId('at-risk').locator('[title]').first())
        return (await textOf(quote)).includes('you lose') ? stake - figure : figure
      }

      const rowOf = (id: string) =>
        page.getByRole('row').filter({ has: page.locator(`a[href="/markets/${id}"]`) })

      /** What the portfolio says of a position in a language, with what the wallet did. */
      async function inPortfolio(language: 'en' | 'es', id: string): Promise<string> {
        await page.evaluate(`localStorage.setItem('language', '${language}')`)
        await page.goto(`${world.url}/wallet`)
        await rowOf(id).locator('summary').click()
        await rowOf(id).locator('.timeline li').first().waitFor()
        return textOf(rowOf(id))
      }

      /** Expects that the portfolio says what an answer pays, or what a decided market has paid. */
      async function expectInPortfolio(id: string, expected: bigint, answer?: string): Promise<void> {
        await page.goto(`${world.url}/wallet`)
        await rowOf(id).waitFor()
        const figures = rowOf(id).getByRole('cell').nth(2).locator('[title]')
        const named = answer ? figures.filter({ hasText: `if ${answer}` }).last() : figures
        const amounts = await Promise.all((await named.all()).map(unitsOf))
        expect(amounts.reduce((sum, amount) => sum + amount, 0n)).to.equal(expected)
      }

      /** Expects the figures at the top of the portfolio, whose only open position is ours. */
      async function expectSummary(atRisk: bigint, ifAllWin: bigint): Promise<void> {
        await page.goto(`${world.url}/wallet`)
        const figures = ['at-risk', 'if-all-win'].map((name) => page.locator('.summary').getByTestId(name))
        await until('the figures of the portfolio', async () => {
          const [risk, best] = await Promise.all(figures.map(unitsOf))
          return risk === atRisk && best === ifAllWin
        })
      }

      /** Expects that the wallet gets what was said, and the deposit that the first bet in a market paid. */
      async function expectPaid(
        id: string,
        expected: bigint,
        before: Record<CurrencyId, bigint>,
      ): Promise<void> {
        const { deposit } = await get(`/v1/markets/${id}/quote?outcome=Yes&amount=1`).catch(() => ({}))
        const rent = parseAmount(String(deposit ?? '0.00200448'), 9)
        await until('the payout', async () => {
          const [position] = await get(`/v1/wallets/${address}/positions?market=${id}`)
          return position?.settled === true && (await balanceIn('SOL')) > before.SOL
        })
        const paid = {
          SOL: (await balanceIn('SOL')) - before.SOL - rent,
          UTILITY: (await balanceIn('UTILITY')) - before.UTILITY,
        }
        expect(paid).to.deep.equal({ SOL: 0n, UTILITY: 0n, [currency]: expected })
        await page.goto(`${world.url}/markets/${id}`)
        const own = page.getByTestId('own-position')
        await own.waitFor()
        const figures = await own.locator(':is([data-testid=paid], [data-testid=came-back])').all()
        const shown = await Promise.all(
          figures.map(async (figure) => {
            const titled = figure.locator('[title]')
            const all = (await titled.count()) > 0 ? await titled.getAttribute('title') : await textOf(figure)
            return units(/[\d.,]+ (?:SOL|UTILITY)$/.exec(all ?? '')?.[0] ?? '')
          }),
        )
        expect(shown.reduce((sum, amount) => sum + amount, 0n)).to.equal(expected)
        await expectInPortfolio(id, expected)
      }

      for (const one of CASES) {
        it(one.name, async () => {
          // Given a market with stakes of others, and ours.
          const target = one.price === 'above' ? '$1,000' : '$90,000'
          const id = await given(`Will ETH be above ${target}?`, 120, one.others)
          await expectOnCard(id, one.side)
          await page.goto(`${world.url}/markets/${id}`)
          const answer = one.price === 'above' ? 'Yes' : 'No'
          const promised = await ticketSays(answer, one.side)
          const before = await bet(one.side)
          await page.getByTestId('ending-Yes').waitFor()
          const expected = await said(answer)
          expect(promised).to.equal(expected)
          const best = await said(one.side)
          await expectInPortfolio(id, expected, answer)
          // Whoever may still join the other side can win all of it.
          await expectSummary(stake, best)

          // When it is decided, then we get exactly what the page said.
          const { expireAt } = await get(`/v1/markets/${id}`)
          await world.localnet.node.cheats.timeTravel(Date.parse(expireAt) / 1_000)
          await expectPaid(id, expected, before)
          await page.goto(`${world.url}/markets/${id}`)
          await page.getByTestId('own-position').getByText('Your profit').waitFor()
          const won = await page.locator('.won-line').allTextContents()
          expect(won.length).to.equal(one.name === 'won' ? 1 : 0)
        })
      }

      it('unmatched: of a losing side that is too heavy, a part comes back', async () => {
        // Given an up-or-down market with little on Up and much on Down, and ours on Down.
        await setPrice(150)
        const { node } = world.localnet
        const referenceAt = 60 * Math.ceil((node.clock.now.unixSecond + 120) / 60)
        const expiry = referenceAt + 600
        const iso = (second: number) => new Date(second * 1_000).toISOString()
        const body = {
          question: roundQuestion('SOL', { referenceAt: BigInt(referenceAt), expireAt: BigInt(expiry) }),
          outcomes: ['Yes', 'No'],
          expireAt: iso(expiry),
          currency,
          condition: { type: 'change', feed: 'SOL/USD', comparison: 'above', referenceAt: iso(referenceAt) },
          initialStake: { outcome: 'Yes', amount: little },
        }
        const { id } = (await act(world.url, '/v1/markets', body, alice)).built.body
        await act(world.url, `/v1/markets/${id}/bets`, { outcome: 'No', amount: yes }, bob)
        await expectOnCard(id, 'No')
        await page.goto(`${world.url}/markets/${id}`)
        const promised = await ticketSays('Yes', 'No', 'Down')
        const before = await bet('Down')
        await page.getByTestId('ending-Yes').waitFor()

        // Then the page says that our share of what finds no opponent comes back: what is on Up × 1.25 can be lost.
        const down = units(yes) + stake
        const expected = await said('Yes')
        expect(promised).to.equal(expected)
        expect(expected).to.equal((stake * (down - (units(little) * 125n) / 100n)) / down)
        const best = await said('No')
        await expectInPortfolio(id, expected, 'Up')
        // And that of both sides, and of what we did, by their names in either language.
        expect(await inPortfolio('es', id))
          .to.match(new RegExp(` a Baja.*${currency} Baja.*si sale Sube`, 's'))
          .and.not.match(/ (?:Sí|No)(?![a-z])/)
        expect(await inPortfolio('en', id))
          .to.match(new RegExp(` on Down.*${currency} Down.*if Up`, 's'))
          .and.not.match(/ (?:Yes|No)(?![a-z])/)

        // When betting has ended, then no more than our matched share is at risk; and when the price rises, it is lost.
        await node.cheats.timeTravel(referenceAt)
        await until('the first price', async () => (await get(`/v1/markets/${id}`)).condition.reference)
        await expectSummary(stake - expected, best)
        await setPrice(1_000)
        await node.cheats.timeTravel(expiry)
        await expectPaid(id, expected, before)
        expect(await inPortfolio('en', id)).to.contain('Up won')
      })

      it('late', async () => {
        await setPrice(150)
        const id = await given('Will SOL reach $900?', 3_200, ['Yes', 'No'])
        const { bettingPeriodSeconds } = await get(`/v1/markets/${id}`)
        const { node } = world.localnet
        await node.cheats.timeTravel(node.clock.now.unixSecond + 3 * bettingPeriodSeconds)
        await setPrice(150)
        await expectOnCard(id, 'Yes')
        // The ticket says what a Yes pays once the stake counts, and that it comes back before.
        await page.goto(`${world.url}/markets/${id}`)
        const promised = await ticketSays('Yes', 'Yes')
        const hint = page.getByTestId('late-hint')
        expect(await textOf(hint)).to.match(/^Yes before .*your stake back$/)
        const before = await bet('Yes')
        await page.getByTestId('ending-Yes').nth(1).waitFor()
        const expected = await said('Yes', 'first')
        expect(expected).to.equal(stake)
        expect(await said('Yes', 'last')).to.equal(promised)
        expect(promised > expected).to.equal(true)
        // And so does the portfolio.
        await expectInPortfolio(id, expected, 'Yes before')
        await expectSummary(stake, promised)
        await setPrice(1_000)
        await expectPaid(id, expected, before)
      })
    })
  }
})
