// Fails on imports that point the wrong way (docs/ARCHITECTURE.md, "The arrows") and on cycles between files or
// folders. Type-only imports count.
//
//   node tools/lint/imports.mjs [ROOT]
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { cycles } from './cycles.mjs'
import { refusal } from './rules.mjs'

const ROOT = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url))

const FOLDERS = ['app/src', 'sdk/src', 'web/src', 'migrations', 'bench', 'tools', 'tests', 'examples']

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

/** The modules that a file imports or exports from, as it names them. */
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
const inside = imports.filter(([file, specifier]) => specifier.startsWith('.') && isAcyclic(file))
const problems = [...forbidden, ...cycles(inside)]

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log('No import points the wrong way.')
