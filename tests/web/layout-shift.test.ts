import { expect } from 'chai'
import type { Browser, Page, Route } from 'playwright-core'
import { launchBrowser } from '../../tools/web/browser.ts'
import { buildWeb } from '../../tools/web/build.mjs'
import { readRecording } from '../../tools/web/pictures/recording.ts'
import { ORIGIN, replay } from '../../tools/web/pictures/replay.ts'
import { SIZES, type Size, viewsOf } from '../../tools/web/pictures/views.ts'
import { openStillWindow } from '../../tools/web/pictures/window.ts'

/** The sum of all moves of a view; browsers' makers call 0.1 good. */
const MOST = 0.02

/** A move of something that was already shown. */
interface Shift {
  value: number
  /** The elements that moved. */
  moved: string[]
}

/** Collects the moves from the first paint on. */
const OBSERVE = `
  window.shifts = []
  const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')
  const nameOf = ({ node, previousRect, currentRect }) =>
    \`\${node?.nodeName} .\${node?.className ?? ''}: \${place(previousRect)} → \${place(currentRect)}\`
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) shifts.push({ value, moved: sources.map(nameOf) })
  }).observe({ type: 'layout-shift', buffered: true })
`

const PAINTED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'

describe('web: layout', function () {
  // On a busy machine Chromium may use a font only after the next answer has been drawn.
  this.retries(2)
  const recording = readRecording()
  let browser: Browser

  before(async () => {
    await buildWeb()
    browser = await launchBrowser()
  })

  after(() => browser.close())

  const views = viewsOf(recording.markets).filter(({ name }) => name !== 'new-market')
  for (const size of Object.keys(SIZES) as Size[]) {
    for (const view of views) {
      it(`moves nothing while it loads: ${view.name} on a ${size}`, async () => {
        const context = await openStillWindow(browser, { theme: 'light', size, now: recording.now })
        await context.addInitScript(OBSERVE)
        await replay(context, recording)
        const page = await context.newPage()
        await answerOneByOne(page)
        await page.goto(ORIGIN + view.path)
        await view.ready(page)
        await page.locator('.skeleton').first().waitFor({ state: 'detached' })
        await page.evaluate(PAINTED)
        const shifts = (await page.evaluate('shifts')) as Shift[]
        const total = shifts.reduce((sum, { value }) => sum + value, 0)
        const list = shifts.map(({ value, moved }) => `${value.toFixed(4)}\n  ${moved.join('\n  ')}`)
        expect(total, `moves on ${view.path}:\n${list.join('\n')}`).to.be.at.most(MOST)
        await context.close()
      })
    }
  }
})

/** Lets the page paint before each answer and each font, as on a slow connection. */
async function answerOneByOne(page: Page): Promise<void> {
  let before = Promise.resolve()
  const inTurn = (route: Route) => {
    before = before.then(async () => {
      await page.evaluate(PAINTED)
      await route.fallback()
    })
    return before
  }
  await page.route(/\/v1\/(?!events)|\.woff2$/, inTurn)
}
