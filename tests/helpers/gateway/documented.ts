// Compares answers of the gateway with its OpenAPI document.

import { expect } from 'chai'
import { z } from 'zod'

/** The parts of an OpenAPI document that tests read. */
interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object>; responses: Record<string, Described> }
}

interface Operation {
  responses: Record<string, Described | { $ref: string }>
}

interface Described {
  content?: Record<string, { schema: object }>
}

/** An answer to compare with the document. */
export interface Received {
  method: string
  /** With its query. */
  path: string
  status: number
  contentType: string
  text: string
}

const documents = new Map<string, Promise<OpenApi>>()
const schemas = new Map<string, z.ZodType>()

/** Compares an answer with the OpenAPI document of its gateway: status, content type and body, field by field. */
export async function expectDocumented(base: string, received: Received): Promise<void> {
  const document = await documentOf(base)
  const { method, status, contentType, text } = received
  const [path = ''] = received.path.split('?')
  const template = Object.keys(document.paths).find((candidate) => patternOf(candidate).test(path))
  const operation = template && document.paths[template]?.[method.toLowerCase()]
  if (!operation) return
  const where = `${method} ${template} ${status}`
  const described = resolve(operation.responses[status], document)
  if (!described) expect.fail(`${where} is not described: ${text}`)
  const [type] = contentType.split(';') as [string]
  const content = described.content?.[type] ?? expect.fail(`${where} is not described as ${contentType}`)
  if (type !== 'application/json') return
  const result = schemaOf(where, content.schema, document).safeParse(JSON.parse(text))
  if (!result.success) expect.fail(`${where} is not as described: ${result.error.message} in ${text}`)
}

/** A description, or the shared one that it refers to. */
function resolve(described: Operation['responses'][string] | undefined, { components }: OpenApi) {
  if (!described || !('$ref' in described)) return described
  return components.responses[described.$ref.replace('#/components/responses/', '')]
}

/** A pattern for a path template; parts in braces match anything. */
function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)
}

function documentOf(base: string): Promise<OpenApi> {
  const known = documents.get(base)
  if (known) return known
  const document = fetch(`${base}/v1/openapi.json`).then((answer) => answer.json() as Promise<OpenApi>)
  documents.set(base, document)
  return document
}

/** The schema, with the schemas that it refers to. */
function schemaOf(where: string, schema: object, { components }: OpenApi): z.ZodType {
  const known = schemas.get(where)
  if (known) return known
  const whole = JSON.stringify({ ...schema, $defs: components.schemas })
  const converted = z.fromJSONSchema(JSON.parse(whole.replaceAll('#/components/schemas/', '#/$defs/')))
  schemas.set(where, converted)
  return converted
}
