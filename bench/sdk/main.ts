// Measures what a dApp pays for the SDK: the size of its bundle, by what it uses, and what npm installs. Bundles are
// built by esbuild from the packed package, for a browser; parts that a page loads later do not count. Fails if one
// exceeds its limit, or if a hostile question takes more than 10 ms to read. `npm run bench -- sdk`

import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Metafile } from 'esbuild'
import sdk from '../../sdk/package.json' with { type: 'json' }
import { installPacked } from '../../tests/helpers/sdk/packed.ts'
import { printTable, type Row } from '../table.ts'
import { measureQuestions } from './questions.ts'

const QUESTIONS = 'questions alone'
const CLIENT = 'the whole client'
const KIT_BET = 'Kit: one builder and one decoder'
const KIT_CLIENT = 'Kit: the client'
const REST = 'REST: all of it'

/** The most bytes of a bundle, gzipped, with all packages that it needs. */
const LIMITS: Readonly<Record<string, number>> = {
  [QUESTIONS]: 35_000,
  [CLIENT]: 260_000,
  [KIT_BET]: 25_000,
  [KIT_CLIENT]: 65_000,
  [REST]: 12_000,
}

/** The most milliseconds of processor time of a question. */
const QUESTION_MS = 10

/** Modules of a dApp, by what they use. */
const USES: Readonly<Record<string, string>> = {
  'odds and questions':
    "export { odds, quote } from '@prediction-market/sdk'; export { parseQuestion } from '@prediction-market/sdk/question'",
  [QUESTIONS]: "export { parseQuestion } from '@prediction-market/sdk/question'",
  'one builder and one decoder':
    "export { decodeMarket } from '@prediction-market/sdk/accounts'; export { placeBet } from '@prediction-market/sdk/instructions'",
  [CLIENT]: "export * from '@prediction-market/sdk'",
  [KIT_BET]: "export { getMarketDecoder, getPlaceBetInstructionAsync } from '@prediction-market/sdk/kit'",
  [KIT_CLIENT]: "export { PredictionMarketClient } from '@prediction-market/sdk/kit'",
  'Kit: all of it': "export * from '@prediction-market/sdk/kit'",
  [REST]: "export * from '@prediction-market/sdk/rest'",
  'web3.js alone: a connection':
    "export { Connection, PublicKey, VersionedTransaction } from '@solana/web3.js'",
}

const { '@coral-xyz/anchor': anchor, '@solana/web3.js': web3, '@solana/kit': kit } = sdk.devDependencies

/** The minified bytes of a module, with everything that it imports but for `external` packages. */
async function bundle(use: string, resolveDir: string, external: string[] = []): Promise<Uint8Array> {
  // Splitting is for the clients only: elsewhere esbuild would keep lazily loaded parts of unused code.
  const isSplit = use === CLIENT || use === KIT_CLIENT || use === REST
  const contents = USES[use] ?? ''
  const result = await build({
    stdin: { contents, resolveDir },
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    splitting: isSplit,
    outdir: 'bundle',
    external,
    write: false,
    metafile: true,
    logLevel: 'error',
  })
  const outputs = Object.entries(result.metafile.outputs)
  const [entry = ''] = outputs.find(([, { entryPoint }]) => entryPoint === '<stdin>') ?? []
  const loaded = [...loadedWith(entry, result.metafile)]
  const files = loaded.map((name) => result.outputFiles.find(({ path }) => path.endsWith(`/${name}`)))
  return Buffer.concat(files.map((file) => file?.contents ?? new Uint8Array()))
}

/** The files that are loaded with one, not those that it loads later. */
function loadedWith(name: string, metafile: Metafile, known = new Set<string>()): Set<string> {
  if (known.has(name)) return known
  known.add(name)
  for (const { path, kind, external } of metafile.outputs[name]?.imports ?? []) {
    if (kind === 'import-statement' && !external) loadedWith(path, metafile, known)
  }
  return known
}

const kilobytes = (bytes: number) => (bytes / 1_000).toFixed(1)

/** The packages in a project and the megabytes that their files take. */
async function installedIn(folder: string): Promise<Row> {
  const entries = await readdir(join(folder, 'node_modules'), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map((file) => stat(join(file.parentPath, file.name))))
  const isPackage = /node_modules\/(@[^/]+\/)?[^/@.][^/]*\/package\.json$/
  const packages = files.filter((file) => isPackage.test(join(file.parentPath, file.name)))
  const bytes = sizes.reduce((sum, { size }) => sum + size, 0)
  return { packages: packages.length, megabytes: (bytes / 1_000_000).toFixed(1) }
}

/** Fails the run if something is larger than its limit. */
function requireWithin(name: string, bytes: number, limit: number): void {
  console.log(`${name}: ${bytes <= limit ? 'within' : 'above'} its limit of ${kilobytes(limit)} KB.`)
  if (bytes > limit) process.exitCode = 1
}

const project = await installPacked({
  '@coral-xyz/anchor': anchor,
  '@solana/kit': kit,
  '@solana/web3.js': web3,
})
try {
  const rows: Row[] = []
  const sizes = new Map<string, number>()
  for (const use of Object.keys(USES)) {
    const all = await bundle(use, project.folder)
    const own = await bundle(use, project.folder, ['@coral-xyz/anchor', '@solana/web3.js', '@solana/kit'])
    const zipped = gzipSync(all, { level: 9 }).length
    sizes.set(use, zipped)
    rows.push({
      'a dApp that uses': use,
      'minified KB': kilobytes(all.length),
      'gzip KB': kilobytes(zipped),
      'without its peers KB': kilobytes(own.length),
      'gzip, without KB': kilobytes(gzipSync(own, { level: 9 }).length),
    })
  }
  printTable('Size of a bundle', rows)

  const withKit = await installedIn(project.folder)
  const plain = await installPacked({ '@coral-xyz/anchor': anchor, '@solana/web3.js': web3 })
  const without = await installedIn(plain.folder).finally(() => plain.remove())
  printTable('Installed by npm', [
    { project: 'the SDK and web3.js', ...without },
    { project: 'the SDK, web3.js and Kit', ...withKit },
  ])

  for (const [use, limit] of Object.entries(LIMITS)) requireWithin(use, sizes.get(use) ?? 0, limit)
} finally {
  await project.remove()
}

const slowest = measureQuestions()
printTable('Processor time of the slowest questions of 280 bytes, and of texts of 64 KB', slowest)
if (Number(slowest[0]?.ms) > QUESTION_MS) process.exitCode = 1
