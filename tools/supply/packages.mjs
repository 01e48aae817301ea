// Lists the crates and npm packages of a release.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The registry that every crate comes from. */
export const CRATES_IO = 'registry+https://github.com/rust-lang/crates.io-index'

/** The crates that the program is built from, its tests included; those of this repository have no source. */
export function crates() {
  const output = execFileSync('cargo', ['metadata', '--locked', '--format-version', '1'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(output).packages
}

/** The npm packages of the lock file that a release installs; without development dependencies. */
export function npmPackages() {
  const { packages } = JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8'))
  return Object.entries(packages)
    .filter(([path, { link, dev }]) => path.includes('node_modules/') && !link && !dev)
    .map(([path, entry]) => ({ ...entry, name: path.slice(path.lastIndexOf('node_modules/') + 13) }))
}
