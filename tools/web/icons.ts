// Draws the icons of the installed page from web/src/icon.svg into web/public/icons:
//
//   node tools/run.mjs tools/web/icons.ts

import { readFileSync, writeFileSync } from 'node:fs'
import { PngRenderer } from '../../app/src/channels/cards/renderer.ts'

const ICON = new URL('../../web/src/icon.svg', import.meta.url)
const FOLDER = new URL('../../web/public/icons/', import.meta.url)

/** The page's background in the dark. */
const BACKGROUND = '#0c0e12'

/** Side in pixels, and the part of it that the icon takes: a maskable one may be cut to a circle of 80 %. */
const ICONS = [
  { name: 'icon-192', size: 192, part: 1, background: 'none' },
  { name: 'icon-512', size: 512, part: 1, background: 'none' },
  { name: 'maskable-192', size: 192, part: 0.62, background: BACKGROUND },
  { name: 'maskable-512', size: 512, part: 0.62, background: BACKGROUND },
]

const paths = readFileSync(ICON, 'utf8').match(/<path.*(?=<\/svg>)/s)?.[0]
if (!paths) throw new Error('web/src/icon.svg has no paths')
const renderer = new PngRenderer()
for (const { name, size, part, background } of ICONS) {
  const inset = (size * (1 - part)) / 2
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">` +
    `<rect width="${size}" height="${size}" fill="${background}"/>` +
    `<g transform="translate(${inset} ${inset}) scale(${(size * part) / 32})">${paths}</g></svg>`
  writeFileSync(new URL(`${name}.png`, FOLDER), await renderer.render(svg))
}
await renderer.stop()
