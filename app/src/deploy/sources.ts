// Hashes the program's sources, to detect a build that is older than they are.

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Root of the clone or the release that this file is part of, without a trailing slash. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')

/** Folders of built programs, from the root: the committed build, and where Anchor puts its own. */
const BUILT = ['sdk/program', 'target/deploy']

/** Files and folders that the built program depends on. */
const SOURCES = ['Cargo.lock', 'Cargo.toml', 'programs', 'tools/sbf']

/** Folders that do not change the program: tests, and the commands that Anchor calls. */
const BESIDE = ['programs/prediction_market/tests', 'tools/sbf/selftest', 'tools/sbf/bin']

/** False for build folders, {@link BESIDE}, and documents: none of them changes the program. */
const isSource = (path: string) =>
  !/(^|\/)(target|\..*)$/.test(path) && !BESIDE.includes(path) && !path.endsWith('.md')

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Every source file, relative to the root with `/`, sorted by path. */
export function sourceFiles(root: string = ROOT): string[] {
  const walk = (path: string): string[] => {
    if (!isSource(path)) return []
    if (!statSync(join(root, path)).isDirectory()) return [path]
    return readdirSync(join(root, path)).flatMap((name) => walk(`${path}/${name}`))
  }
  return SOURCES.flatMap(walk).sort((a, b) => (a < b ? -1 : 1))
}

/**
 * One hash over all sources: the SHA-256 of the output of `sha256sum` for {@link sourceFiles}, a line
 * `<hash>  <path>` each. It depends only on the names and bytes of the files.
 */
export function hashSources(root: string = ROOT): string {
  const lines = sourceFiles(root).map((path) => `${sha256(readFileSync(join(root, path)))}  ${path}\n`)
  return sha256(lines.join(''))
}

/**
 * Checks that a program of {@link BUILT} was built from the sources of this clone, by the `build.json` beside it. Other
 * programs, and a release, which has no sources, pass.
 *
 * @throws Error if the sources have changed since the build
 */
export function checkSources(path: string, root: string = ROOT): void {
  const isBuilt = BUILT.some((folder) => join(root, folder) === dirname(path))
  if (!isBuilt || !existsSync(join(root, 'programs'))) return
  const record = join(dirname(path), 'build.json')
  const { sources, ...hashes } = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {}
  if (sources === hashSources(root) && Object.values(hashes).includes(sha256(readFileSync(path)))) return
  throw new Error('program sources changed: run npm run build:program')
}
