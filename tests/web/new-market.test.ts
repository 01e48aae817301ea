import { expect } from 'chai'
import { openWindow, takeBurner, textOf, type Window } from '../helpers/web/index.ts'

describe('web: a new market', () => {
  let window: Window

  beforeEach(async () => {
    window = await openWindow('/new')
    await takeBurner(window.page)
  })

  afterEach(async () => {
    const { problems } = window
    await window.close()
    expect(problems).to.deep.equal([])
  })

  it('shows what the question means before it is signed, then opens it', async () => {
    const { page } = window
    await page.getByLabel('Question', { exact: true }).fill('Will SOL be above $4,321?')
    await page.getByRole('button', { name: 'in 1 day' }).click()
    await page.getByLabel(/Your first stake/).fill('0.5')
    await page.getByRole('button', { name: 'See what decides it' }).click()

    const details = await textOf(page.getByTestId('details'))
    expect(details).to.match(/^Yes if the Pyth price of SOL\/USD is above \$4,321 at \d{4}-/)
    expect(await textOf(page.locator('.preview'))).to.match(/Your stake on Yes\s*0\.5 SOL/)
    const costs = await textOf(page.getByTestId('costs'))
    expect(costs).to.match(/^0\.00\d+ SOL deposit, returned; 0\.000315 SOL for deciding and closing it$/)

    await page.getByRole('button', { name: 'Sign and open the market' }).click()
    await page.getByRole('heading', { level: 1, name: 'Will SOL be above $4,321?' }).waitFor()
    await page.getByText(details).waitFor()
    await page.getByTestId('pool-Yes').filter({ hasText: '0.5 SOL' }).waitFor()
  })

  it('goes back to the form with everything that was filled in', async () => {
    const { page } = window
    await page.getByLabel('Question', { exact: true }).fill('Will it rain in Porto tomorrow?')
    await page.getByRole('radio', { name: 'Attestors' }).check({ force: true })
    await page.getByRole('button', { name: 'See what decides it' }).click()
    expect(await textOf(page.getByTestId('details'))).to.contain('attestors')
    await page.getByRole('button', { name: 'Change it' }).click()
    expect(await page.getByLabel('Question', { exact: true }).inputValue()).to.equal(
      'Will it rain in Porto tomorrow?',
    )
  })

  it('fills in what may be meant by a question that is not understood', async () => {
    const { page, problems } = window
    const question = page.getByLabel('Question', { exact: true })
    await question.fill('Will SOL be above A$4,321?')
    await page.getByRole('button', { name: 'See what decides it' }).click()
    await page
      .getByTestId('alternatives')
      .getByRole('button', { name: 'Will SOL be above US$4,321?' })
      .click()
    expect(await question.inputValue()).to.equal('Will SOL be above US$4,321?')
    await page.getByRole('button', { name: 'See what decides it' }).click()
    expect(await textOf(page.getByTestId('details'))).to.contain('is above $4,321 at ')
    // The browser reports the refusal.
    expect(problems.splice(0)).to.have.length(1)
  })

  it('says why a question cannot be decided, and how to ask', async () => {
    const { page, problems } = window
    await page.getByLabel('Question', { exact: true }).fill('Will SOL moon?')
    await page.getByRole('button', { name: 'See what decides it' }).click()
    await page.getByRole('alert').filter({ hasText: 'The question names no value' }).waitFor()
    await page.getByRole('button', { name: 'Let attestors decide it' }).click()
    expect(await page.getByRole('radio', { name: 'Attestors' }).isChecked()).to.equal(true)
    await page.getByRole('radio', { name: 'What the question says' }).check({ force: true })
    await page.getByLabel('Question', { exact: true }).fill('Will SOL be above $250?')
    await page.getByLabel(/^Token/).fill('not-an-address')
    await page.getByRole('button', { name: 'See what decides it' }).click()
    await page.getByRole('alert').filter({ hasText: 'Must be a Solana address in base58' }).waitFor()
    // The browser reports each refusal.
    expect(problems.splice(0)).to.have.length(2)
  })
})
