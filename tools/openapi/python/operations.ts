// Writes one Python method for each JSON route of the OpenAPI document.

import { annotation } from './models.ts'
import {
  type Document,
  docstring,
  HEADER,
  type Operation,
  type Parameter,
  pythonName,
  type Schema,
} from './schema.ts'

const JSON_TYPE = 'application/json'

/** One operation as a method. */
interface Method {
  text: string
  /** Names of the document that its annotations use. */
  names: string[]
}

/** The operations that answer in JSON as methods of a class, and the names of the types that they use. */
export function operations({ paths }: Document): { text: string; names: string[] } {
  const methods = Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).flatMap(
      ([method, operation]) => write(method.toUpperCase(), path, operation) ?? [],
    ),
  )
  const names = [...new Set(methods.flatMap((method) => method.names))].sort()
  const text = `${HEADER}"""The routes of the REST interface, one method each, by the names of the OpenAPI document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, cast
from urllib.parse import quote

from .models import (
${names.map((name) => `    ${name},\n`).join('')})
from .page import Page


class Operations:
    """Every route that answers in JSON. :class:\`prediction_market.Client\` sends the requests."""

    def _call(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str | None] | None = None,
        body: object = None,
    ) -> Any:
        raise NotImplementedError

${methods.map((method) => method.text).join('\n')}`
  return { text, names }
}

function write(method: string, path: string, operation: Operation): Method | null {
  const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
  const schemas = answers.flatMap(([, { content }]) => content?.[JSON_TYPE]?.schema ?? [])
  if (schemas.length === 0) return null
  const parameters = operation.parameters ?? []
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const inHeader = parameters.filter((parameter) => parameter.in === 'header')
  const body = operation.requestBody?.content[JSON_TYPE]?.schema
  const isPaged = answers.some(([, { headers }]) => headers && 'X-Next-Cursor' in headers)
  const returned = schemas.map((schema) => typeOf(schema)).join(' | ')
  const type = isPaged ? returned.replace(/^list\[/, 'Page[') : returned
  const named = [...inQuery, ...inHeader]
  const positional = [
    ...inPath.map(({ name, schema }) => `${pythonName(name)}: ${typeOf(schema)}`),
    ...(body ? [`body: ${typeOf(body)}`] : []),
  ]
  const signature = ['self', ...positional, ...(named.length > 0 ? ['*', ...named.map(keyword)] : [])]
  const template = path.replace(/\{(\w+)\}/g, (_, name) => `{quote(str(${pythonName(name)}), safe="")}`)
  const call = [
    `"${method}"`,
    inPath.length > 0 ? `f'${template}'` : `"${path}"`,
    ...(inQuery.length > 0 ? [`query={${inQuery.map(entry).join(', ')}}`] : []),
    ...(inHeader.length > 0 ? [`headers={${inHeader.map(entry).join(', ')}}`] : []),
    ...(body ? ['body=body'] : []),
  ]
  const text = `    def ${pythonName(operation.operationId)}(
${signature.map((part) => `        ${part},\n`).join('')}    ) -> ${type}:
${docstring(operation.summary, '        ')}        return cast(
            "${type.replaceAll('"', "'")}",
            self._call(
${call.map((part) => `                ${part},\n`).join('')}            ),
        )
`
  return { text, names: referencedNames([...schemas, ...parameters.map(({ schema }) => schema), body ?? {}]) }
}

function keyword({ name, required, schema }: Parameter): string {
  const type = typeOf(schema).replace(/^list\[/, 'Sequence[')
  return `${pythonName(name)}: ${type}${required ? '' : ' | None = None'}`
}

function entry({ name }: Parameter): string {
  return `"${name}": ${pythonName(name)}`
}

function typeOf(schema: Schema): string {
  const nested = new Map<string, Schema>()
  const type = annotation(schema, 'Unnamed', nested)
  if (nested.size > 0) throw new Error('a request or an answer has an object without a name')
  return type
}

function referencedNames(schemas: Schema[]): string[] {
  return [...JSON.stringify(schemas).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name ?? '',
  )
}
