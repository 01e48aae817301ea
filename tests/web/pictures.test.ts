import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../tools/web/browser.ts'
import { compare } from '../../tools/web/pictures/png.ts'
import { readRecording } from '../../tools/web/pictures/recording.ts'
import { PICTURES, type Shot, shotsOf, take } from '../../tools/web/pictures/take.ts'
import { PICTURE_FLAGS } from '../../tools/web/pictures/window.ts'

/** The share of pixels that another machine may draw differently, beside the edges of letters and lines. */
const TOLERANCE = 0.0005

const FOUND = new URL('../../target/pictures/', import.meta.url)

describe('web: pictures', () => {
  const recording = readRecording()
  let browser: Browser

  before(async () => {
    browser = await launchBrowser(PICTURE_FLAGS)
  })

  after(() => browser.close())

  for (const shot of shotsOf(recording)) {
    it(`looks as before: ${shot.name}`, async () => {
      const before = readFileSync(new URL(`${shot.name}.png`, PICTURES))
      const after = await take(browser, recording, shot)
      const compared = compare(before, after)
      if (compared && compared.share <= TOLERANCE) return
      const share = compared
        ? `${(100 * compared.share).toFixed(2)} % of its pixels differ`
        : 'its size differs'
      expect.fail(`${share}. ${keep(shot, after, compared?.picture)}`)
    })
  }

  it('notices a paler line, and not the same picture', async () => {
    const [shot] = shotsOf(recording)
    if (!shot) expect.fail('there is no picture')
    const before = readFileSync(new URL(`${shot.name}.png`, PICTURES))
    expect(compare(before, before)?.share).to.equal(0)
    const paler = await take(browser, recording, shot, ':root { --line: #e7ebf1 }')
    expect(compare(before, paler)?.share).to.be.greaterThan(TOLERANCE)
  })
})

/** Writes the new picture and the differences into target/pictures; returns how to go on. */
function keep({ name }: Shot, after: Buffer, differences: Buffer | undefined): string {
  mkdirSync(FOUND, { recursive: true })
  const save = (file: string, png: Buffer) => writeFileSync(new URL(file, FOUND), png)
  save(`${name}.png`, after)
  if (differences) save(`${name}-differences.png`, differences)
  return (
    `Compare tests/web/pictures/${name}.png with ${fileURLToPath(FOUND)}${name}.png (differences: ${name}-differences.png). ` +
    'If the change is meant: node tools/run.mjs tools/web/renew-pictures.ts, and commit the pictures.'
  )
}
