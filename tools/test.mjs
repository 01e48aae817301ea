// Runs the test suites of tools/suites.json, several at a time, and starts no more once one has failed. Prints the
// processor time of each, which hardly depends on what else the machine does:
//
//   npm test                   every part, by the suites that are not optional
//   npm test gateway keeper    these
//   npm test -- --stress gateway 5    these five times, beside a process for each core that never rests

import './install.mjs'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { exitLike, run } from './spawn.mjs'

const suites = JSON.parse(readFileSync(new URL('suites.json', import.meta.url), 'utf8'))

function usage() {
  const lines = Object.entries(suites).map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`)
  return `usage: npm test [SUITE…]\n       npm test -- --stress SUITE… TIMES\n\n${lines.join('\n')}\n\nOne file: npx mocha tests/sdk/odds.test.ts`
}

const LONGEST = [...suites.slow.files, ...suites.long.files]

/** How many processes a suite runs in. */
const processesOf = ({ jobs, jobsAlone }) => (isAlone ? jobsAlone : undefined) ?? jobs ?? 1

/**
 * The mocha command of a suite, whose `files` are test files and, with a slash at their end, folders of them; and
 * `again` those of other suites that take longer in its `env`. It runs in `jobs` processes, or in `jobsAlone` if no
 * other suite runs, with the module `require` loaded first. The suites of `npm test` leave out what `slow` and `long`
 * have.
 */
function command(suite) {
  const { files, again = [], require, within, optional } = suite
  const processes = processesOf(suite)
  const parallel = processes > 1 ? ['--parallel', '--jobs', `${processes}`] : []
  const patterns = [...files, ...again].map((file) => (file.endsWith('/') ? `${file}**/*.test.ts` : file))
  const ignored = optional ? [] : LONGEST.flatMap((file) => ['--ignore', file])
  const first = require ? ['--require', require] : []
  const mocha = ['mocha', ...first, ...parallel, ...ignored, ...patterns]
  return within ? [within, ...mocha] : mocha
}

const [option, ...others] = process.argv.slice(2)
const isStressed = option === '--stress'
const times = isStressed ? Number(others.pop()) : 1
const names = isStressed ? others : process.argv.slice(2)
const unknown = names.filter((name) => !(name in suites))
if (isStressed && !(names.length > 0 && Number.isInteger(times) && times > 0)) {
  console.error(usage())
  process.exit(2)
}
if (unknown.length > 0) {
  const isHelp = unknown.includes('--help')
  console.error(isHelp ? usage() : `No such suite: ${unknown.join(', ')}\n\n${usage()}`)
  process.exit(isHelp ? 0 : 2)
}

const defaults = Object.keys(suites).filter((name) => !suites[name].optional)
const queue = names.length > 0 ? Array(times).fill(names).flat() : defaults
// Tests mostly wait for slots and timers, so three processes for each core keep the cores busy. The suites that never
// wait are the last ones.
const isAlone = queue.length === 1 || (isStressed && names.length === 1)
const PROCESSES = isAlone ? 1 : 3 * Math.max(2, availableParallelism())
/** Lines about failed tests that are printed again at the end, where the output of other suites does not hide them. */
const MAX_LINES = 200
const results = []

/** Runs a suite; prefixes its lines with its name, unless it runs alone. */
async function runSuite(name) {
  console.log(`── ${name}: ${suites[name].about} ──`)
  const started = Date.now()
  const [program, ...args] = command(suites[name])
  const failures = []
  const print = (line) => {
    console.log(`${name.padEnd(9)}│ ${line}`)
    const isSummary = failures.length > 0 || / \d+ failing/.test(line)
    if (isSummary && failures.length < MAX_LINES) failures.push(line)
  }
  const result = await run(program, args, suites[name].env, isAlone ? undefined : print)
  results.push({ name, result, failures, seconds: (Date.now() - started) / 1_000 })
}

/** Whether to start no more; a stressed run counts how often each suite fails. */
const isOver = () => !isStressed && results.some(({ result }) => result.code !== 0)

/** Runs the suites of the queue in its order, each as soon as there are enough free processes. */
async function runAll() {
  const running = new Set()
  let free = PROCESSES
  while (queue.length > 0 && !isOver()) {
    const needed = processesOf(suites[queue[0]])
    if (needed <= free || running.size === 0) {
      free -= needed
      const suite = runSuite(queue.shift()).then(() => {
        free += needed
        running.delete(suite)
      })
      running.add(suite)
    } else {
      await Promise.race(running)
    }
  }
  await Promise.all(running)
}

/** Never rests, and ends when the process that started it has ended. */
const BUSY =
  'const { ppid } = process; while (process.ppid === ppid) for (let count = 0; count < 1e7; count++);'
const load = isStressed
  ? Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', BUSY]))
  : []
await runAll()
for (const busy of load) busy.kill('SIGKILL')
if (isStressed) {
  console.log(`\nBeside ${load.length} busy processes:`)
  for (const name of names) {
    const passed = results.filter(({ name: suite, result }) => suite === name && result.code === 0).length
    console.log(`${name} passed ${passed} of ${times} times`)
  }
}
if (!isAlone) {
  for (const { name, failures } of results) {
    if (failures.length > 0) console.log(`\n── ${name} ──\n${failures.join('\n')}`)
  }
}
const minutes = (seconds) => `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
console.log()
let processorSeconds = 0
for (const { name, result, seconds } of results) {
  processorSeconds += result.processorSeconds
  const verdict = result.code === 0 ? 'passed' : `failed (${result.signal ?? `exit code ${result.code}`})`
  console.log(
    `${name.padEnd(9)} ${verdict}, ${minutes(seconds)}, processor time ${minutes(result.processorSeconds)}`,
  )
}
console.log(`${'in all'.padEnd(9)} processor time ${minutes(processorSeconds)}`)
const failed = results.find(({ result }) => result.code !== 0)
if (failed) exitLike(failed.result)
