// Runs the test suites of tools/suites.json one after another and stops at the first that fails:
//
//   npm test                   every suite that needs nothing but Node
//   npm test gateway keeper    these
import './install.mjs'
import { readFileSync } from 'node:fs'
import { exitLike, run } from './spawn.mjs'

const suites = JSON.parse(readFileSync(new URL('suites.json', import.meta.url), 'utf8'))

function usage() {
  const lines = Object.entries(suites).map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`)
  return `usage: npm test [SUITE…]\n\n${lines.join('\n')}\n\nOne file: npx mocha tests/sdk/odds.test.ts`
}

/** The mocha command of a suite, whose `files` are test files and, with a slash at their end, folders of them. */
function command({ files, jobs, within }) {
  const parallel = jobs ? ['--parallel', '--jobs', `${jobs}`] : []
  const patterns = files.map((file) => (file.endsWith('/') ? `${file}**/*.test.ts` : file))
  const mocha = ['mocha', ...parallel, ...patterns]
  return within ? [within, ...mocha] : mocha
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !(name in suites))
if (unknown.length > 0) {
  const isHelp = unknown.includes('--help')
  console.error(isHelp ? usage() : `No such suite: ${unknown.join(', ')}\n\n${usage()}`)
  process.exit(isHelp ? 0 : 2)
}

const defaults = Object.keys(suites).filter((name) => !suites[name].optional)
for (const name of names.length > 0 ? names : defaults) {
  console.log(`\n── ${name}: ${suites[name].about} ──`)
  const [program, ...args] = command(suites[name])
  const result = await run(program, args, suites[name].env)
  if (result.code !== 0) {
    exitLike(result)
    break
  }
}
