import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { collectDefaultMetrics, Registry } from 'prom-client'
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

const FOLDER = join(ROOT, 'deploy/grafana/dashboards')

interface Dashboard {
  uid: string
  panels: { id: number; title: string; datasource: { uid: string }; targets: { expr: string }[] }[]
}

const dashboards = readdirSync(FOLDER).map(
  (file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Dashboard,
)
const code = readdirSync(join(ROOT, 'app/src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join(ROOT, 'app/src', file), 'utf8'))
  .join('\n')

describe('deploy/grafana', () => {
  it('has dashboards with panels and ids of their own, on the source that is provisioned', () => {
    expect(new Set(dashboards.map(({ uid }) => uid)).size)
      .to.equal(dashboards.length)
      .and.to.be.above(2)
    const source = readFileSync(join(ROOT, 'deploy/grafana/provisioning/datasources/prometheus.yml'), 'utf8')
    for (const { panels } of dashboards) {
      expect(new Set(panels.map(({ id }) => id)).size)
        .to.equal(panels.length)
        .and.to.be.above(5)
      for (const { datasource } of panels) expect(source).to.include(`uid: ${datasource.uid}\n`)
    }
  })

  it('shows metrics that exist', async () => {
    const registry = new Registry()
    collectDefaultMetrics({ register: registry })
    const everywhere = (await registry.getMetricsAsJSON()).map(({ name }) => name)
    const used = new Set(
      dashboards.flatMap(({ panels }) =>
        panels.flatMap(({ targets }) =>
          targets.flatMap(
            ({ expr }) => expr.match(/\b(gateway|keeper|attestor|process|nodejs)_[a-z0-9_]+/g) ?? [],
          ),
        ),
      ),
    )
    expect(used.size).to.be.above(25)
    const exists = (name: string) => everywhere.includes(name) || code.includes(`'${name}'`)
    expect([...used].filter((name) => !exists(name.replace(/_bucket$/, '')))).to.deep.equal([])
  })
})
