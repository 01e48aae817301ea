// Builds and installs a release.

import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT, type Running, start } from '../localnet/process.ts'

const run = promisify(execFile)

/** A release in a temporary folder, with production dependencies only. */
export interface InstalledRelease {
  folder: string
  /** Starts a command of its package.json, such as `start`, in production and without the environment of the tests. */
  start(command: string, args?: string[], env?: Record<string, string>): Running
  remove(): Promise<void>
}

/** Builds the clone and installs its release. */
export async function installRelease(): Promise<InstalledRelease> {
  await run(process.execPath, ['tools/build/build.mjs'], { cwd: ROOT })
  const folder = await mkdtemp(join(tmpdir(), 'release-'))
  await cp(join(ROOT, 'dist'), folder, { recursive: true })
  const options = ['--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', '--silent']
  await run('npm', ['install', ...options], { cwd: folder })
  const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  return {
    folder,
    start(command, args = [], env = {}) {
      // Without npm, which would not pass on signals.
      const [program, file = '', ...rest] = scripts[command]?.split(' ') ?? []
      if (program !== 'node') throw new Error(`${command}: must run Node alone, got ${scripts[command]}`)
      const production = { NODE_ENV: 'production', NODE_OPTIONS: '', ...env }
      return start(process.execPath, [join(folder, file), ...rest, ...args], production)
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
