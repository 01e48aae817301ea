// Tests a mutant with the fuzzer and the tests of its rule.

import { spawnSync } from 'node:child_process'
import { ROOT } from '../program/workspace.ts'
import type { Mutant } from './build.ts'

/** What caught a mutant: the fuzzer's disagreement and the title of a failing test; null if it did not. */
export interface Verdict {
  fuzzer: string | null
  test: string | null
}

const FUZZER_STEPS = '40000'
const FAST_KEYS = './tests/helpers/run/fast-keys.ts'
const LOADER = ['--conditions=source', '--import=tsx']

/** Runs the fuzzer and the tests of the mutant's rule against its program; all program tests if neither catches it. */
export function testMutant(mutant: Mutant, program: string): Verdict {
  const fuzzer = fuzz(program)
  const test = failingTest(mutant.tests, program)
  return { fuzzer, test: fuzzer === null && test === null ? failingTest(['.'], program) : test }
}

function fuzz(program: string): string | null {
  const args = [...LOADER, 'tests/fuzz/main.ts', '--brief', '--steps', FUZZER_STEPS]
  const { status, stderr } = spawn(args, program)
  if (status === 0) return null
  const found = /^Sequence (\d+) fails at step (\d+): (.*)$/m.exec(stderr)
  if (!found) throw new Error(`The fuzzer did not run:\n${stderr}`)
  const step = (Number(found[1]) - 1) * 1_000 + Number(found[2])
  return `step ${step}: ${found[3]}`
}

/** The title of the first test that fails. */
function failingTest(tests: readonly string[], program: string): string | null {
  const files = tests.map((test) => `tests/program/${test.endsWith('.ts') ? test : `${test}/**/*.test.ts`}`)
  const mocha = [
    'node_modules/mocha/bin/mocha.js',
    '--require',
    FAST_KEYS,
    '--bail',
    '--reporter',
    'tap',
    ...files,
  ]
  const { stdout, stderr } = spawn(mocha, program)
  if (!/^(not )?ok \d/m.test(stdout))
    throw new Error(`No test of ${files.join(', ')} ran:\n${stdout}${stderr}`)
  return /^not ok \d+ (.*)$/m.exec(stdout)?.[1] ?? null
}

function spawn(args: string[], program: string) {
  const env = { ...process.env, CHAIN: 'litesvm', PROGRAM_FILE: program }
  return spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8', maxBuffer: 1 << 28 })
}
