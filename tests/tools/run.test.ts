import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { start, until } from '../helpers/localnet/index.ts'

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
