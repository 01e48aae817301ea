// The parts of an OpenAPI document that the Python generator reads, and names in Python.

/** A JSON schema, as far as the OpenAPI document uses it. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  description?: string
}

/** An operation of the document. */
export interface Operation {
  operationId: string
  summary?: string
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { headers?: Record<string, unknown>; content?: Content }>
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Schema
}

type Content = Record<string, { schema: Schema }>

/** An OpenAPI document. */
export interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** The first line of every generated file. */
export const HEADER = '# Generated from the OpenAPI document by tools/generate-rest.ts. Do not edit.\n'

/** The longest line of a comment. */
const WIDTH = 100

/** A docstring with this indentation. */
export function docstring(text: string | undefined, indent: string): string {
  if (!text) return ''
  const sentence = text.replaceAll('\\', '\\\\').replaceAll('"""', "'''")
  const lines = wrap(`"""${/[.!?]$/.test(sentence) ? sentence : `${sentence}.`}`, WIDTH - indent.length)
  const end = lines.length > 1 ? `\n${indent}"""` : '"""'
  return `${lines.map((line) => `${indent}${line}`).join('\n')}${end}\n`
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

/** The name of a schema that a reference names. */
export function referenced(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

/** Words that no name in Python can be. */
export const KEYWORDS = new Set(['class', 'def', 'from', 'global', 'import', 'in', 'is', 'pass'])

/** `listMarkets`, `Idempotency-Key` and `from` as `list_markets`, `idempotency_key` and `from_`. */
export function pythonName(name: string): string {
  const words = name.replaceAll('-', '_').replace(/([a-z0-9])([A-Z])/g, '$1_$2')
  return KEYWORDS.has(words) ? `${words}_` : words.toLowerCase()
}
