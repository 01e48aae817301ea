// Takes the pictures of all views, in each theme and size, from the recorded answers.

import type { Browser, Page } from 'playwright-core'
import { buildWeb } from '../build.mjs'
import type { Recording } from './recording.ts'
import { ORIGIN, replay } from './replay.ts'
import { SIZES, type Size, THEMES, type View, viewsOf } from './views.ts'
import { openStillWindow } from './window.ts'

/** A picture to take. */
export interface Shot {
  /** Of its file, without an ending. */
  name: string
  view: View
  theme: (typeof THEMES)[number]
  size: Size
}

export const PICTURES = new URL('../../../tests/web/pictures/', import.meta.url)

/** All pictures. */
export function shotsOf({ markets }: Recording): Shot[] {
  const sizes = Object.keys(SIZES) as Size[]
  return viewsOf(markets).flatMap((view) =>
    sizes.flatMap((size) =>
      THEMES.map((theme) => ({ name: `${view.name}-${size}-${theme}`, view, theme, size })),
    ),
  )
}

/** Monospaced text is in the system's font, which differs between machines. */
const OWN_FONT = ':root { --mono: var(--sans) }'

/**
 * Takes a picture, as PNG.
 *
 * @param style - CSS to add to the page's own
 * @throws Error if the page asks for something that was not recorded
 */
export async function take(browser: Browser, recording: Recording, shot: Shot, style = ''): Promise<Buffer> {
  await buildWeb()
  const { theme, size, view } = shot
  const context = await openStillWindow(browser, { theme, size, now: recording.now })
  try {
    const missing = await replay(context, recording)
    const page = await context.newPage()
    await page.goto(ORIGIN + view.path)
    await page.addStyleTag({ content: `${OWN_FONT} ${style}` })
    await view.ready(page).catch((error: Error) => {
      throw missing.length > 0 ? unrecorded(missing) : error
    })
    if (missing.length > 0) throw unrecorded(missing)
    return await settled(page)
  } finally {
    await context.close()
  }
}

/** A picture that does not change any more. */
async function settled(page: Page): Promise<Buffer> {
  await page.evaluate('document.fonts.ready')
  await page.evaluate('scrollTo(0, 0)')
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  let last = await page.screenshot()
  for (;;) {
    const next = await page.screenshot()
    if (next.equals(last)) return next
    last = next
  }
}

function unrecorded(missing: readonly string[]): Error {
  const list = [...new Set(missing)].join('\n')
  return new Error(
    `The page asks for what was not recorded; record again: node tools/run.mjs tools/web/record-answers.ts\n${list}`,
  )
}
