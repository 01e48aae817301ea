// Prepares the Python environment of the tests.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../localnet/process.ts'

/** The packages of the client and of the tests, with their versions. */
const REQUIREMENTS = ['tests/python/requirements.txt']

/**
 * Creates a virtual environment with the required packages in a folder of `target`, unless it exists; returns its
 * folder of commands.
 */
export function prepareVenv(name = 'python', requirements: readonly string[] = REQUIREMENTS): string {
  const folder = join(ROOT, 'target', name)
  const files = requirements.map((file) => join(ROOT, file))
  const wanted = createHash('sha256').update(files.map((file) => readFileSync(file, 'utf8')).join('\n'))
  const digest = wanted.digest('hex')
  const marker = join(folder, 'requirements.sha256')
  const bin = join(folder, 'bin')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === digest) return bin
  rmSync(folder, { recursive: true, force: true })
  execFileSync('python3', ['-m', 'venv', folder], { stdio: 'inherit' })
  const named = files.flatMap((file) => ['-r', file])
  execFileSync(join(bin, 'pip'), ['install', '--quiet', '--disable-pip-version-check', ...named], {
    stdio: 'inherit',
  })
  writeFileSync(marker, digest)
  return bin
}
