// Builds the web page into web/dist if its build is missing or older than its sources:
//
//   node tools/web/build.mjs

import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const BUILD = join(ROOT, 'web/dist')
const INDEX = join(BUILD, 'index.html')

/** The files and folders that the build depends on. */
const SOURCES = [
  'web/index.html',
  'web/embed.html',
  'web/verify.html',
  'web/package.json',
  'web/vite.config.ts',
  'web/public',
  'web/src',
  'sdk/src',
  'tools/web/build.mjs',
  'package-lock.json',
]

/**
 * Pages that are built together share scripts. The verifier shares none: what it needs would be loaded by all. It alone
 * verifies signatures by tweetnacl; the others have no keypair, for which the SDK would load it.
 */
const BUILDS = [
  { pages: ['index.html', 'embed.html'], external: ['tweetnacl'] },
  { pages: ['verify.html'], external: [] },
]

/** Files that compress well; fonts are compressed already. */
const COMPRESSIBLE = /\.(html|css|js|svg)$/

/** Builds the page if needed. A build takes a few seconds and no network. */
export async function buildWeb() {
  if (existsSync(INDEX) && SOURCES.every((source) => newest(join(ROOT, source)) <= modified(INDEX))) return
  console.error('Building the web page…')
  const { build } = await import('vite')
  // Builds into a temporary folder: another process may build or serve the page at the same time.
  const outDir = `${BUILD}-${process.pid}`
  const root = join(ROOT, 'web')
  for (const { pages, external } of BUILDS) {
    const rolldownOptions = { input: pages.map((name) => join(root, name)), external }
    await build({ root, logLevel: 'warn', build: { outDir, emptyOutDir: false, rolldownOptions } })
  }
  await Promise.all(
    filesIn(outDir)
      .filter((file) => COMPRESSIBLE.test(file))
      .map(compress),
  )
  replaceBuild(outDir)
}

/** Moves a finished build into place. If another process was faster, its build stays. */
function replaceBuild(folder) {
  rmSync(BUILD, { recursive: true, force: true })
  try {
    renameSync(folder, BUILD)
  } catch (error) {
    rmSync(folder, { recursive: true })
    if (!existsSync(INDEX)) throw error
  }
}

/** Writes a compressed copy beside a file, in each encoding that the gateway serves. */
async function compress(file) {
  const data = readFileSync(file)
  writeFileSync(`${file}.gz`, await promisify(gzip)(data, { level: 9 }))
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(data))
}

/** Everything in a folder, folders too. */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
}

/** When a file, or the newest file or folder in a folder, was last changed. */
function newest(path) {
  if (!statSync(path).isDirectory()) return modified(path)
  return Math.max(...[path, ...filesIn(path)].map(modified))
}

function modified(path) {
  return statSync(path).mtimeMs
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await import('../install.mjs')
  await buildWeb()
}
