// The thread that renders the pictures of markets (channels/cards/renderer.ts): one takes tens of milliseconds, which would
// delay every other answer. Plain JavaScript, because a thread of Node 20 does not run TypeScript.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { initWasm, Resvg } from '@resvg/resvg-wasm'

const FONTS = ['fonts/geist-latin-400-normal.woff2', 'fonts/geist-latin-600-normal.woff2']

const fontBuffers = await Promise.all(FONTS.map((name) => readFile(new URL(name, import.meta.url))))
await initWasm(await readFile(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')))

parentPort.on('message', (svg) => {
  try {
    parentPort.postMessage({ png: render(svg) })
  } catch (error) {
    parentPort.postMessage({ error: String(error) })
  }
})

/** @param {string} svg */
function render(svg) {
  const drawing = new Resvg(svg, { font: { fontBuffers, defaultFontFamily: 'Geist' } })
  try {
    const image = drawing.render()
    try {
      return image.asPng()
    } finally {
      image.free()
    }
  } finally {
    drawing.free()
  }
}
