import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { guideExample, hasCommands, type RestWorld, startRestWorld } from '../helpers/examples/rest-world.ts'
import { ROOT, start, startScript } from '../helpers/localnet/index.ts'

// The Python example is run by tests/python.
describe('the examples of /docs', () => {
  let world: RestWorld

  before(async () => {
    world = await startRestWorld()
  })

  after(() => world.stop())

  it('sign a request with curl', async function () {
    if (!hasCommands('bash', 'curl', 'openssl')) return this.skip()
    const folder = mkdtempSync(join(tmpdir(), 'guide-'))
    try {
      const script = await guideExample(world, 'sh')
      const { ended, output } = start('bash', ['-euo', 'pipefail', '-c', `cd ${folder}\n${script}`])
      expect((await ended).code, output()).to.equal(0)
      expect(JSON.parse(output())).to.deep.include({ balances: { SOL: 0, UTILITY: 0 }, delegates: [] })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('sign a request in TypeScript', async () => {
    // Inside the repository, so that Node finds the packages.
    mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true })
    const folder = mkdtempSync(join(ROOT, 'node_modules/.cache/guide-'))
    try {
      const file = join(folder, 'example.mts')
      writeFileSync(file, await guideExample(world, 'ts'))
      const { ended, output } = startScript(file)
      expect((await ended).code, output()).to.equal(0)
      expect(output()).to.include('balances: { SOL: 0, UTILITY: 0 }')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
