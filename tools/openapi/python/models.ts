// Writes the types of the OpenAPI document in Python.

import { type Document, docstring, HEADER, KEYWORDS, referenced, type Schema } from './schema.ts'

/** The type of a schema as a Python annotation. Collects the types of objects without a name under one of their own. */
export function annotation(schema: Schema, name: string, nested: Map<string, Schema>): string {
  if (schema.$ref) return referenced(schema.$ref)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((choice) => annotation(choice, name, nested)).join(' | ')
  if (schema.enum) {
    const values = schema.enum.filter((value) => value !== null).map(literal)
    return `Literal[${values.join(', ')}]${schema.enum.includes(null) ? ' | None' : ''}`
  }
  const types = [schema.type ?? 'object'].flat()
  return types.map((type) => single(type, schema, name, nested)).join(' | ')
}

function single(type: string, schema: Schema, name: string, nested: Map<string, Schema>): string {
  if (type === 'array') return `list[${annotation(schema.items ?? {}, `${name}Item`, nested)}]`
  if (type !== 'object') return SIMPLE[type] ?? raise(`unknown type ${type}`)
  if (!schema.properties) return raise(`${name} has no properties`)
  nested.set(name, schema)
  return name
}

const SIMPLE: Readonly<Record<string, string>> = {
  boolean: 'bool',
  integer: 'int',
  null: 'None',
  number: 'Number',
  string: 'str',
}

function literal(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}

/** The types of the document that can be reached from these, as a module of typed dictionaries. */
export function models({ components: { schemas } }: Document, roots: Iterable<string>): string {
  const names = reachable(schemas, roots)
  const objects: string[] = []
  const aliases: string[] = []
  const all: string[] = []
  const write = (name: string, schema: Schema) => {
    const nested = new Map<string, Schema>()
    all.push(name)
    if (schema.properties) objects.push(typedDict(name, schema, nested))
    else aliases.push(`${name}: TypeAlias = ${quoted(annotation(schema, name, nested))}\n`)
    for (const [inner, part] of nested) write(inner, part)
  }
  for (const name of names) write(name, schemas[name] as Schema)
  const list = all.sort().map((name) => `    "${name}",\n`)
  return `${HEADER}"""What requests and answers of the REST interface hold, as typed dictionaries.

Numbers have every digit: \`int\`, or \`Decimal\` if they have decimals. Times are ISO 8601 in UTC.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Literal, NotRequired, TypeAlias, TypedDict, final

__all__ = [
    "Number",
${list.join('')}]

Number: TypeAlias = int | Decimal
${docstring('An exact number: amounts can have more digits than a float', '')}

${[...aliases, ...objects].join('\n\n')}`
}

function typedDict(name: string, schema: Schema, nested: Map<string, Schema>): string {
  const required = new Set(schema.required)
  const fields = Object.entries(schema.properties ?? {}).map(([key, part]) => {
    const type = annotation(part, `${name}${key.charAt(0).toUpperCase()}${key.slice(1)}`, nested)
    return { key, part, type: required.has(key) ? type : `NotRequired[${type}]` }
  })
  if (fields.some(({ key }) => KEYWORDS.has(key))) {
    const lines = fields.map(({ key, type }) => `        "${key}": ${quoted(type)},\n`)
    return `${name} = TypedDict(\n    "${name}",\n    {\n${lines.join('')}    },\n)\n`
  }
  const lines = fields.map(
    ({ key, part, type }) => `    ${key}: ${type}\n${docstring(part.description, '    ')}`,
  )
  const about = docstring(schema.description, '    ')
  return `@final\nclass ${name}(TypedDict):\n${about && `${about}\n`}${lines.join('') || '    pass\n'}`
}

/** A type that is read before all of its names are there. */
function quoted(type: string): string {
  return `'${type}'`
}

function reachable(schemas: Record<string, Schema>, roots: Iterable<string>): string[] {
  const found = new Set<string>()
  const visit = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    JSON.stringify(schemas[name], (key, value) => {
      if (key === '$ref') visit(referenced(value))
      return key === 'discriminator' ? undefined : value
    })
  }
  for (const root of roots) visit(root)
  return [...found].sort()
}

function raise(message: string): never {
  throw new Error(message)
}
