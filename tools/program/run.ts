import { spawnSync } from 'node:child_process'
import { ROOT } from './workspace.ts'

/** Runs a command in the checkout, its messages shown as they come, and answers what it printed. */
export function run(command: string, ...args: string[]): string {
  const { error, status, signal, stdout } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (error) throw new Error(`${command} could not be started: ${error.message}`)
  if (status !== 0)
    throw new Error(`${[command, ...args].join(' ')} failed with ${signal ?? `exit code ${status}`}`)
  return stdout
}

/** What a command prints about itself on one line, or undefined where it is missing or does not run. */
export function versionOf(command: string): string | undefined {
  const { error, status, stdout } = spawnSync(command, ['--version'], { cwd: ROOT, encoding: 'utf8' })
  if (error || status !== 0) return undefined
  return stdout
    .trim()
    .split(/\s*\n\s*/)
    .join(', ')
}
