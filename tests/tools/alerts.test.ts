import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const alerts = read('deploy/alerts.yml')
const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)

/** The section of docs/operations.md under a heading. */
const sectionOf = (heading: string) =>
  read('docs/operations.md').split(`### ${heading}\n`)[1]?.split('\n#')[0] ?? ''

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
    expect(names).to.have.length.above(15)
    const explained = read('docs/operations.md')
    expect(names.filter((name) => !explained.includes(`| \`${name}\` `))).to.deep.equal([])
  })

  it('has alerts whose entry was tried, by a test that exists or by hand', () => {
    const rows = [...sectionOf('Tried by a test').matchAll(/^\| (`.+`) +\| `(tests\/\S+)`: "(.+)" +\|$/gm)]
    const missing = rows.flatMap(([, , file = '', title = '']) => {
      return existsSync(join(ROOT, file)) && read(file).includes(`it('${title}', `)
        ? []
        : [`${file}: ${title}`]
    })
    expect(missing).to.deep.equal([])
    const tested = rows.flatMap(([, alerts = '']) => [...alerts.matchAll(/`(\w+)`/g)].map(([, name]) => name))
    const byHand = [...sectionOf('Tried by hand').matchAll(/^- `(\w+)`: /gm)].map(([, name]) => name)
    expect([...tested, ...byHand].sort()).to.deep.equal([...names].sort())
    expect(byHand).to.have.length.below(6)
  })
})
