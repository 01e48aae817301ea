// The public names of the SDK, by subpath.

import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import sdk from '../../../sdk/package.json' with { type: 'json' }

const SOURCES = new URL('../../../sdk/src/', import.meta.url)

/** The subpaths of the package that are modules, by their sources: `.` is `./src/index.ts`. */
export const MODULES: ReadonlyMap<string, string> = new Map(
  Object.entries(sdk.exports).flatMap(([path, target]) =>
    typeof target === 'string' ? [] : [[path, target.source.replace('./src/', '')] as const],
  ),
)

/** The names that a source file of the SDK exports, types included. */
export function publicNames(file: string): string[] {
  const text = readFileSync(new URL(file, SOURCES), 'utf8')
  const declared = text.matchAll(
    /^export (?:async |abstract )?(?:function\*?|class|const|interface|type|enum) (\w+)/gm,
  )
  const lists = text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)
  const stars = text.matchAll(/^export (?:type )?\* from '([^']+)'/gm)
  const listed = [...lists].flatMap(([, list = '']) =>
    list.split(',').map((item) => item.trim().split(' ').at(-1) ?? ''),
  )
  const starred = [...stars].flatMap(([, from = '']) => publicNames(posix.join(posix.dirname(file), from)))
  const names = [...declared].map(([, name = '']) => name)
  return [...new Set([...names, ...listed, ...starred])].filter(Boolean).sort()
}
