import { execFile } from 'node:child_process'
import { access, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { build } from 'esbuild'
import root from '../../package.json' with { type: 'json' }
import sdk from '../../sdk/package.json' with { type: 'json' }
import { MODULES } from '../../tools/docs/public-names.ts'
import { PRICE_AT_EXPIRY } from '../helpers/program/world.ts'
import { type ClientWorld, startClientWorld } from '../helpers/sdk/client-world.ts'
import { installPacked, type PackedProject } from '../helpers/sdk/packed.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const command = (name: string) => join(ROOT, 'node_modules/.bin', name)

/** Every module of the package, as a project imports it. */
const SPECIFIERS = [...MODULES.keys()].map((path) => `@prediction-market/sdk${path.slice(1)}`)

/** What a project of either module system does with the modules, after it has loaded them. */
const USE = `
const key = sdk.PROGRAM_ID
const bet = instructions.placeBet({ bettor: key, market: key, outcome: 'Yes', amount: 5n })
const data = kit.parsePlaceBetInstruction({
  programAddress: key.toBase58(),
  accounts: bet.keys.map(({ pubkey }) => ({ address: pubkey.toBase58(), role: 0 })),
  data: bet.data,
}).data
console.log(JSON.stringify({
  amount: String(data.stake.amount),
  error: transaction.parseProgramError('custom program error: 0x1770').name,
  isSame: instructions.placeBet({ bettor: new web3.PublicKey(key.toBytes()), market: key, outcome: 'Yes', amount: 5n }).data.equals(bet.data),
  idl: idl.metadata.name,
  rest: typeof rest.createRestClient({ baseUrl: 'http://127.0.0.1', apiKey: 'pmk_1' }).GET,
  openapi: openapi.openapi,
  modules: modules.every((module) => Object.keys(module).length > 0),
}))
`
const USED = {
  amount: '5',
  error: 'ArithmeticOverflow',
  isSame: true,
  idl: 'prediction_market',
  rest: 'function',
  openapi: '3.1.0',
  modules: true,
}

/** The modules in a strict TypeScript project; amounts that are no bigint and unknown paths must not compile. */
const TYPED = `import { PROGRAM_ID } from '@prediction-market/sdk'
import type { ProgramEvent } from '@prediction-market/sdk/events'
import { placeBet } from '@prediction-market/sdk/instructions'
import { type Market, type PredictionMarketClient, getMarketDecoder } from '@prediction-market/sdk/kit'
import { createRestClient, unwrap } from '@prediction-market/sdk/rest'
export const bet = placeBet({ bettor: PROGRAM_ID, market: PROGRAM_ID, outcome: 'No', amount: 1n })
export const amount = (event: ProgramEvent): bigint => (event.name === 'BetPlaced' ? event.data.amount : 0n)
export const decode = (data: Uint8Array): Market => getMarketDecoder().decode(data)
export const types = async (client: PredictionMarketClient): Promise<string[]> =>
  (await client.markets.list()).map(({ condition }) => condition.type)
// @ts-expect-error: amounts are bigint
placeBet({ bettor: PROGRAM_ID, market: PROGRAM_ID, outcome: 'No', amount: 1 })
const rest = createRestClient({ baseUrl: 'http://127.0.0.1' })
export const ids = async (): Promise<string[]> => unwrap(await rest.GET('/v1/markets')).map(({ id }) => id)
// @ts-expect-error: there is no such path
rest.GET('/v1/nothing')
`

/** Subpaths that a page can use without a client of Solana. */
const LIGHT = ['/condition', '/currency', '/feeds', '/question', '/request', '/rest']

/** The texts in a tree of objects. */
function leaves(tree: string | object): string[] {
  return typeof tree === 'string' ? [tree] : Object.values(tree).flatMap(leaves)
}

describe('the packed SDK', () => {
  let project: PackedProject

  before('is packed, and installed into an empty project', async () => {
    const { '@types/node': types, '@solana/spl-token': tokens } = root.devDependencies
    // The helpers of the consumer use chai.
    const { litesvm, 'solana-bankrun': bankrun, chai } = root.devDependencies
    const chains = { litesvm, 'solana-bankrun': bankrun }
    const tools = { '@types/node': types, '@solana/spl-token': tokens, chai, ...chains }
    project = await installPacked({ ...sdk.devDependencies, ...tools })
  })

  after(() => project.remove())

  it('holds what is needed and nothing else', async () => {
    const entries = await readdir(project.installed(), { recursive: true, withFileTypes: true })
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(project.installed().length + 1))
    const isCode = (file: string) => /^dist\/(esm|cjs)\/.*\.(js|d\.ts)$/.test(file)
    const isSource = (file: string) => file.startsWith('src/')
    // npm puts a dependency here of which Anchor needs another version.
    const isInstalled = (file: string) => file.startsWith('node_modules/')
    const others = files.filter((file) => !isCode(file) && !isSource(file) && !isInstalled(file))
    expect(others.sort()).to.deep.equal([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/cjs/package.json',
      'dist/idl.json',
      'package.json',
      'program/prediction_market.so',
      'vectors/requests.json',
    ])
    const so = await readFile(project.installed('program/prediction_market.so'))
    expect(so.subarray(0, 4).toString('latin1')).to.equal('\x7fELF')
  })

  it('names no file that it does not hold', async () => {
    const manifest = JSON.parse(await readFile(project.installed('package.json'), 'utf8'))
    const named = [...leaves(manifest.exports), manifest.main, manifest.module, manifest.types]
    const files = [...new Set(named)]
    expect(files).to.include.members(['./dist/esm/kit/index.js', './dist/cjs/index.d.ts', './dist/idl.json'])
    for (const file of files) await access(project.installed(file))
  })

  it('declares everything that it imports', async () => {
    const { dependencies, peerDependencies } = JSON.parse(
      await readFile(project.installed('package.json'), 'utf8'),
    )
    const files = (await readdir(project.installed('dist'), { recursive: true })).filter((file) =>
      /\.(js|ts)$/.test(file),
    )
    const imported = new Set<string>()
    for (const file of files) {
      const text = await readFile(project.installed('dist', file), 'utf8')
      for (const [, name = ''] of text.matchAll(/(?:from |require\(|import\()["']([^.#"'][^"']*)["']/g)) {
        imported.add(name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
      }
    }
    const declared = Object.keys({ ...dependencies, ...peerDependencies })
    // Types are for a package that is imported: Anchor's types need those of bn.js.
    const types = declared.filter((name) => name.startsWith('@types/'))
    expect([...imported]).to.include.members(types.map((name) => name.slice('@types/'.length)))
    const packages = declared.filter((name) => !types.includes(name))
    expect([...imported].sort()).to.deep.equal(packages.sort())
  })

  it('passes publint, and its types resolve in every way that Node and bundlers have', async () => {
    await run(command('publint'), [project.tarball, '--strict'])
    // The program is no module, and the resolution of Node 10 knows no exports.
    const options = ['--profile', 'node16', '--exclude-entrypoints', 'program/prediction_market.so']
    await run(command('attw'), [project.tarball, ...options])
  })

  it('is an ES module, with its IDL as JSON', async () => {
    const load = `import { createRequire } from 'node:module'
import * as web3 from '@solana/web3.js'
import * as sdk from '@prediction-market/sdk'
import * as kit from '@prediction-market/sdk/kit'
import * as rest from '@prediction-market/sdk/rest'
import * as instructions from '@prediction-market/sdk/instructions'
import * as transaction from '@prediction-market/sdk/transaction'
const modules = await Promise.all(${JSON.stringify(SPECIFIERS)}.map((specifier) => import(specifier)))
const idl = createRequire(import.meta.url)('@prediction-market/sdk/idl.json')
const openapi = createRequire(import.meta.url)('@prediction-market/sdk/openapi.json')`
    expect(JSON.parse(await project.run('use.mjs', load + USE))).to.deep.equal(USED)
  })

  it('is a CommonJS module, too, which needs no ES module', async () => {
    const load = `const web3 = require('@solana/web3.js')
const sdk = require('@prediction-market/sdk')
const kit = require('@prediction-market/sdk/kit')
const rest = require('@prediction-market/sdk/rest')
const instructions = require('@prediction-market/sdk/instructions')
const transaction = require('@prediction-market/sdk/transaction')
const modules = ${JSON.stringify(SPECIFIERS)}.map((specifier) => require(specifier))
const idl = require('@prediction-market/sdk/idl.json')
const openapi = require('@prediction-market/sdk/openapi.json')`
    expect(JSON.parse(await project.run('use.cjs', load + USE))).to.deep.equal(USED)
  })

  for (const [resolution, module] of [
    ['node16', 'node16'],
    ['bundler', 'esnext'],
  ] as const) {
    it(`has types for a strict project with moduleResolution ${resolution}`, async () => {
      const files = resolution === 'node16' ? ['typed.mts', 'typed.cts'] : ['typed.ts']
      for (const file of files) await writeFile(join(project.folder, file), TYPED)
      const options = ['--noEmit', '--strict', '--target', 'es2022', '--skipLibCheck', '--types', 'node']
      const resolved = ['--module', module, '--moduleResolution', resolution]
      await run(command('tsc'), [...options, ...resolved, ...files], { cwd: project.folder })
    })
  }

  describe('in a browser bundle', () => {
    /** Bundles a module of the project, and runs it in a page without any global of Node. */
    async function bundle(contents: string) {
      const result = await build({
        stdin: { contents, resolveDir: project.folder },
        bundle: true,
        platform: 'browser',
        format: 'iife',
        globalName: 'page',
        write: false,
        metafile: true,
        logLevel: 'silent',
      })
      const web = {
        crypto,
        TextDecoder,
        TextEncoder,
        URL,
        AbortController,
        setTimeout,
        clearTimeout,
        console,
      }
      const page = createContext({ ...web, wallet: Keypair.generate().publicKey.toBase58() })
      runInContext('globalThis.window = globalThis; globalThis.self = globalThis', page)
      runInContext(result.outputFiles[0]?.text ?? '', page)
      return { result: await runInContext('page.result', page), inputs: Object.keys(result.metafile.inputs) }
    }

    it('builds a bet, with one copy of web3.js and of Anchor and nothing of spl-token', async () => {
      const { result, inputs } = await bundle(`import { PublicKey } from '@solana/web3.js'
import { placeBet } from '@prediction-market/sdk/instructions'
const key = new PublicKey(wallet)
const bet = placeBet({ bettor: key, market: key, mint: key, outcome: 'Yes', amount: 5n })
export const result = bet.data.length`)
      expect(result).to.equal(8 + 1 + 8 + 8)
      expect(inputs.filter((file) => file.includes('@solana/web3.js/lib/'))).to.have.length(1)
      expect(inputs.filter((file) => file.includes('@coral-xyz/anchor/'))).to.have.length(1)
      const foreign = inputs.filter((file) => /spl-token|bigint-buffer/.test(file))
      expect(foreign).to.deep.equal([])
    })

    it('builds a bet for Kit, without web3.js and Anchor', async () => {
      const { result, inputs } = await bundle(`import { createNoopSigner } from '@solana/kit'
import { getPlaceBetInstruction } from '@prediction-market/sdk/kit'
const bet = getPlaceBetInstruction({
  bettor: createNoopSigner(wallet), market: wallet, config: wallet, escrow: wallet, position: wallet,
  stake: { outcome: 1, amount: 5n }, minPayout: 0n,
})
export const result = bet.data.length`)
      expect(result).to.equal(8 + 1 + 8 + 8)
      // `buffer` is in a part that is loaded when a price is posted.
      const foreign = inputs.filter((file) => /web3\.js|coral-xyz|bn\.js|spl-token/.test(file))
      expect(foreign).to.deep.equal([])
    })

    for (const path of LIGHT) {
      it(`takes ${path} alone, without web3.js and Anchor`, async () => {
        const { inputs } = await bundle(`import * as module from '@prediction-market/sdk${path}'
export const result = Object.keys(module).length`)
        const foreign = inputs.filter((file) =>
          /web3\.js|coral-xyz|spl-token|node_modules\/buffer/.test(file),
        )
        expect(foreign).to.deep.equal([])
      })
    }
  })

  /** A module of the project, minified, with all that it imports. */
  async function minified(contents: string): Promise<Uint8Array> {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: project.folder },
      bundle: true,
      minify: true,
      platform: 'browser',
      format: 'esm',
      write: false,
    })
    return outputFiles[0]?.contents ?? expect.fail('nothing was built')
  }

  it('takes at most 35 KB, compressed, for questions', async () => {
    const script = await minified("export { parseQuestion } from '@prediction-market/sdk/question'")
    expect(gzipSync(script, { level: 9 }).length).to.be.within(10_000, 35_000)
  })

  it('takes at most 80 KB, minified, for one builder and one decoder of the Kit client', async () => {
    const contents =
      "export { getMarketDecoder, getPlaceBetInstructionAsync } from '@prediction-market/sdk/kit'"
    expect((await minified(contents)).length).to.be.within(10_000, 80_000)
  })

  it('takes at most 60 KB, minified, for the whole REST client, without web3.js and Anchor', async () => {
    const { length } = await minified("export * from '@prediction-market/sdk/rest'")
    expect(length).to.be.within(10_000, 60_000)
  })

  for (const chain of ['bankrun', 'litesvm']) {
    it(`places a bet on ${chain}`, async () => {
      // The consumer reads the program where the repository has it: let it find that of the package. The package has no
      // build for the older runtime of bankrun.
      const program = chain === 'bankrun' ? join(ROOT, 'sdk/program') : project.installed('program')
      const folder = join(project.folder, chain, 'tests/helpers/chain')
      await mkdir(folder, { recursive: true })
      await mkdir(join(project.folder, chain, 'sdk'), { recursive: true })
      await symlink(program, join(project.folder, chain, 'sdk/program'))
      const outfile = join(folder, 'consumer.mjs')
      const entry = join(ROOT, 'tests/sdk/package-consumer.ts')
      await build({
        entryPoints: [entry],
        outfile,
        bundle: true,
        platform: 'node',
        format: 'esm',
        packages: 'external',
      })
      const { stdout } = await run('node', [outfile], {
        cwd: project.folder,
        env: { ...process.env, CHAIN: chain, RUST_LOG: 'off', NODE_OPTIONS: '' },
      })
      expect(JSON.parse(stdout)).to.deep.equal({
        chain,
        isId: true,
        yes: '3000000000',
        hasPosition: true,
        events: ['BetPlaced'],
      })
    })
  }

  describe('and its README', () => {
    let world: ClientWorld
    let example: string

    before(async () => {
      const readme = await readFile(project.installed('README.md'), 'utf8')
      example = /## A first bet\n\n```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
      world = await startClientWorld()
    })

    after(() => world.stop())

    it('place a first bet in under 20 lines', async () => {
      expect(example.trim().split('\n')).to.have.length.below(20)
      const { client, node } = world
      const expireAt = (await client.chainTime()) + 3_600n
      const { market } = await client.markets.create({
        question: 'Will the example work?',
        expireAt,
        currency: 'SOL',
        condition: PRICE_AT_EXPIRY,
      })
      const script = example.replace('http://127.0.0.1:8899', node.rpcUrl)
      const stdout = await project.run('first-bet.mjs', script)
      expect(stdout).to.match(/^Will the example work\?\npays, if it wins: 500000000n\nplaced: \w{80,}\n$/)
      expect((await client.markets.get(market))?.pools).to.deep.equal({ Yes: 500_000_000n, No: 0n })
    })
  })
})
