import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const alerts = read('deploy/alerts.yml')

describe('deploy/alerts.yml', () => {
  it('uses metrics that exist', () => {
    const code = readdirSync(join(ROOT, 'app/src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => read(`app/src/${file}`))
      .join('\n')
    const used = new Set(alerts.match(/\b(gateway|keeper|attestor)_[a-z_]+/g))
    expect(used.size).to.be.above(15)
    const missing = [...used].filter((name) => !code.includes(`'${name.replace(/_bucket$/, '')}'`))
    expect(missing).to.deep.equal([])
  })

  it('has alerts that docs/operations.md explains', () => {
    const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
    expect(names).to.have.length.above(15)
    const explained = read('docs/operations.md')
    expect(names.filter((name) => !explained.includes(`| \`${name}\` `))).to.deep.equal([])
  })
})
