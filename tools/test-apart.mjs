// Runs test files one a process, two at a time: `node tools/test-apart.mjs FOLDER`. For solana-bankrun, which
// gives every chain threads of its own and ends them only with the process: dozens in one bring it to a halt.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const AT_ONCE = 2
const mocha = createRequire(import.meta.url).resolve('mocha/bin/mocha.js')
const [folder] = process.argv.slice(2)
if (!folder) throw new Error('usage: node tools/test-apart.mjs FOLDER')

const files = readdirSync(folder, { recursive: true })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => join(folder, file))
  .sort()
const total = { passed: 0, failed: 0 }

/** Runs one file and adds up; a file that dies without a report has failed. */
function run(file) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [mocha, '--reporter', 'json', file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
    })
    child.on('close', (code) => {
      report(file, code, read(output))
      resolve()
    })
  })
}

/** The report is the last thing printed; tests may print before it. */
function read(output) {
  try {
    return JSON.parse(output.slice(output.indexOf('{\n  "stats"')))
  } catch {
    console.log(output)
    return { stats: { passes: 0 }, failures: [] }
  }
}

function report(file, code, { stats, failures }) {
  total.passed += stats.passes
  total.failed += code === 0 ? 0 : Math.max(failures.length, 1)
  console.log(`${code === 0 ? '✔' : '✘'} ${file}: ${stats.passes} passing`)
  for (const { fullTitle, err } of failures) console.log(`\n  ${fullTitle}\n${err.stack ?? err.message}\n`)
}

const queue = [...files]
const lane = async () => {
  for (let file = queue.shift(); file; file = queue.shift()) await run(file)
}
await Promise.all(Array.from({ length: AT_ONCE }, lane))
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || files.length === 0 ? 1 : 0
