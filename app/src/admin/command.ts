import { createInterface } from 'node:readline/promises'
import { runAdmin } from './run.ts'

async function isAgreed(): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Error('Nobody can be asked here: --yes signs without asking')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y(es)?$/i.test((await terminal.question('Sign it? [y/N] ')).trim())
  } finally {
    terminal.close()
  }
}

runAdmin(process.argv.slice(2), { environment: process.env, print: console.log, isAgreed }).catch(
  (error: Error & { logs?: readonly string[] }) => {
    console.error([error.message, ...(error.logs ?? [])].join('\n'))
    process.exitCode = 1
  },
)
