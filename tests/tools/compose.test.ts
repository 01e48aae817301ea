import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { ATTESTOR_SETTINGS } from '../../app/src/attestor/config.ts'
import { GATEWAY_SETTINGS } from '../../app/src/gateway/config.ts'
import { KEEPER_SETTINGS } from '../../app/src/keeper/config.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** Addresses inside a container, and what the image sets: nobody chooses these. */
const FIXED = ['PORT', 'HOST', 'KEEPER_PORT', 'KEEPER_HOST', 'ATTESTOR_PORT', 'ATTESTOR_HOST', 'NODE_ENV']

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
      ([, name = '']) => name,
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

  it('gives no service a variable that it does not know', () => {
    const known = [...GATEWAY_SETTINGS, ...KEEPER_SETTINGS, ...ATTESTOR_SETTINGS]
    for (const service of ['gateway', 'keeper', 'attestor']) {
      expect(variablesOf(service).filter((name) => !known.includes(name))).to.deep.equal([])
    }
  })
})
