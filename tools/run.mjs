// Installs missing dependencies, then runs a TypeScript file or a command of an installed package:
//
//   node tools/run.mjs app/src/main.ts
//   node tools/run.mjs biome check .
import './install.mjs'
import { runAndExit } from './spawn.mjs'

const [entry, ...args] = process.argv.slice(2)
if (!entry) {
  console.error('usage: node tools/run.mjs FILE.ts|COMMAND [ARGUMENT…]')
  process.exit(2)
}
if (entry.endsWith('.ts')) {
  // Not by the command tsx: it kills its child 60 ms after Ctrl-C, before a service could stop in order.
  runAndExit(process.execPath, ['--conditions=source', '--import=tsx', entry, ...args])
} else {
  runAndExit(entry, args)
}
