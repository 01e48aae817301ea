// Installs the dependencies if they are missing or older than the lock file. `tools/run.mjs` and `tools/test.mjs`
// import it first, so that every npm script works on a fresh clone. Plain Node: nothing is installed yet.
import './node-version.mjs'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const installed = `${ROOT}/node_modules/.package-lock.json`
const lock = `${ROOT}/package-lock.json`
/** The hash of the lock file that was installed last: a fresh checkout of the same file is newer. */
const stamp = `${ROOT}/node_modules/.installed-lock`

/** Runs a command in the root of the clone; ends this process if it fails. */
function run(command, args) {
  const shell = process.platform === 'win32'
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', shell })
  if (status !== 0) process.exit(status ?? 1)
}

const hash = createHash('sha256').update(readFileSync(lock)).digest('hex')

function isInstalled() {
  if (!existsSync(installed)) return false
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') === hash
  return statSync(installed).mtimeMs >= statSync(lock).mtimeMs
}

if (!isInstalled()) {
  console.error('Installing dependencies, which takes a minute the first time…')
  // Not `npm ci`: it asks for the optional packages of every platform, and not every registry has them all.
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'])
  // Needs development dependencies, which npm leaves out in production.
  if (process.env.NODE_ENV !== 'production') {
    console.error('Preparing the embedded database…')
    run(process.execPath, ['--conditions=source', '--import=tsx', 'tools/prepare-database.ts'])
  }
  writeFileSync(stamp, hash)
}
