// Runs the commands of tools/evidence/claims.json that have rows again, and fails if one fails or prints another row.

import { spawnSync } from 'node:child_process'
import { claims, firstCommand, missingRows } from './evidence/claims.ts'

const DOCUMENT = 'tools/evidence/claims.json'

let failures = 0
for (const entry of claims) {
  const { claim, rows } = entry
  if (!rows) continue
  const command = firstCommand(entry)
  console.log(`\n${claim}\n  ${command}`)
  const { status, stdout } = spawnSync(`${command} 2>&1`, {
    shell: true,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  const missing = missingRows(rows, stdout)
  if (status === 0 && missing.length === 0) {
    console.log(`  as documented: ${rows.join('; ')}`)
    continue
  }
  failures += 1
  console.log(stdout)
  if (status !== 0) console.log(`  failed with ${status}`)
  for (const row of missing) console.log(`  ${DOCUMENT} has a row that is not printed: ${row}`)
}
process.exitCode = failures > 0 ? 1 : 0
