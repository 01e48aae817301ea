// Builds mutants of the program, in a copy of its workspace.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hashSources, sourceFiles } from '../../app/src/deploy/sources.ts'
import { run } from '../program/run.ts'
import { PROGRAM, ROOT } from '../program/workspace.ts'

/** A change of the program that breaks one rule. */
export interface Mutant {
  name: string
  /** The rule that it breaks. */
  rule: string
  /** File in `programs/prediction_market/src`. */
  file: string
  /** Text that occurs once in the file, and its replacement. */
  find: string
  replace: string
  /** Further changes of the same file, where one alone would not compile. */
  also?: readonly { find: string; replace: string }[]
  /** Files or folders in `tests/program` that are about the rule. */
  tests: string[]
}

/** All files of the mutants are in this folder; the clone's own sources and programs are never changed. */
const FOLDER = join(ROOT, 'target/mutants')
/** A copy of the program's workspace, which keeps its build folder between runs. */
const TREE = join(FOLDER, 'tree')
const SOURCES = `programs/${PROGRAM}/src`

/** The source file with the mutant's changes in it. Throws unless each text to change occurs exactly once. */
function changed({ name, file, find, replace, also }: Mutant): string {
  let text = readFileSync(join(ROOT, SOURCES, file), 'utf8')
  for (const change of [{ find, replace }, ...(also ?? [])]) {
    const count = text.split(change.find).length - 1
    if (count !== 1) throw new Error(`${name}: the text to change occurs ${count} times in ${file}`)
    text = text.replace(change.find, () => change.replace)
  }
  return text
}

/** Identifies a mutant of these sources. */
export function hashMutant(mutant: Mutant): string {
  return createHash('sha256').update(hashSources()).update(changed(mutant)).digest('hex').slice(0, 16)
}

/** Builds a mutant, unless it is built already, and returns the path of its program. */
export function buildMutant(mutant: Mutant): string {
  const output = join(FOLDER, 'programs', `${mutant.name}-${hashMutant(mutant)}.so`)
  if (existsSync(output)) return output
  prepareTree()
  const file = join(TREE, SOURCES, mutant.file)
  const partial = join(FOLDER, 'build', 'mutant.so')
  writeFileSync(file, changed(mutant))
  run(join(ROOT, 'tools/sbf/build'), TREE, PROGRAM, partial)
  mkdirSync(dirname(output), { recursive: true })
  renameSync(partial, output)
  return output
}

/** Updates the copy from the clone. Writes only files that differ, because Cargo rebuilds newer ones. */
function prepareTree(): void {
  for (const path of sourceFiles().filter((name) => !name.startsWith('tools/'))) {
    const [from, to] = [join(ROOT, path), join(TREE, path)]
    if (existsSync(to) && readFileSync(to).equals(readFileSync(from))) continue
    mkdirSync(dirname(to), { recursive: true })
    writeFileSync(to, readFileSync(from))
  }
}
