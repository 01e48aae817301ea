// Fails on imports that point the wrong way (docs/ARCHITECTURE.md, "Layers") and on cycles between files or
// folders, of TypeScript and of the program's Rust modules. Type-only imports count.
//
//   node tools/lint/imports.mjs [ROOT]
//
// Why not dependency-cruiser: its last version for Node 20 (17.4) parses TypeScript with the compiler below 7 only, and
// with ours it checks no file and reports success. With a second compiler it takes 7 s for these folders, this 0.5 s.
// It misses cycles between folders whose files lie deeper (client/x → rules → client/y), and it does not read Rust.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { cycles } from './cycles.mjs'
import { refusal, resolve } from './rules.mjs'
import { rustImports } from './rust.mjs'

const ROOT = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url))

const FOLDERS = [
  'app/src',
  'sdk/src',
  'web/src',
  'migrations',
  'bench',
  'research',
  'tools',
  'tests',
  'examples',
]

/** Folders in which cycles are refused. */
const ACYCLIC = ['app/src', 'sdk/src', 'web/src', 'migrations']

/** Generated code, whose files import each other through the indexes of their folders. */
const GENERATED = 'sdk/src/kit/generated'

/** The TypeScript files of a folder, from the root of the clone. */
function filesIn(folder) {
  if (!existsSync(`${ROOT}/${folder}`)) return []
  const files = readdirSync(`${ROOT}/${folder}`, { recursive: true }).map((file) => `${folder}/${file}`)
  return files.filter((file) => /\.tsx?$/.test(file)).sort()
}

/** The specifiers that a file imports or exports from. */
function importsOf(file) {
  const text = readFileSync(`${ROOT}/${file}`, 'utf8')
  // The formatter puts these statements at the start of a line and their module into single quotes.
  const statements = text.matchAll(/^(?:(?:import|export)\b[^'"=;]*\bfrom|import) '([^']+)'/gm)
  const calls = text.matchAll(/\bimport\(\s*'([^']+)'/g)
  return [...statements, ...calls].map(([, specifier]) => specifier)
}

const imports = FOLDERS.flatMap(filesIn).flatMap((file) =>
  importsOf(file).map((specifier) => [file, specifier]),
)
const forbidden = imports.flatMap(([file, specifier]) => {
  const reason = refusal(file, specifier)
  return reason ? [`${file} imports ${specifier}: ${reason}`] : []
})
const isAcyclic = (file) =>
  ACYCLIC.some((folder) => file.startsWith(`${folder}/`)) && !file.startsWith(`${GENERATED}/`)
const inside = imports
  .filter(([file, specifier]) => specifier.startsWith('.') && isAcyclic(file))
  .map(([file, specifier]) => [file, resolve(file, specifier), specifier])
const rust = rustImports(ROOT, 'programs/prediction_market/src')
const problems = [...forbidden, ...cycles([...inside, ...rust])]

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log('No import points the wrong way.')
