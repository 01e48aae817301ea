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
 * @param onLine - called with each line that it prints, which is passed on as it is otherwise
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

/** Ends this process as a command ended: by the same exit code or signal. */
export function exitLike({ code, signal }) {
  if (signal) process.kill(process.pid, signal)
  else process.exit(code)
}

/** Runs a command and ends this process as the command ends. */
export async function runAndExit(command, args) {
  exitLike(await run(command, args))
}
