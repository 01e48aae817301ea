import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { ROOT, start } from '../helpers/localnet/index.ts'

async function notes(...args: string[]) {
  const running = start(process.execPath, ['tools/release-notes.mjs', ...args])
  const { code } = await running.ended
  return { code, output: running.output() }
}

describe('npm run release:notes', () => {
  it('carries the hashes of both builds and the section of the changelog', async () => {
    const { code, output } = await notes('0.1.0')
    expect(code).to.equal(0)
    for (const name of ['prediction_market.so', 'prediction_market-v0.so']) {
      const file = readFileSync(join(ROOT, 'sdk/program', name))
      const hash = createHash('sha256').update(file).digest('hex')
      expect(output).to.contain(`| \`sdk/program/${name}\` | ${file.length} | \`${hash}\` |`)
    }
    expect(output).to.contain('First version: the program').and.not.to.contain('## Unreleased')
  })

  it('prints the newest section by default', async () => {
    const [, newest] = /^## (.*)$/m.exec(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')) ?? []
    const { code, output } = await notes()
    expect(code).to.equal(0)
    expect(output).to.match(new RegExp(`^# ${newest}\n`))
  })

  it('names a version that has no section', async () => {
    const { code, output } = await notes('9.9.9')
    expect(code).to.equal(1)
    expect(output).to.contain('CHANGELOG.md has no section "## 9.9.9"')
  })
})
