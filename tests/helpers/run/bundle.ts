import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { ROOT } from '../localnet/process.ts'

/** A program in one file, which starts in a fraction of the time. */
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

/** Changes the source of a module as another release may have it. */
export type Change = (path: string, text: string) => string

/** Our modules find migrations and assets beside themselves: they keep the address of their source. */
const sourceAddresses = (change: Change): Plugin => ({
  name: 'source addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\/(app|sdk)\/src\/.*\.ts$/ }, async ({ path }) => {
      const text = change(path, await readFile(path, 'utf8'))
      const address = JSON.stringify(pathToFileURL(path).href)
      return { contents: text.replaceAll('import.meta.url', address), loader: 'ts' }
    })
  },
})

/**
 * Bundles a program into a folder of its own, where Node finds the packages that stay outside.
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
    // It loads files beside itself.
    external: ['@electric-sql/pglite'],
    plugins: [sourceAddresses(change)],
    logLevel: 'error',
    banner: { js: OLD_WAYS },
  })
  return { file, folder, remove: () => rm(folder, { recursive: true }) }
}
