// Builds the package into dist: esm/ and cjs/, each with its types, and the IDL.
import { spawnSync } from 'node:child_process'
import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const TSC = createRequire(import.meta.url)
  .resolve('typescript/package.json')
  .replace('package.json', 'bin/tsc')

/** Compiles the sources; ends this process if they do not compile. */
function compile(...options) {
  const { status } = spawnSync(process.execPath, [TSC, '-p', '.', ...options], {
    cwd: HERE,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}

rmSync(`${HERE}dist`, { recursive: true, force: true })
compile('--outDir', 'dist/esm')
const commonjs = ['--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false']
compile('--outDir', 'dist/cjs', ...commonjs)
writeFileSync(`${HERE}dist/cjs/package.json`, '{ "type": "commonjs" }\n')
copyFileSync(`${HERE}src/idl/prediction_market.json`, `${HERE}dist/idl.json`)
