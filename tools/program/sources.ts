import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './workspace.ts'

/** What the built program depends on. */
const SOURCES = ['Cargo.lock', 'Cargo.toml', 'programs', 'tools/sbf']

/** What lies among the sources and goes into no program: build folders, the build's own test, prose. */
const isSource = (path: string) =>
  !/(^|\/)(target|\..*)$/.test(path) && path !== 'tools/sbf/selftest' && !path.endsWith('.md')

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Every source file, relative to the root with `/`, in the order of its path's characters. */
export function sourceFiles(root: string = ROOT): string[] {
  const walk = (path: string): string[] => {
    if (!isSource(path)) return []
    if (!statSync(join(root, path)).isDirectory()) return [path]
    return readdirSync(join(root, path)).flatMap((name) => walk(`${path}/${name}`))
  }
  return SOURCES.flatMap(walk).sort((a, b) => (a < b ? -1 : 1))
}

/**
 * One hash for all sources: the SHA-256 of what `sha256sum` prints for {@link sourceFiles}, a line
 * `<hash>  <path>` each. It depends on the files' names and bytes, on nothing else of a file system.
 */
export function hashSources(root: string = ROOT): string {
  const lines = sourceFiles(root).map((path) => `${sha256(readFileSync(join(root, path)))}  ${path}\n`)
  return sha256(lines.join(''))
}
