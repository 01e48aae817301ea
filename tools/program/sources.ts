import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './workspace.ts'

/** Files and folders that the built program depends on. */
const SOURCES = ['Cargo.lock', 'Cargo.toml', 'programs', 'tools/sbf']

/** False for build folders, the test of the build, and documents: none of them changes the program. */
const isSource = (path: string) =>
  !/(^|\/)(target|\..*)$/.test(path) && path !== 'tools/sbf/selftest' && !path.endsWith('.md')

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
