import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { committedDocument } from '../../tools/openapi/files.ts'

const FILE = new URL('../../app/src/gateway/routes.ts', import.meta.url)

/** The five operations of the documented interface. */
const DOCUMENTED = [
  'POST /v1/markets',
  'GET /v1/markets',
  'GET /v1/markets/{id}',
  'POST /v1/markets/{id}/bets',
  'GET /v1/markets/{id}/result',
]

/** Operations of what is mounted on the gateway. */
const MOUNTED = /^\/v1\/(webhooks|localnet)\b/

describe('the table of routes', () => {
  const listed = [...readFileSync(FILE, 'utf8').matchAll(/\b(?:GET|POST|PUT|DELETE) \/[\w/{}]+/g)].map(
    ([name]) => name,
  )

  it('lists every operation once', () => {
    const { paths } = committedDocument() as { paths: Record<string, object> }
    const operations = Object.entries(paths)
      .filter(([path]) => !MOUNTED.test(path))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
    expect(listed).to.have.members(operations)
  })

  it('begins with the documented operations', () => {
    const added = 'GET /v1/markets/{id}/quote'
    expect(listed.filter((name) => name !== added).slice(0, 5)).to.deep.equal(DOCUMENTED)
  })
})
