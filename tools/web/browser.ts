// Starts the Chromium of this machine.

import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** The usual paths of Chromium. */
const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Containers often run as root, and have little shared memory. */
export const CONTAINER_FLAGS = ['--no-sandbox', '--disable-dev-shm-usage']

/**
 * Starts the Chromium of this machine.
 *
 * @param flags - more options of its command line
 * @throws Error that says what to install if there is none
 */
export function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: browserPath(), args: [...CONTAINER_FLAGS, ...flags] })
}

/**
 * The Chromium of this machine: `CHROMIUM`, or the one that its packages install.
 *
 * @throws Error that says what to install if there is none
 */
export function browserPath(): string {
  const path = process.env.CHROMIUM ?? PATHS.find((one) => existsSync(one))
  if (path) return path
  throw new Error('No Chromium was found: install it (Debian: apt-get install chromium), or set CHROMIUM')
}
