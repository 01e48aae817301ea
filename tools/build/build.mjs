// Builds everything that runs in production: the SDK into sdk/dist, the app into app/dist, the page into web/dist, and
// from them dist/, a folder that runs with production dependencies only (docs/operations.md):
//
//   npm run build
//   cd dist && npm install --omit=dev && npm start

import '../install.mjs'
import { spawnSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWeb } from '../web/build.mjs'
import { assemble } from './assemble.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TSC = createRequire(import.meta.url)
  .resolve('typescript/package.json')
  .replace('package.json', 'bin/tsc')

/** Runs a Node script in the root of the clone; ends this process if it fails. */
function node(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

console.error('Building the SDK…')
node('sdk/build.mjs')
console.error('Building the app…')
rmSync(join(ROOT, 'app/dist'), { recursive: true, force: true })
node(TSC, '-p', 'app/tsconfig.build.json')
// The compiler copies only TypeScript.
cpSync(join(ROOT, 'app/src/store/migrations'), join(ROOT, 'app/dist/store/migrations'), { recursive: true })
await buildWeb()
assemble(ROOT, join(ROOT, 'dist'))
console.error('Built: dist/ is ready for npm install --omit=dev')
