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

const HAS_FONT = "[...document.fonts].some(({ family, status }) => family === 'Geist' && status === 'loaded')"

const PAINTED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'

/** Panels that are wider than the view. */
const TOO_WIDE = `(() => {
  const rightOf = (part) => part.getBoundingClientRect().right
  const most = rightOf(document.querySelector('main')) + 1
  return [...document.querySelectorAll('main .panel')].filter((part) => rightOf(part) > most).map(({ outerHTML }) => outerHTML)
})()`

describe('web: layout', () => {
  const recording = readRecording()
  let browser: Browser

  before(async () => {
    await buildWeb()
    browser = await launchBrowser()
  })

  after(() => browser.close())

  const views = viewsOf(recording.markets).filter(({ name }) => name !== 'new-market')
  for (const size of Object.keys(SIZES) as Size[]) {
    it(`has room for longer words on a ${size}`, async () => {
      const context = await openStillWindow(browser, { theme: 'dark', size, now: recording.now })
      await context.addInitScript("localStorage.setItem('language', 'es')")
      await replay(context, recording)
      const page = await context.newPage()
      for (const view of views) {
        await page.goto(ORIGIN + view.path)
        await view.ready(page)
        await page.evaluate('document.fonts.ready')
        expect(await page.evaluate('document.documentElement.lang')).to.equal('es')
        expect(await page.evaluate(TOO_WIDE), view.name).to.deep.equal([])
      }
      await context.close()
    })

    for (const view of views) {
      it(`moves nothing while it loads: ${view.name} on a ${size}`, async () => {
        const context = await openStillWindow(browser, { theme: 'light', size, now: recording.now })
        await context.addInitScript(OBSERVE)
        await replay(context, recording)
        const page = await context.newPage()
        await answerOneByOne(page)
        const sendFont = await holdFont(page)
        // The load event waits for the font.
        await page.goto(ORIGIN + view.path, { waitUntil: 'domcontentloaded' })
        const shifts = async () => (await page.evaluate('shifts')) as Shift[]
        let before: Shift[] = []
        await view.ready(page, async (fill) => {
          // The room that opens for what somebody types is no move of loading; what is loaded into it may move nothing.
          await page.evaluate(PAINTED)
          before = await shifts()
          await fill()
          await page.evaluate(PAINTED)
          await page.evaluate('shifts.length = 0')
        })
        await page.locator('.skeleton').first().waitFor({ state: 'detached' })
        await page.evaluate(PAINTED)
        sendFont()
        await page.waitForFunction(HAS_FONT)
        await page.evaluate(PAINTED)
        const all = [...before, ...(await shifts())]
        const total = all.reduce((sum, { value }) => sum + value, 0)
        const list = all.map(({ value, moved }) => `${value.toFixed(4)}\n  ${moved.join('\n  ')}`)
        expect(total, `moves on ${view.path}:\n${list.join('\n')}`).to.be.at.most(MOST)
        await context.close()
      })
    }
  }
})

/** Lets the page paint before each answer, as on a slow connection. */
async function answerOneByOne(page: Page): Promise<void> {
  let before = Promise.resolve()
  const inTurn = (route: Route) => {
    before = before.then(async () => {
      await page.evaluate(PAINTED)
      await route.fallback()
    })
    return before
  }
  await page.route(/\/v1\/(?!events)/, inTurn)
}

/** Answers requests for the font only once the function that it returns is called: everything is drawn without it. */
async function holdFont(page: Page): Promise<() => void> {
  let send = () => {}
  const sent = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route(/\.woff2$/, async (route) => {
    await sent
    await route.fallback()
  })
  return send
}
