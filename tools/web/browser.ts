// Starts the Chromium of this machine.

import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** The usual paths of Chromium. */
const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * Starts the Chromium of this machine: `CHROMIUM`, or the one that its packages install.
 *
 * @throws Error that says what to install if there is none
 */
export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? PATHS.find((path) => existsSync(path))
  if (!executablePath) {
    throw new Error('No Chromium was found: install it (Debian: apt-get install chromium), or set CHROMIUM')
  }
  // Containers often run as root, and have little shared memory.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
}
