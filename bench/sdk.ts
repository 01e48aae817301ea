// Measures what a dApp pays for the SDK: the size of its bundle, by what it uses, and what npm installs. Bundles are
// made of the packed package, for a browser, by esbuild. Fails if the Kit door or the parser of questions exceeds its
// limit.
// `npm run bench -- sdk`
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import sdk from '../sdk/package.json' with { type: 'json' }
import { installPacked } from '../tests/helpers/sdk/packed.ts'
import { printTable, type Row } from './table.ts'

/** The most that one builder and one decoder of the Kit door may take, in bytes, minified. */
const KIT_LIMIT = 80_000

/** The most that the parser of questions may take alone, in bytes, gzipped. */
const QUESTIONS_LIMIT = 35_000

const QUESTIONS = 'questions alone'

const KIT_BET = 'Kit door: one builder and one decoder'

/** Modules of a dApp, by what they use. */
const USES: Readonly<Record<string, string>> = {
  'odds and questions':
    "export { odds, quote } from '@prediction-market/sdk'; export { parseQuestion } from '@prediction-market/sdk/question'",
  [QUESTIONS]: "export { parseQuestion } from '@prediction-market/sdk/question'",
  'one builder and one decoder':
    "export { decodeMarket } from '@prediction-market/sdk/accounts'; export { placeBet } from '@prediction-market/sdk/instructions'",
  'the whole client': "export * from '@prediction-market/sdk'",
  [KIT_BET]: "export { getMarketDecoder, getPlaceBetInstructionAsync } from '@prediction-market/sdk/kit'",
  'Kit door: all of it': "export * from '@prediction-market/sdk/kit'",
  'web3.js alone: a connection':
    "export { Connection, PublicKey, VersionedTransaction } from '@solana/web3.js'",
}

const { '@solana/web3.js': web3, '@solana/kit': kit } = sdk.devDependencies

/** The minified bytes of a module, with everything that it imports but for `external` packages. */
async function bundle(contents: string, resolveDir: string, external: string[] = []): Promise<Uint8Array> {
  const result = await build({
    stdin: { contents, resolveDir },
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    external,
    write: false,
    logLevel: 'error',
  })
  return result.outputFiles[0]?.contents ?? new Uint8Array()
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
  console.log(`\n${name}: ${bytes <= limit ? 'within' : 'above'} its limit of ${kilobytes(limit)} KB.`)
  if (bytes > limit) process.exitCode = 1
}

const project = await installPacked({ '@solana/kit': kit, '@solana/web3.js': web3 })
try {
  const rows: Row[] = []
  let kitSize = 0
  let questionsSize = 0
  for (const [use, contents] of Object.entries(USES)) {
    const all = await bundle(contents, project.folder)
    const own = await bundle(contents, project.folder, ['@solana/web3.js', '@solana/kit'])
    const zipped = gzipSync(all, { level: 9 }).length
    if (use === KIT_BET) kitSize = all.length
    if (use === QUESTIONS) questionsSize = zipped
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
  const plain = await installPacked({ '@solana/web3.js': web3 })
  const without = await installedIn(plain.folder).finally(() => plain.remove())
  printTable('Installed by npm', [
    { project: 'the SDK and web3.js', ...without },
    { project: 'the SDK, web3.js and Kit', ...withKit },
  ])

  requireWithin('Kit door, one builder and one decoder', kitSize, KIT_LIMIT)
  requireWithin('Questions alone, gzipped', questionsSize, QUESTIONS_LIMIT)
} finally {
  await project.remove()
}
