// The admin command: runs it in a terminal and asks before anything is signed.

import { createInterface } from 'node:readline/promises'
import { runAdmin } from './run.ts'

async function isAgreed(): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new Error('Not a terminal, so nobody can confirm: --yes signs without asking')
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
