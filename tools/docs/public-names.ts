// The public names of the SDK by subpath, with the first sentence of their documentation.

import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import sdk from '../../sdk/package.json' with { type: 'json' }

const SOURCES = new URL('../../sdk/src/', import.meta.url)

/** The subpaths of the package that are modules, by their sources: `.` is `./src/index.ts`. */
export const MODULES: ReadonlyMap<string, string> = new Map(
  Object.entries(sdk.exports).flatMap(([path, target]) =>
    typeof target === 'string' ? [] : [[path, target.source.replace('./src/', '')] as const],
  ),
)

/** A name that a module exports. */
export interface PublicName {
  name: string
  /** The file that declares it, below the sources. */
  file: string
  /** The first sentence of its doc comment; empty if it has none. */
  about: string
}

const KINDS = '(?:async |abstract )?(?:function\\*?|class|const|interface|type|enum)'

/** The names that a source file of the SDK exports, types included, sorted. */
export function publicNames(file: string): PublicName[] {
  const text = read(file)
  const declared = [...text.matchAll(new RegExp(`^export ${KINDS} (\\w+)`, 'gm'))].map(([, name = '']) =>
    declaredIn(file, name),
  )
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}(?: from '([^']+)')?/gm)]
  const listed = lists.flatMap(([, list = '', from]) =>
    itemsOf(list).map(([local, name]) => {
      const entry = from ? exportedBy(resolve(file, from), local) : knownIn(file, local)
      return { ...entry, name }
    }),
  )
  const stars = [...text.matchAll(/^export (?:type )?\* from '([^']+)'/gm)]
  const starred = stars.flatMap(([, from = '']) => publicNames(resolve(file, from)))
  const names = new Map([...starred, ...listed, ...declared].map((entry) => [entry.name, entry]))
  return [...names.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** The opening comment of a module, its first paragraph in one line. */
export function moduleComment(file: string): string {
  const [lines = ''] = /^(?:\/\/.*\n)*/.exec(read(file)) ?? []
  return (
    lines
      .replace(/^\/\/ ?/gm, '')
      .trim()
      .split('\n\n')[0]
      ?.replaceAll('\n', ' ') ?? ''
  )
}

/** The names of a list of exports or imports: as the file calls them, and as others do. */
function itemsOf(list: string): (readonly [local: string, name: string])[] {
  return list
    .split(',')
    .map((item) => item.trim().replace(/^type /, ''))
    .filter(Boolean)
    .map((item) => {
      const [local = '', name = local] = item.split(' as ')
      return [local, name]
    })
}

/** A name that another file takes from this one. */
function exportedBy(file: string, name: string): PublicName {
  const found = declares(file, name)
    ? declaredIn(file, name)
    : publicNames(file).find((entry) => entry.name === name)
  if (!found) throw new Error(`sdk/src/${file} does not export ${name}`)
  return found
}

/** A name that a file declares or imports, and exports in a list. */
function knownIn(file: string, name: string): PublicName {
  if (declares(file, name)) return declaredIn(file, name)
  const imports = read(file).matchAll(/^import (?:type )?\{([^}]*)\} from '(\.[^']+)'/gm)
  for (const [, list = '', from = ''] of imports) {
    const [original] = itemsOf(list).find(([, local]) => local === name) ?? []
    if (original) return exportedBy(resolve(file, from), original)
  }
  return { name, file, about: '' }
}

const declares = (file: string, name: string) =>
  new RegExp(`^(?:export )?${KINDS} ${name}\\b`, 'm').test(read(file))

/** A name that a file declares, with what the comment before it says. */
function declaredIn(file: string, name: string): PublicName {
  const [before = ''] = read(file).split(new RegExp(`^(?:export )?${KINDS} ${name}\\b`, 'm'))
  return { name, file, about: firstSentence(before) }
}

/** The public methods of the class in a file, in their order. */
export function methodsOf(file: string): PublicName[] {
  const text = read(file)
  return [...text.matchAll(/^ {2}(?:async )?\*?([a-z]\w*)(?:<[^(]*>)?\($/gm), ...text.matchAll(METHOD)]
    .filter(([, name]) => name !== 'constructor')
    .sort((one, other) => one.index - other.index)
    .map(({ 1: name = '', index }) => ({ name, file, about: firstSentence(text.slice(0, index)) }))
}

const METHOD = /^ {2}(?:async )?\*?([a-z]\w*)(?:<[^(]*>)?\(.+[{]$/gm

/** The first sentence of the doc comment at the end of a text; empty if there is none. */
function firstSentence(before: string): string {
  const [, comment = ''] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(before) ?? []
  const text = comment.replace(/^\s*\* ?/gm, '').split(/\n\s*\n|(?<!`)@(?!link)/)[0] ?? ''
  const [sentence = ''] = /^.*?(?:[.:](?= [A-Z`{]|$)|$)/.exec(text.replace(/\s+/g, ' ').trim()) ?? []
  return sentence.replace(/\{@link (\w+)\}/g, '`$1`').replace(/:$/, '.')
}

const read = (file: string) => readFileSync(new URL(file, SOURCES), 'utf8')

const resolve = (file: string, from: string) => posix.join(posix.dirname(file), from)
