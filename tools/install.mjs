// Installs the dependencies when they are missing or older than the lock file, so that `npm start` and
// `npm test` work on a fresh checkout. Plain Node: nothing is installed yet when it runs.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'

const installed = new URL('../node_modules/.package-lock.json', import.meta.url)
const lock = new URL('../package-lock.json', import.meta.url)

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) {
  console.log('Installing dependencies…')
  // Not `npm ci`: it asks for the optional packages of every platform, which not every registry has.
  const { status } = spawnSync(
    'npm',
    ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: new URL('..', import.meta.url),
      stdio: 'inherit',
      shell: process.platform === 'win32',
    },
  )
  process.exit(status ?? 1)
}
