// A window in which the page looks the same on every machine: a clock that stands still, its own font, no motion.

import { createHash } from 'node:crypto'
import bs58 from 'bs58'
import type { Browser, BrowserContext } from 'playwright-core'
import nacl from 'tweetnacl'
import { SIZES, type Size, type THEMES } from './views.ts'

/** Machines draw alike in software, without hinting of text and without a colour profile of their own. */
export const PICTURE_FLAGS = [
  '--disable-gpu',
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--force-color-profile=srgb',
]

/** How a window is opened. */
export interface WindowOptions {
  theme: (typeof THEMES)[number]
  size: Size
  /** Unix milliseconds. */
  now: number
}

/** Opens a window with the wallet of the pictures. */
export async function openStillWindow(
  browser: Browser,
  { theme, size, now }: WindowOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: SIZES[size],
    // Scroll bars of a phone take no room.
    isMobile: size === 'phone',
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
    serviceWorkers: 'block',
  })
  context.setDefaultTimeout(60_000)
  await context.clock.setFixedTime(now)
  await context.addInitScript(WALLET.script)
  return context
}

/** The burner wallet of the pictures, and a script that gives it to the page. Its key is public, its money play money. */
export const WALLET = burnerOf('the wallet of the pictures')

function burnerOf(words: string): { address: string; script: string } {
  const pair = nacl.sign.keyPair.fromSeed(createHash('sha256').update(words).digest())
  const [d, x] = [pair.secretKey.subarray(0, 32), pair.publicKey].map((bytes) =>
    Buffer.from(bytes).toString('base64url'),
  )
  const key = JSON.stringify({ kty: 'OKP', crv: 'Ed25519', d, x })
  return {
    address: bs58.encode(pair.publicKey),
    script: `localStorage.setItem('burner-wallet', '${key}'); localStorage.setItem('wallet', 'burner')`,
  }
}
