// Runs the cheap commands of docs/evidence.md again, and fails if one fails or no longer prints a figure of its row.

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { CHEAP, missingFigures, readClaims } from './evidence/claims.ts'

const DOCUMENT = 'docs/evidence.md'

let failures = 0
for (const { claim, commands, figures } of readClaims(readFileSync(DOCUMENT, 'utf8'))) {
  const [command = ''] = commands
  if (!CHEAP.includes(command)) continue
  console.log(`\n${claim}\n  ${command}`)
  const { status, stdout } = spawnSync(`${command} 2>&1`, {
    shell: true,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  const missing = missingFigures(figures, stdout)
  if (status === 0 && missing.length === 0) {
    console.log(`  as documented: ${figures}`)
    continue
  }
  failures += 1
  console.log(stdout)
  if (status !== 0) console.log(`  failed with ${status}`)
  if (missing.length > 0) console.log(`  ${DOCUMENT} says "${figures}"; not printed: ${missing.join(', ')}`)
}
process.exitCode = failures > 0 ? 1 : 0
