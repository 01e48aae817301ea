// The command `npm run mutants`: breaks one rule of the program at a time and checks that a test notices.

import { parseArgs } from 'node:util'
import { buildMutant } from './mutants/build.ts'
import { isCaught, readVerdict, saveVerdict, writeTable } from './mutants/evidence.ts'
import { MUTANTS } from './mutants/list.ts'
import { testMutant } from './mutants/test.ts'

const HELP = `Builds changed programs, each with one rule broken, and prints which test catches each of them. For operators in
arithmetic and decisions run \`cargo mutants\`, which tests them without a built program.

  npm run mutants               all of them; updates docs/mutants.md
  npm run mutants -- NAME…      these
  npm run mutants -- --build    builds them only; needs Debian, as tools/sbf does

Everything is built in target/mutants. Fails if a mutant survives.`

function main(): number {
  const options = { build: { type: 'boolean' }, help: { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const unknown = positionals.filter((name) => !MUTANTS.some((mutant) => mutant.name === name))
  if (unknown.length > 0) throw new Error(`No such mutant: ${unknown.join(', ')}`)
  const chosen = MUTANTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  for (const mutant of chosen) {
    const program = buildMutant(mutant)
    if (values.build) continue
    const verdict = testMutant(mutant, program)
    saveVerdict(mutant, verdict)
    console.log(
      `${mutant.name}\n  fuzzer: ${verdict.fuzzer ?? 'not caught'}\n  test: ${verdict.test ?? 'not caught'}`,
    )
  }
  if (values.build) return 0
  writeTable(MUTANTS)
  const survivors = chosen.filter((mutant) => {
    const verdict = readVerdict(mutant)
    return verdict !== null && !isCaught(verdict)
  })
  for (const { name } of survivors) console.error(`${name} survives: a test is missing`)
  return survivors.length > 0 ? 1 : 0
}

process.exitCode = main()
