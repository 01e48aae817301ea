import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { z } from 'zod'
import { committedDocument, REST_COMMAND } from '../../tools/openapi/files.ts'
import { request, sharedGateway } from '../helpers/gateway/harness.ts'

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

interface Media {
  schema: object
  examples?: Record<string, { value: unknown }>
}

interface Response {
  $ref?: string
  content?: Record<string, Media>
}

interface Operation {
  operationId?: string
  tags?: string[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Response>
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object>; responses: Record<string, Response> }
}

describe('the OpenAPI document', () => {
  let document: OpenApi
  let operations: [name: string, operation: Operation][]

  before(async () => {
    const { gateway } = await sharedGateway()
    document = (await request(gateway.url, 'GET', '/v1/openapi.json')).body
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => [
        `${method.toUpperCase()} ${path}`,
        operation,
      ]),
    )
  })

  it('is the committed one, from which the REST client of the SDK is generated', () => {
    expect(document, `run \`${REST_COMMAND}\``).to.deep.equal(committedDocument())
  })

  it('gives every operation an id of its own and a tag', () => {
    const ids = operations.map(([, { operationId }]) => operationId)
    expect(ids).to.have.length.above(30)
    expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id ?? ''))).to.deep.equal([])
    expect(new Set(ids).size).to.equal(ids.length)
    expect(operations.filter(([, { tags }]) => tags?.length !== 1)).to.deep.equal([])
  })

  it('gives every body and every answer an example that satisfies its schema', () => {
    const problems: string[] = []
    let checked = 0
    const check = (where: string, content: Record<string, Media> = {}) => {
      for (const { schema, examples = {} } of Object.values(content)) {
        if (Object.keys(examples).length === 0) problems.push(`${where} has no example`)
        for (const [name, { value }] of Object.entries(examples)) {
          const result = schemaOf(schema, document).safeParse(value)
          if (!result.success) problems.push(`${where} ${name}: ${result.error.message}`)
          checked += 1
        }
      }
    }
    for (const [name, { requestBody, responses }] of operations) {
      check(`${name} request`, requestBody?.content)
      for (const [status, { $ref, content }] of Object.entries(responses)) {
        if (!$ref) check(`${name} ${status}`, content)
      }
    }
    for (const [name, { content }] of Object.entries(document.components.responses)) check(name, content)
    expect(problems).to.deep.equal([])
    expect(checked).to.be.above(60)
  })

  it('notices an example that does not satisfy its schema', () => {
    const schema = { $ref: '#/components/schemas/BetConfirmation' }
    const placed = document.paths['/v1/markets/{id}/bets']?.post?.responses[201]?.content
    const { value } = placed?.['application/json']?.examples?.placed ?? expect.fail('no example')
    expect(schemaOf(schema, document).safeParse(value).success).to.equal(true)
    const changed = { ...(value as object), amountStaked: 'much' }
    expect(schemaOf(schema, document).safeParse(changed).success).to.equal(false)
  })
})

/** The schema, with those that it refers to beside it. */
function schemaOf(schema: object, { components }: OpenApi): z.ZodType {
  const whole = JSON.stringify({ ...schema, $defs: components.schemas })
  return z.fromJSONSchema(JSON.parse(whole.replaceAll('#/components/schemas/', '#/$defs/')))
}
