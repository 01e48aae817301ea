// Checks JSON against the types of a package with the TypeScript compiler.

import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../localnet/process.ts'

const run = promisify(execFile)

const TSC = join(ROOT, 'node_modules/.bin/tsc')

const OPTIONS = [
  '--ignoreConfig',
  '--noEmit',
  '--strict',
  '--module',
  'esnext',
  '--moduleResolution',
  'bundler',
  '--types',
  '',
]

/**
 * Checks JSON against the types of a package with the TypeScript compiler: all required fields exist, with the right
 * types, and there are no others.
 *
 * @param values - the name of a type, and JSON text
 * @returns the compiler's errors, empty if there are none
 */
export async function typeErrors(
  packageName: string,
  values: readonly (readonly [type: string, json: string])[],
): Promise<string> {
  const lines = values.map(([type, json], index) => `export const value${index}: spec.${type} = ${json}`)
  // Written inside the repository, so that the compiler finds the package.
  mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true })
  const folder = mkdtempSync(join(ROOT, 'node_modules/.cache/typed-'))
  try {
    const file = join(folder, 'values.ts')
    writeFileSync(file, [`import type * as spec from '${packageName}'`, ...lines].join('\n'))
    await run(TSC, [...OPTIONS, file], { cwd: folder })
    return ''
  } catch (error) {
    return (error as { stdout?: string }).stdout || String(error)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
