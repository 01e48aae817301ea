// Bundles programs of the project into one file, so that processes of tests start faster.

import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { outcomeOf, ROOT, type Running, start } from '../localnet/process.ts'

/** A program bundled into one file. */
export interface BundledApp {
  /** The file to run. */
  file: string
  /** A folder for files that a test needs beside it. */
  folder: string
  remove(): Promise<void>
}

/** CommonJS globals that some packages still expect. */
const OLD_WAYS = `import { createRequire as requireFrom } from 'node:module'
const require = requireFrom(import.meta.url)
const __filename = import.meta.url`

/** Changes the source of a module, to simulate another release. */
export type Change = (path: string, text: string) => string

/** Modules of the project locate migrations and assets by `import.meta.url`, so it must stay that of their source. */
const sourceAddresses = (change: Change): Plugin => ({
  name: 'source addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\/((app|sdk)\/src|migrations)\/.*\.ts$/ }, async ({ path }) => {
      const text = change(path, await readFile(path, 'utf8'))
      const address = JSON.stringify(pathToFileURL(path).href)
      return { contents: text.replaceAll('import.meta.url', address), loader: 'ts' }
    })
  },
})

/**
 * Bundles a program into a new folder, where Node finds the packages that are not bundled.
 *
 * @param entry - its source; the app with all commands by default
 * @param change - changes the sources of app and SDK
 */
export async function bundleApp(
  entry = 'app/src/main.ts',
  change: Change = (_, text) => text,
): Promise<BundledApp> {
  const parent = join(ROOT, 'node_modules/.cache')
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(join(parent, 'app-'))
  const file = join(folder, 'main.mjs')
  await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['source'],
    // These packages load files beside themselves.
    external: ['@electric-sql/pglite', 'bigint-buffer'],
    plugins: [sourceAddresses(change)],
    logLevel: 'error',
    banner: { js: OLD_WAYS },
  })
  return { file, folder, remove: () => rm(folder, { recursive: true }) }
}

const bundles = new Map<string, Promise<BundledApp>>()

/** Bundles a program once per process; the bundle is removed at exit. */
async function bundleOnce(entry: string): Promise<BundledApp> {
  const bundle = await bundleApp(entry)
  process.once('exit', () => rmSync(bundle.folder, { recursive: true }))
  return bundle
}

/** Starts a bundled program of the project: starting it from sources takes 5 s of CPU time. */
export async function startBundled(
  entry: string,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<Running> {
  const bundle = bundles.get(entry) ?? bundleOnce(entry)
  bundles.set(entry, bundle)
  return start(process.execPath, [(await bundle).file, ...args], env)
}

/** Runs a bundled program of the project and waits until it ends. */
export async function runBundled(
  entry: string,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  return outcomeOf(await startBundled(entry, args, env))
}
