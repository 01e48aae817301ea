// Runs the cheap commands of tools/evidence/claims.json again, and fails if one fails or no longer prints a figure of its claim.

import { spawnSync } from 'node:child_process'
import { CHEAP, claims, firstCommand, missingFigures } from './evidence/claims.ts'

const DOCUMENT = 'tools/evidence/claims.json'

let failures = 0
for (const entry of claims) {
  const { claim, figures } = entry
  const command = firstCommand(entry)
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
