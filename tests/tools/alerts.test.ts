import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { readAlerts } from '../../tools/docs/alerts.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const alerts = read('deploy/alerts.yml')
const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)

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

  it('has alerts with a meaning and a remedy', () => {
    expect(names).to.have.length.above(15)
    const explained = readAlerts().filter(({ means, remedy }) => means !== '' && remedy !== '')
    expect(explained.map(({ name }) => name)).to.deep.equal(names)
  })

  it('has alerts whose remedy was tried, by a test that exists or by hand', () => {
    const missing = readAlerts().flatMap(({ name, tried }) => {
      const [, file = '', title = ''] = /^`(tests\/\S+)`: "(.+)"$/.exec(tried) ?? []
      if (file === '') return tried.startsWith('by hand: ') ? [] : [name]
      return existsSync(join(ROOT, file)) && read(file).includes(`it('${title}', `)
        ? []
        : [`${file}: ${title}`]
    })
    expect(missing).to.deep.equal([])
    expect(readAlerts().filter(({ tried }) => tried.startsWith('by hand'))).to.have.length.below(6)
  })
})
