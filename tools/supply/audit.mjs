// Fails if npm knows a vulnerability of severity high or critical in a package that a release installs. If the registry
// does not answer audits, it prints that. `npm run supply`

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { readAudit } from './audit-report.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

// npm exits with 1 for any vulnerability; the report says which.
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: ROOT, encoding: 'utf8' })
const { leftOut, found } = readAudit(stdout)
if (leftOut !== null) console.log(`Left out: the registry does not answer audits: ${leftOut}`)
for (const text of found) console.error(text)
if (found.length > 0) process.exit(1)
if (leftOut === null) console.log('No vulnerability of severity high or critical.')
