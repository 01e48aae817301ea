// Installs the dependencies when they are missing or older than the lock file, so that `npm start` and
// `npm test` work on a fresh checkout. Plain Node: nothing is installed yet when it runs.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'

const installed = new URL('../node_modules/.package-lock.json', import.meta.url)
const lock = new URL('../package-lock.json', import.meta.url)

/** Runs a command in the project's folder; ends with it if it fails. */
function run(command, args) {
  const { status } = spawnSync(command, args, {
    cwd: new URL('..', import.meta.url),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
}

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) {
  console.log('Installing dependencies…')
  // Not `npm ci`: it asks for the optional packages of every platform, which not every registry has.
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'])
  console.log('Preparing the embedded database…')
  run('node', ['--conditions=source', '--import=tsx', 'tools/prepare-database.ts'])
}
