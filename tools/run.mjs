// Installs missing dependencies, then runs a TypeScript file or a command of an installed package:
//
//   node tools/run.mjs app/src/main.ts
//   node tools/run.mjs biome check .
//
// With --web first, it also builds the web page if its build is missing or out of date. With NODE_ENV=production it
// runs what `npm run build` has made instead, which needs production dependencies only.

import './install.mjs'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runAndExit } from './spawn.mjs'

const given = process.argv.slice(2)
const needsWeb = given[0] === '--web'
const [entry, ...args] = needsWeb ? given.slice(1) : given
if (!entry) {
  console.error('usage: node tools/run.mjs [--web] FILE.ts|COMMAND [ARGUMENT…]')
  process.exit(2)
}
const SOURCE = /^app\/src\/(.*)\.ts$/
const isBuilt = process.env.NODE_ENV === 'production' && SOURCE.test(entry)
if (needsWeb && !isBuilt) {
  const { buildWeb } = await import('./web/build.mjs')
  // Only the page needs it.
  await buildWeb().catch((error) => console.error(`The web page could not be built: ${error.message}`))
}
if (isBuilt) {
  const built = entry.replace(SOURCE, 'app/dist/$1.js')
  if (!existsSync(fileURLToPath(new URL(`../${built}`, import.meta.url)))) {
    console.error(
      `NODE_ENV=production runs ${built}, which does not exist: run npm run build first, without NODE_ENV`,
    )
    process.exit(1)
  }
  runAndExit(process.execPath, [built, ...args])
} else if (entry.endsWith('.ts')) {
  // Not by the command tsx: it kills its child 60 ms after Ctrl-C, before a service can shut down.
  runAndExit(process.execPath, ['--conditions=source', '--import=tsx', entry, ...args])
} else {
  runAndExit(entry, args)
}
