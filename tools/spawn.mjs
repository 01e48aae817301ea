// Runs commands of installed packages and passes signals on to them.

import { spawn } from 'node:child_process'
import { delimiter } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const COMMANDS = fileURLToPath(new URL('../node_modules/.bin', import.meta.url))
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a command in the root of the clone, with the commands of the installed packages on the PATH. Passes SIGINT,
 * SIGTERM and SIGHUP on to it and waits until it ends; resolves to its exit code or to the signal that ended it.
 *
 * @param onLine - called with each line of its output; by default the output is passed through
 */
export function run(command, args, env = {}, onLine = undefined) {
  const PATH = `${COMMANDS}${delimiter}${process.env.PATH}`
  const stdio = onLine ? ['inherit', 'pipe', 'pipe'] : 'inherit'
  const child = spawn(command, args, { cwd: ROOT, stdio, env: { ...process.env, PATH, ...env } })
  if (onLine) for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', onLine)
  const forward = (signal) => child.kill(signal)
  for (const signal of SIGNALS) process.on(signal, forward)
  return new Promise((resolve) => {
    const end = (result) => {
      for (const signal of SIGNALS) process.off(signal, forward)
      resolve(result)
    }
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`)
      end({ code: 127, signal: null })
    })
    child.once('close', (code, signal) => end({ code, signal }))
  })
}

/** Ends this process with the exit code or signal of a command. */
export function exitLike({ code, signal }) {
  if (signal) process.kill(process.pid, signal)
  else process.exit(code)
}

/** Runs a command, then ends this process with its exit code or signal. */
export async function runAndExit(command, args) {
  exitLike(await run(command, args))
}
