import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { ATTESTOR_SETTINGS } from '../../app/src/attestor/config.ts'
import { GATEWAY_SETTINGS } from '../../app/src/gateway/settings.ts'
import { KEEPER_SETTINGS } from '../../app/src/keeper/config.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** Addresses inside a container, and what the image sets: nobody chooses these. */
const FIXED = [
  'METRICS_PORT',
  'PORT',
  'HOST',
  'KEEPER_PORT',
  'KEEPER_HOST',
  'ATTESTOR_PORT',
  'ATTESTOR_HOST',
  'NODE_ENV',
]

/** A service on Postgres has no folder, and the service of a keeper is one. */
const NOT_HERE = ['STORE_PATH', 'KEEPER']

describe('deploy/compose.yml', () => {
  const text = read('deploy/compose.yml')
  const shared = /^x-chain: &chain\n((?: {2}.*\n)+)/m.exec(text)?.[1] ?? ''

  /** The variables that a service is given, by name. */
  function variablesOf(service: string): string[] {
    const part = new RegExp(`^ {2}${service}:\\n((?: {4}.*\\n|\\n)+)`, 'm').exec(text)?.[1] ?? ''
    const own = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(part)?.[1] ?? ''
    return [...`${own.includes('<<: *chain') ? shared : ''}${own}`.matchAll(/^ +([A-Z_]+):/gm)].map(
      ([, name = '']) => name.replace(/_FILE$/, ''),
    )
  }

  for (const [service, settings] of [
    ['gateway', GATEWAY_SETTINGS],
    ['keeper', KEEPER_SETTINGS],
    ['attestor', ATTESTOR_SETTINGS],
  ] as const) {
    it(`passes every setting to the ${service}`, () => {
      const wanted = settings.filter((name) => !FIXED.includes(name) && !NOT_HERE.includes(name))
      expect(wanted).to.have.length.above(8)
      expect(variablesOf(service)).to.include.members(wanted)
    })
  }

  it('has a secret for each file that a setting names, and gives each service only its own', () => {
    const named = [...text.matchAll(/\/run\/secrets\/([\w.]+)/g)].map(([, name]) => name)
    const declared = [...(text.split(/^secrets:$/m)[1] ?? '').matchAll(/^ {2}([\w.]+): /gm)].map(
      ([, name]) => name,
    )
    expect(declared).to.have.members([...new Set(named)])
    const given = (service: string) => {
      const part = new RegExp(`^ {2}${service}:\\n((?: {4}.*\\n|\\n)+)`, 'm').exec(text)?.[1] ?? ''
      const own = [...part.matchAll(/\/run\/secrets\/([\w.]+)/g)].map(([, name]) => name)
      const shown = /^ {4}secrets: \[(.*)\]$/m.exec(part)?.[1]?.split(', ') ?? []
      return {
        own: part.includes('<<: *chain') ? [...own, 'hermes_api_key', 'yellowstone_token'] : own,
        shown,
      }
    }
    for (const service of ['postgres', 'gateway', 'keeper', 'attestor', 'grafana', 'postgres-exporter']) {
      const { own, shown } = given(service)
      expect(shown, service).to.have.members(own)
    }
  })

  it('gives no service a variable that it does not know', () => {
    const known = [...GATEWAY_SETTINGS, ...KEEPER_SETTINGS, ...ATTESTOR_SETTINGS]
    for (const service of ['gateway', 'keeper', 'attestor']) {
      expect(
        variablesOf(service).filter((name) => !known.includes(name) && !name.startsWith('OTEL_')),
      ).to.deep.equal([])
    }
  })
})
