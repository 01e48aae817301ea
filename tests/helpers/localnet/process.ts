// Runs commands and scripts of the project.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** A running command. */
export interface Running {
  child: ChildProcess
  /** Its output so far. */
  output(): string
  /** Settles once it has ended and everything it printed has been read. */
  ended: Promise<{ code: number | null; signal: string | null }>
}

/** Starts a command in the project's folder, in a new process group if `detached`. */
export function start(
  command: string,
  args: string[],
  env: Record<string, string> = {},
  options: { detached?: boolean } = {},
): Running {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }))
  return { child, output: () => output, ended }
}

/** Runs a TypeScript file of the project and waits until it ends. */
export async function runScript(
  file: string,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  return outcomeOf(startScript(file, args, env))
}

/** Waits for the end of a command. */
export async function outcomeOf({
  ended,
  output,
}: Running): Promise<{ code: number | null; output: string }> {
  const { code } = await ended
  return { code, output: output() }
}

/** Starts a TypeScript file of the project. */
export function startScript(file: string, args: string[] = [], env: Record<string, string> = {}): Running {
  return start(process.execPath, ['--conditions=source', '--import=tsx', file, ...args], env)
}

/** Whether any process of a group is left. */
export function isGroupRunning(group: number): boolean {
  try {
    process.kill(-group, 0)
    return true
  } catch {
    return false
  }
}
