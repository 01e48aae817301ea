// Finds the imports between the modules of a Rust crate.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/**
 * The imports between the modules of a crate: `use` statements and paths that begin with `crate`, `super`, `self` or a
 * child module. A name that a module re-exports counts as one of the file that defines it. Re-exports of a `mod.rs` and
 * definitions of the crate's root (`crate::ID`) do not count.
 *
 * @param root the root of the clone
 * @param source the crate's source folder, from there
 * @returns triples: a file, the file that it imports, and the path that it uses
 */
export function rustImports(root, source) {
  if (!existsSync(`${root}/${source}`)) return []
  const files = readdirSync(`${root}/${source}`, { recursive: true }).filter((file) => file.endsWith('.rs'))
  const modules = new Map(
    files.map((file) => {
      const name = file.replace(/(^|\/)(mod|lib)\.rs$|\.rs$/, '')
      return [
        name,
        { file: `${source}/${file}`, text: withoutNoise(readFileSync(`${root}/${source}/${file}`, 'utf8')) },
      ]
    }),
  )
  return [...modules.keys()]
    .filter((name) => name !== '')
    .flatMap((name) => {
      const { file, text } = modules.get(name)
      return pathsIn(text, name, modules).flatMap((path) => {
        const target = definer(modules, ...descend(modules, '', path))
        return target === '' || target === name
          ? []
          : [[file, modules.get(target).file, ['crate', ...path].join('::')]]
      })
    })
}

/** Source text without comments, strings and unit tests. */
function withoutNoise(text) {
  return text
    .replace(/'"'|"(?:[^"\\]|\\.)*"|\/\/.*$/gm, '')
    .replace(/^#\[cfg\(test\)\]\s*mod \w+ \{[\s\S]*?^\}/gm, '')
}

/** The paths by which a module refers to others of the crate, from the crate's root. */
function pathsIn(text, module, modules) {
  const uses = [...text.matchAll(/(\bpub(?:\(crate\))? )?\buse ([^;]+);/g)]
  const own = uses.filter(([, isPublic]) => !isPublic).flatMap(([, , tree]) => expand(tree))
  const inline = text.replace(/\buse [^;]+;/g, '').match(/\b\w+(?:::\w+)+/g) ?? []
  return [...own, ...inline.map((path) => path.split('::'))].flatMap((path) => {
    const absolute = fromRoot(path, module, modules)
    return absolute ? [absolute] : []
  })
}

/** The paths of a `use` tree: `a::{b, c::D}` is `a::b` and `a::c::D`. */
function expand(tree) {
  const text = tree.trim()
  const brace = text.indexOf('{')
  if (brace === -1) return [text.replace(/ as \w+$/, '').split('::')]
  const prefix = text.slice(0, brace).split('::').filter(Boolean)
  const parts = []
  let depth = 0
  let part = ''
  for (const letter of text.slice(brace + 1, text.lastIndexOf('}'))) {
    if (letter === '{') depth += 1
    if (letter === '}') depth -= 1
    if (letter === ',' && depth === 0) {
      parts.push(part)
      part = ''
    } else part += letter
  }
  return [...parts, part]
    .filter((one) => one.trim() !== '')
    .flatMap((one) => expand(one).map((path) => [...prefix, ...path]))
}

/** A path from the crate's root, or undefined if it leads to another crate or into a type. */
function fromRoot([first, ...rest], module, modules) {
  if (first === 'crate') return rest
  if (first === 'self') return [...module.split('/'), ...rest]
  if (first === 'super') {
    const parent = posix.dirname(module)
    return fromRoot(['self', ...rest], parent === '.' ? '' : parent, modules)?.filter(Boolean)
  }
  return modules.has(posix.join(module, first)) ? [...module.split('/'), first, ...rest] : undefined
}

/** The module that a path leads to, and the name in it that comes next. */
function descend(modules, start, path) {
  let module = start
  for (const [index, name] of path.entries()) {
    const child = posix.join(module, name)
    if (!modules.has(child)) return [module, path[index]]
    module = child
  }
  return [module, '*']
}

/** The module that defines a name which `module` defines or re-exports. */
function definer(modules, module, name) {
  const { text } = modules.get(module)
  if (defines(text, name)) return module
  const exported = [...text.matchAll(/\bpub(?:\(crate\))? use ([^;]+);/g)].flatMap(([, tree]) => expand(tree))
  for (const path of exported) {
    if (path.at(-1) !== name && path.at(-1) !== '*') continue
    const absolute = fromRoot(path, module, modules)
    if (!absolute) continue
    const [from] = descend(modules, '', absolute.slice(0, -1))
    const found = definer(modules, from, name)
    if (defines(modules.get(found).text, name)) return found
  }
  return module
}

function defines(text, name) {
  return new RegExp(`\\b(?:struct|enum|fn|const|static|trait|type|macro_rules!|union) ${name}\\b`).test(text)
}
