// Takes the reference pictures of tests/web/pictures again, after a change of the page that is meant:
//
//   node tools/run.mjs tools/web/renew-pictures.ts

import { writeFileSync } from 'node:fs'
import { launchBrowser } from './browser.ts'
import { shrink } from './pictures/png.ts'
import { readRecording } from './pictures/recording.ts'
import { PICTURES, shotsOf, take } from './pictures/take.ts'
import { PICTURE_FLAGS } from './pictures/window.ts'

const recording = readRecording()
const browser = await launchBrowser(PICTURE_FLAGS)
try {
  for (const shot of shotsOf(recording)) {
    const file = new URL(`${shot.name}.png`, PICTURES)
    writeFileSync(file, shrink(await take(browser, recording, shot)))
  }
} finally {
  await browser.close()
}
