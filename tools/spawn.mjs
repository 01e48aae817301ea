// Runs commands of installed packages and passes signals on to them.

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const COMMANDS = fileURLToPath(new URL('../node_modules/.bin', import.meta.url))
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100

/** Seconds of processor time of all ended children of this process, and of theirs; 0 where Linux does not say. */
function secondsOfChildren() {
  try {
    const text = readFileSync('/proc/self/stat', 'utf8')
    // Counted from the end of the name of the command, which may have spaces.
    const [user, system] = text.slice(text.lastIndexOf(')')).split(' ').slice(14, 16).map(Number)
    return (user + system) / TICKS_PER_SECOND
  } catch {
    return 0
  }
}

let counted = secondsOfChildren()

/**
 * Runs a command in the root of the clone, with the commands of the installed packages on the PATH. Passes SIGINT,
 * SIGTERM and SIGHUP on to it and waits until it ends; resolves to its exit code or to the signal that ended it, and to
 * the seconds of processor time that it took, with the processes that it and its processes waited for.
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
    let processorSeconds = 0
    const end = (result) => {
      for (const signal of SIGNALS) process.off(signal, forward)
      resolve({ ...result, processorSeconds })
    }
    child.once('exit', () => {
      const before = counted
      counted = secondsOfChildren()
      processorSeconds = counted - before
    })
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
