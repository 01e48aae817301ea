// Packs the SDK and installs it into an empty project.

import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** A project that has installed the packed SDK. */
export interface PackedProject {
  folder: string
  tarball: string
  /** The path of a file of the installed package. */
  installed(...path: string[]): string
  /** Writes a script into the project, runs it with Node alone, and returns what it prints. */
  run(name: string, script: string, env?: Record<string, string>): Promise<string>
  remove(): Promise<void>
}

/** Builds the SDK and packs it into a folder; returns the name of the tarball. */
export async function packSdk(folder: string): Promise<string> {
  await run('npm', ['pack', '--silent', '--workspace', 'sdk', '--pack-destination', folder], { cwd: ROOT })
  const name = (await readdir(folder)).find((file) => file.endsWith('.tgz'))
  if (!name) throw new Error('Nothing was packed')
  return name
}

/** Installs the packages of a project, from npm's cache where it has them; Vite sets NODE_ENV, which would leave some out. */
export async function installPackages(project: string): Promise<void> {
  await run('npm', ['install', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund', '--silent'], {
    cwd: project,
  })
}

/** Packs the SDK and installs the tarball into an empty project, beside `others`, by name and version. */
export async function installPacked(others: Readonly<Record<string, string>>): Promise<PackedProject> {
  const folder = await mkdtemp(join(tmpdir(), 'sdk-package-'))
  const name = await packSdk(folder)
  const dependencies = { '@prediction-market/sdk': `file:${name}`, ...others }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', dependencies }))
  await installPackages(folder)
  return {
    folder,
    tarball: join(folder, name),
    installed: (...path) => join(folder, 'node_modules/@prediction-market/sdk', ...path),
    async run(file, script, env = {}) {
      await writeFile(join(folder, file), script)
      const options = { cwd: folder, env: { ...process.env, NODE_OPTIONS: '', ...env } }
      return (await run('node', ['--no-experimental-require-module', file], options)).stdout
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
