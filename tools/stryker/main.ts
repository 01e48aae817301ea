// The command `npm run mutants:ts`: changes one place of the TypeScript at a time and checks that a unit test notices.

import { parseArgs } from 'node:util'
import { PARTS } from './parts.ts'
import { saveRun, writeDocument } from './report.ts'
import { runStryker } from './run.ts'

const HELP = `Runs Stryker over parts of the TypeScript and updates docs/evidence/mutants-ts.md.

  npm run mutants:ts                    all parts
  npm run mutants:ts -- PART…           these: ${Object.keys(PARTS).join(', ')}
  npm run mutants:ts -- --jobs 1 PART   one test process at a time [2]

Fails if a part is below 85 %, or a survivor has no reason in tools/stryker/results.json.`

function main(): number {
  const options = { jobs: { type: 'string', default: '2' }, help: { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const chosen = positionals.length > 0 ? positionals : Object.keys(PARTS)
  for (const name of chosen) {
    const part = PARTS[name]
    if (!part) throw new Error(`No such part: ${name}`)
    saveRun(name, runStryker(part, Number(values.jobs)))
  }
  const faults = writeDocument(Object.keys(PARTS))
  for (const fault of faults) console.error(fault)
  return faults.length > 0 ? 1 : 0
}

process.exitCode = main()
