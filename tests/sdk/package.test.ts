import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { build } from 'esbuild'
import root from '../../package.json' with { type: 'json' }
import { PRICE_AT_EXPIRY } from '../helpers/program/world.ts'
import { type ClientWorld, startClientWorld } from '../helpers/sdk/client-world.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const { '@solana/kit': kit, litesvm, 'solana-bankrun': bankrun } = root.devDependencies

describe('the package', function () {
  this.timeout(300_000)

  let project: string
  const installed = (...path: string[]) => join(project, 'node_modules/@prediction-market/sdk', ...path)

  before('is packed, and installed into an empty project', async () => {
    project = await mkdtemp(join(tmpdir(), 'sdk-package-'))
    await run('npm', ['pack', '--silent', '--workspace', 'sdk', '--pack-destination', project], { cwd: ROOT })
    const [tarball] = (await readdir(project)).filter((name) => name.endsWith('.tgz'))
    const dependencies = {
      '@prediction-market/sdk': `file:${tarball}`,
      '@solana/kit': kit,
      litesvm,
      'solana-bankrun': bankrun,
    }
    await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module', dependencies }))
    const options = ['--prefer-offline', '--no-audit', '--no-fund', '--silent']
    await run('npm', ['install', ...options], { cwd: project })
  })

  after(() => rm(project, { recursive: true, force: true }))

  it('holds what is needed and nothing else', async () => {
    const entries = await readdir(installed(), { recursive: true, withFileTypes: true })
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(installed().length + 1))
    const isCode = (file: string) => file.startsWith('dist/') && /\.(js|d\.ts)$/.test(file)
    expect(files.filter((file) => !isCode(file)).sort()).to.deep.equal([
      'README.md',
      'package.json',
      'program/prediction_market-v0.so',
      'program/prediction_market.so',
      'vectors/requests.json',
    ])
    expect(files.filter(isCode)).to.include.members(['dist/index.js', 'dist/index.d.ts'])
    const so = await readFile(installed('program/prediction_market.so'))
    expect(so.subarray(0, 4).toString('latin1')).to.equal('\x7fELF')
  })

  it('declares everything that it imports', async () => {
    const { dependencies } = JSON.parse(await readFile(installed('package.json'), 'utf8'))
    const files = (await readdir(installed('dist'), { recursive: true })).filter((file) =>
      /\.(js|ts)$/.test(file),
    )
    const imported = new Set<string>()
    for (const file of files) {
      const text = await readFile(installed('dist', file), 'utf8')
      for (const [, name = ''] of text.matchAll(/from '([^.'][^']*)'/g)) {
        imported.add(name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
      }
    }
    expect([...imported].filter((name) => !(name in dependencies))).to.deep.equal([])
  })

  for (const chain of ['bankrun', 'litesvm']) {
    it(`places a bet on ${chain}`, async () => {
      // The consumer reads the program where the repository has it: let it find that of the package.
      const folder = join(project, 'tests/helpers/chain')
      await mkdir(folder, { recursive: true })
      await mkdir(join(project, 'sdk'), { recursive: true })
      await symlink(installed('program'), join(project, 'sdk/program')).catch(() => undefined)
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
        cwd: project,
        env: { ...process.env, CHAIN: chain, RUST_LOG: 'off', NODE_OPTIONS: '' },
      })
      expect(JSON.parse(stdout)).to.deep.equal({
        chain,
        isId: true,
        pools: ['3000000000', '0'],
        hasPosition: true,
        events: ['BetPlaced'],
      })
    })
  }

  describe('and its README', () => {
    let world: ClientWorld
    let example: string

    before(async () => {
      const readme = await readFile(installed('README.md'), 'utf8')
      example = /## A first bet\n\n```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
      world = await startClientWorld()
    })

    after(() => world.stop())

    it('place a first bet in under 20 lines', async () => {
      expect(example.trim().split('\n')).to.have.length.below(20)
      const { client, node } = world
      const expireAt = (await client.chainTime()) + 3_600n
      const { market } = await client.createMarket({
        question: 'Will the example work?',
        expireAt,
        currency: 'SOL',
        condition: PRICE_AT_EXPIRY,
      })
      const script = join(project, 'first-bet.mjs')
      await writeFile(script, example.replace('http://127.0.0.1:8899', node.rpcUrl))
      const { stdout } = await run('node', [script], {
        cwd: project,
        env: { ...process.env, NODE_OPTIONS: '' },
      })
      expect(stdout).to.match(/^Will the example work\?\npays, if it wins: 500000000n\nplaced: \w{80,}\n$/)
      expect((await client.market(market))?.pools).to.deep.equal([500_000_000n, 0n])
    })

    it('have types that a strict project can use', async () => {
      await cp(join(ROOT, 'node_modules/@types/node'), join(project, 'node_modules/@types/node'), {
        recursive: true,
      })
      const source = `import { placeBet, PROGRAM_ID, type ProgramEvent } from '@prediction-market/sdk'
export const bet = placeBet({ bettor: PROGRAM_ID, market: PROGRAM_ID, outcome: 'No', amount: 1n })
export const amount = (event: ProgramEvent): bigint => event.name === 'BetPlaced' ? event.data.amount : 0n
// @ts-expect-error: amounts are bigint
placeBet({ bettor: PROGRAM_ID, market: PROGRAM_ID, outcome: 'No', amount: 1 })
`
      await writeFile(join(project, 'typed.ts'), source)
      const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--skipLibCheck']
      await run('node', [join(ROOT, 'node_modules/typescript/bin/tsc'), ...options, 'typed.ts'], {
        cwd: project,
      })
    })
  })
})
