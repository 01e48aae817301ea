// Compiles what runs in production: the SDK into sdk/dist and the app into app/dist.

import { spawnSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TSC = createRequire(import.meta.url)
  .resolve('typescript/package.json')
  .replace('package.json', 'bin/tsc')

/** Compiles SDK and app; ends this process if that fails. */
export function compile() {
  console.error('Building the SDK…')
  node('sdk/build.mjs')
  console.error('Building the app…')
  rmSync(join(ROOT, 'app/dist'), { recursive: true, force: true })
  node(TSC, '-p', 'app/tsconfig.build.json')
  // The compiler copies only TypeScript.
  cpSync(join(ROOT, 'app/src/store/migrations'), join(ROOT, 'app/dist/store/migrations'), { recursive: true })
}

/** Runs a Node script in the root of the clone; ends this process if it fails. */
function node(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
