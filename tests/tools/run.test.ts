import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { ROOT } from '../../tools/program/workspace.ts'
import suites from '../../tools/suites.json' with { type: 'json' }
import { start, until } from '../helpers/localnet/index.ts'

const LOADER = ['--conditions=source', '--import=tsx']

describe('the npm scripts', () => {
  it('are few enough to be read', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    expect(Object.keys(scripts)).to.have.length.at.most(30)
  })

  it('of Anchor.toml run what exists', () => {
    const text = readFileSync(join(ROOT, 'Anchor.toml'), 'utf8')
    const named = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)
    expect(named(/npm test (\w+)"$/gm)).to.deep.equal(['litesvm'])
    expect(suites).to.have.property('litesvm')
    const files = named(/node tools\/run\.mjs (\S+) \w/g)
    expect(files).to.have.length(2)
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).to.deep.equal([])
  })

  it('say what can be measured, and refuse anything else', () => {
    const bench = (...names: string[]) =>
      spawnSync(process.execPath, [...LOADER, 'bench/main.ts', ...names], { cwd: ROOT, encoding: 'utf8' })
    const { status, stderr } = bench('--help')
    expect(status).to.equal(0)
    const named = [...stderr.matchAll(/^ {2}(\w+) ([\w-]*) {2}/gm)]
    const listed = named.map(([, name = '', part]) => `bench/${name}/${part || 'main'}.ts`)
    expect(listed).to.include.members(['bench/program/main.ts', 'bench/gateway/load.ts'])
    expect(listed.filter((file) => !existsSync(join(ROOT, file)))).to.deep.equal([])
    for (const names of [['table'], ['keeper', 'load']]) expect(bench(...names).status).to.equal(2)
  })
})

const run = (...args: string[]) => start(process.execPath, ['tools/run.mjs', ...args])

describe('tools/run.mjs', () => {
  let folder: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'run-'))
  })

  after(() => rm(folder, { recursive: true }))

  /** Writes a TypeScript file; returns its path. */
  async function script(text: string): Promise<string> {
    const file = join(folder, 'script.ts')
    await writeFile(file, text)
    return file
  }

  it('runs a TypeScript file with its arguments and ends with its exit code', async () => {
    const running = run(
      await script('console.log(process.argv.slice(2)); process.exitCode = 3 as number'),
      'a',
      'b',
    )
    expect(await running.ended).to.deep.equal({ code: 3, signal: null })
    expect(running.output()).to.contain("[ 'a', 'b' ]")
  })

  it('passes a signal on and waits until the file has ended', async () => {
    const running = run(
      await script(`
        const keepRunning = setInterval(() => {}, 1_000)
        process.once('SIGTERM', () => {
          clearInterval(keepRunning)
          console.log('stopped')
        })
        console.log('ready')`),
    )
    await until('the script to be ready', () => running.output().includes('ready'))
    running.child.kill('SIGTERM')
    expect(await running.ended).to.deep.equal({ code: 0, signal: null })
    expect(running.output()).to.contain('stopped')
  })

  it('names the Node to install if this one is too old, before it does anything', async () => {
    const old = join(folder, 'old.cjs')
    for (const [version, isTooOld] of [
      ['v18.20.4', true],
      ['v20.18.3', true],
      ['v20.19.0', false],
      ['v24.0.0', false],
    ] as const) {
      await writeFile(old, `Object.defineProperty(process, 'version', { value: '${version}' })`)
      const file = await script(`console.log('it ran')`)
      const running = start(process.execPath, ['--require', old, 'tools/run.mjs', file])
      expect((await running.ended).code, version).to.equal(isTooOld ? 1 : 0)
      const said = `Node ${version.slice(1)} is too old: this project needs 20.19 or later`
      expect(running.output().includes(said), version).to.equal(isTooOld)
      expect(running.output().includes('it ran'), version).to.equal(!isTooOld)
    }
  })

  it('ends by the signal that ended the file', async () => {
    const running = run(await script(`process.kill(process.pid, 'SIGKILL')`))
    expect(await running.ended).to.deep.equal({ code: null, signal: 'SIGKILL' })
  })

  it('runs a command of an installed package, and names one that does not exist', async () => {
    const biome = run('biome', '--version')
    expect(await biome.ended).to.deep.equal({ code: 0, signal: null })
    expect(biome.output()).to.match(/^Version: \d/)
    const unknown = run('no-such-command')
    expect(await unknown.ended).to.deep.equal({ code: 127, signal: null })
    expect(unknown.output()).to.contain('no-such-command')
  })
})

describe('the processor time of a suite', () => {
  it('has that of the processes which its processes start', function () {
    if (process.platform !== 'linux') this.skip()
    const busy = 'const { cpuUsage } = process; while (cpuUsage().user < 300_000);'
    const starter = `child_process.spawnSync(process.execPath, ['-e', ${JSON.stringify(busy)}])`
    const runner = `import { run } from './tools/spawn.mjs'
      console.log(JSON.stringify(await run(process.execPath, ['-e', ${JSON.stringify(starter)}])))`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', runner], {
      cwd: ROOT,
      encoding: 'utf8',
    })
    const { code, processorSeconds } = JSON.parse(stdout)
    expect(code).to.equal(0)
    // Counted in hundredths of a second.
    expect(processorSeconds).to.be.at.least(0.29)
  })
})
