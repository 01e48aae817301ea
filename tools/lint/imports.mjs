// Fails on imports that point the wrong way (docs/ARCHITECTURE.md, "The arrows"): program → IDL → sdk → app, and
// inside app/src from a room to those above it. Type-only imports count. Cycles between files are found by biome
// (`noImportCycles`); this file finds those between the folders of sdk/src.
//
//   node tools/lint/imports.mjs [ROOT]
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url))

const FOLDERS = ['app/src', 'sdk/src', 'migrations', 'bench', 'tools', 'tests']

/** The rooms of app/src. Each may import those before it. */
const ROOMS = [
  'runtime',
  'json',
  'chain',
  'prices',
  'store',
  'book',
  'history',
  'gateway',
  'keeper',
  'attestor',
  'deploy',
  'localnet',
  'main.ts',
]

/** Rooms that only app/src/main.ts may import. */
const FOR_MAIN_ONLY = ['gateway', 'localnet']

/** Packages that only the SDK may import. */
const ANCHOR = /^@(coral-xyz|anchor-lang)\//

/** Why `file` may not import `specifier`, or undefined if it may. */
function refusal(file, specifier) {
  const from = place(file)
  if (!specifier.startsWith('.')) {
    if (from.part === 'app/src' && ANCHOR.test(specifier)) return 'app uses Anchor through the SDK only'
    if (from.part === 'sdk/src' && specifier.startsWith('@prediction-market/')) return 'the SDK stands alone'
    return undefined
  }
  const target = resolve(file, specifier)
  const to = place(target)
  if (to.part === 'tests') {
    const isAllowed =
      from.part === 'tests' ||
      file.endsWith('.test.ts') ||
      (from.part === 'bench' && target.startsWith('tests/helpers/'))
    return isAllowed ? undefined : 'only tests, and bench for tests/helpers, import tests'
  }
  if (from.part === 'sdk/src') return to.part === 'sdk/src' ? undefined : 'the SDK stands alone'
  if (from.part === 'app/src') {
    return to.part === 'app/src' ? roomRefusal(from.room, to.room) : 'app imports itself and packages only'
  }
  if (from.part === 'migrations' && to.part === 'app/src') return roomRefusal('deploy', to.room)
  return undefined
}

/** Why a file of one room may not import a file of another, or undefined if it may. */
function roomRefusal(from, to) {
  for (const room of [from, to]) if (!ROOMS.includes(room)) return `app/src/${room} is not a known room`
  if (from === to) return undefined
  if (ROOMS.indexOf(to) > ROOMS.indexOf(from)) return `${to} stands below ${from}`
  if (FOR_MAIN_ONLY.includes(to) && from !== 'main.ts') return `only main.ts imports ${to}`
  return undefined
}

/** The part of the project that a file is in and, inside app/src and sdk/src, its room: a folder or a file. */
function place(file) {
  const [first, second, third] = file.split('/')
  return second === 'src' ? { part: `${first}/src`, room: third } : { part: first }
}

/** The file that a relative import names, from the root of the clone. */
function resolve(file, specifier) {
  return posix.join(posix.dirname(file), specifier)
}

/** The modules that a file imports or exports from, as it names them. */
function importsOf(file) {
  const text = readFileSync(`${ROOT}/${file}`, 'utf8')
  // The formatter puts these statements at the start of a line and their module into single quotes.
  const statements = text.matchAll(/^(?:(?:import|export)\b[^'"=;]*\bfrom|import) '([^']+)'/gm)
  const calls = text.matchAll(/\bimport\(\s*'([^']+)'/g)
  return [...statements, ...calls].map(([, specifier]) => specifier)
}

/** A cycle in a graph of names, as a list that ends where it begins, or undefined. */
function findCycle(graph) {
  const done = new Set()
  const visit = (name, path) => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name]
    if (done.has(name)) return undefined
    for (const next of graph.get(name) ?? []) {
      const cycle = visit(next, [...path, name])
      if (cycle) return cycle
    }
    done.add(name)
    return undefined
  }
  for (const name of graph.keys()) {
    const cycle = visit(name, [])
    if (cycle) return cycle
  }
  return undefined
}

/** Every TypeScript file, from the root of the clone. */
function sourceFiles() {
  const folders = FOLDERS.filter((folder) => existsSync(`${ROOT}/${folder}`))
  const files = folders.flatMap((folder) =>
    readdirSync(`${ROOT}/${folder}`, { recursive: true }).map((file) => `${folder}/${file}`),
  )
  return files.filter((file) => file.endsWith('.ts')).sort()
}

const problems = []
const sdkRooms = new Map()
for (const file of sourceFiles()) {
  for (const specifier of importsOf(file)) {
    const reason = refusal(file, specifier)
    if (reason) problems.push(`${file} imports ${specifier}: ${reason}`)
    if (!specifier.startsWith('.') || !file.startsWith('sdk/src/')) continue
    const from = place(file).room
    const to = place(resolve(file, specifier)).room
    if (from !== to) sdkRooms.set(from, (sdkRooms.get(from) ?? new Set()).add(to))
  }
}
const cycle = findCycle(sdkRooms)
if (cycle) problems.push(`sdk/src has a cycle of folders: ${cycle.join(' → ')}`)

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log('No import points the wrong way.')
