import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { until } from '../helpers/localnet/index.ts'
import { expectAccessible, openWindow, sharedStage, textOf } from '../helpers/web/index.ts'

const QUESTION = 'Will BTC reach $150k?'

/** The id of a market of the demonstration. */
async function givenMarket(): Promise<string> {
  const { world } = await sharedStage()
  return world.localnet.demo.find(({ question }) => question === QUESTION)?.id ?? expect.fail()
}

describe('web: shared with others', () => {
  it('has a link, a picture and a frame of every market to share', async () => {
    const id = await givenMarket()
    const { page, problems, close } = await openWindow(`/markets/${id}`)
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Share' })
    const picture = dialog.getByRole('img', { name: `Preview: ${QUESTION}` })
    await until('the picture', () =>
      picture.evaluate((image: { naturalWidth?: number }) => image.naturalWidth === 1_200),
    )
    expect(await textOf(dialog.getByTestId('share-link'))).to.equal(page.url())
    expect(await textOf(dialog.getByTestId('share-frame'))).to.contain(`/embed/markets/${id}"`)
    await expectAccessible(page, 'share')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await dialog.getByRole('button', { name: 'Copy the link' }).click()
    await dialog.getByText('Copied').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(page.url())
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await close()
    expect(problems).to.deep.equal([])
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`is shown in a frame of another site, ${colorScheme}, and only the page that is made for it`, async () => {
      // Given another site that frames the small page of a market, and the whole one.
      const { browser, url } = await sharedStage()
      const id = await givenMarket()
      const frames = [`/embed/markets/${id}`, `/markets/${id}`].map(
        (path) =>
          `<iframe src="${url}${path}" width="400" height="230" title="${path.split('/')[1]}"></iframe>`,
      )
      const site = createServer((_, answer) => {
        answer.setHeader('content-type', 'text/html')
        answer.end(`<!doctype html><html lang="en"><title>Another site</title>${frames.join('')}`)
      })
      await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
      const { port } = site.address() as AddressInfo
      const context = await browser.newContext({ colorScheme })
      context.setDefaultTimeout(180_000)
      try {
        const page = await context.newPage()
        const refused: string[] = []
        page.on('console', (message) => {
          if (message.type() === 'error') refused.push(message.text())
        })
        await page.goto(`http://127.0.0.1:${port}`)

        // Then the small one is there: question, odds, what is measured, and links to bet in a window of their own.
        const frame = page.frameLocator('iframe[title="embed"]')
        await frame.getByRole('heading', { name: QUESTION }).waitFor()
        expect(await textOf(frame.getByTestId('odds-yes'))).to.match(/^\d+\.\d%$/)
        expect(await textOf(frame.getByTestId('measured'))).to.match(/Now \$[\d,.]+ · [\d.]+% away/)
        const bet = frame.getByRole('link', { name: /^Yes 0\.1 → [\d.]+: bet/ })
        expect(await bet.getAttribute('target')).to.equal('_blank')
        const [opened] = await Promise.all([context.waitForEvent('page'), bet.click()])
        await opened.getByRole('heading', { level: 1, name: QUESTION }).waitFor()
        expect(new URL(opened.url()).origin).to.equal(url)

        // And the other one is refused.
        await until('the refusal', () => refused.some((text) => text.includes("frame-ancestors 'none'")))
        const shown = page.frames().map((one) => one.url())
        expect(shown).to.include(`${url}/embed/markets/${id}`).and.not.to.include(`${url}/markets/${id}`)

        // And it is for everyone, on its own.
        await page.goto(`${url}/embed/markets/${id}/`)
        await page.getByRole('heading', { name: QUESTION }).waitFor()
        await expectAccessible(page, `embed ${colorScheme}`)
      } finally {
        await context.close()
        site.close()
      }
    })
  }
})
