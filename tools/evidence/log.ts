// `node tools/run.mjs tools/evidence/log.ts NAME COMMAND` runs a long command, and appends what it printed to
// docs/evidence/NAME.txt, with the date, the machine and the result.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, readFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Lines of the end that are kept: a table and what is below it. */
const MAX_LINES = 60

const [name, ...words] = process.argv.slice(2)
if (!name || words.length === 0) {
  console.error('usage: node tools/run.mjs tools/evidence/log.ts NAME COMMAND…')
  process.exit(2)
}
const command = words.join(' ')
const started = new Date()
const { status, stdout } = spawnSync(command, {
  shell: true,
  cwd: ROOT,
  encoding: 'utf8',
  stdio: ['inherit', 'pipe', 'inherit'],
  maxBuffer: 2 ** 28,
})
process.stdout.write(stdout)
const seconds = Math.round((Date.now() - started.getTime()) / 1_000)
const lines = stdout.replaceAll(ROOT, './').trimEnd().split('\n').slice(-MAX_LINES)
const program = createHash('sha256').update(readFileSync(`${ROOT}sdk/program/prediction_market.so`))
const { stdout: commit } = spawnSync('git', ['rev-parse', '--short=8', 'HEAD'], {
  cwd: ROOT,
  encoding: 'utf8',
})
const machine = `${availableParallelism()} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB`
const entry = `$ ${command}
${started.toISOString().slice(0, 16)} UTC; ${machine}; Node ${process.version}; commit ${commit.trim()}, program ${program.digest('hex').slice(0, 16)}

${lines.join('\n')}

exit code ${status} after ${seconds} s

`
appendFileSync(`${ROOT}docs/evidence/${name}.txt`, entry)
process.exitCode = status ?? 1
