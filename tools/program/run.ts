import { spawnSync } from 'node:child_process'
import { ROOT } from './workspace.ts'

/** Runs a command in the root of the clone and returns its standard output; its messages are passed through. */
export function run(command: string, ...args: string[]): string {
  const { error, status, signal, stdout } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (error) throw new Error(`cannot start ${command}: ${error.message}`)
  if (status !== 0)
    throw new Error(`${[command, ...args].join(' ')} failed with ${signal ?? `exit code ${status}`}`)
  return stdout
}

/** Output of `command --version` on one line; undefined if the command is missing or fails. */
export function versionOf(command: string): string | undefined {
  const { error, status, stdout } = spawnSync(command, ['--version'], { cwd: ROOT, encoding: 'utf8' })
  if (error || status !== 0) return undefined
  return stdout
    .trim()
    .split(/\s*\n\s*/)
    .join(', ')
}
