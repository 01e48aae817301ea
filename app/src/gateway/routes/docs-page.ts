/** As much of an OpenAPI document as the page shows. */
export interface OpenApiDocument {
  info: { title: string; version: string; description?: string }
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, unknown> }
}

interface Operation {
  summary?: string
  description?: string
  security?: unknown[]
  parameters?: { name: string; in: string; required?: boolean; schema?: unknown }[]
  requestBody?: { content?: Record<string, { schema?: unknown }> }
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: unknown }> }>
}

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color: #1a1a1a; background: #fff }
h2 { margin-top: 2.5rem; font-size: 1.1rem; border-top: 1px solid #ccc; padding-top: 1rem }
code, pre { font: 0.875rem/1.45 ui-monospace, monospace }
pre { background: #f5f5f2; padding: 0.75rem; overflow: auto }
table { border-collapse: collapse } td { padding: 0.15rem 1rem 0.15rem 0; vertical-align: top }
.method { display: inline-block; min-width: 4rem; font-weight: 700 }
@media (prefers-color-scheme: dark) { body { color: #e6e6e6; background: #16181c } pre { background: #22252b }
  h2 { border-color: #444 } a { color: #8ab4f8 } }`

/** The page for people: every route and every shape of the document, in one file without a script. */
export function docsPage({ info, paths, components }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationText(method, path, operation)),
  )
  const schemas = Object.entries(components?.schemas ?? {}).map(
    ([name, schema]) => `<h3 id="${escapeHtml(name)}">${escapeHtml(name)}</h3>${code(schema)}`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(info.title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head><body>
<h1>${escapeHtml(info.title)} ${escapeHtml(info.version)}</h1><p>${escapeHtml(info.description ?? '')}</p>
<p><a href="/v1/openapi.json">OpenAPI document</a></p>
${operations.join('\n')}<h2>Shapes</h2>${schemas.join('\n')}</body></html>`
}

function operationText(method: string, path: string, operation: Operation): string {
  const parameters = (operation.parameters ?? []).map(({ name, in: where, required, schema }) => {
    const need = required ? 'required' : 'optional'
    return `<tr><td><code>${escapeHtml(name)}</code></td><td>${where}, ${need}</td><td>${shape(schema)}</td></tr>`
  })
  const responses = Object.entries(operation.responses ?? {}).map(
    ([status, { description = '', content }]) => {
      const schema = Object.values(content ?? {})[0]?.schema
      return `<tr><td>${status}</td><td>${escapeHtml(description)}</td><td>${shape(schema)}</td></tr>`
    },
  )
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  return [
    `<h2><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></h2>`,
    `<p>${escapeHtml(operation.summary ?? '')}. ${escapeHtml(operation.description ?? '')}`,
    operation.security ? ' Needs an API key or a wallet signature.</p>' : '</p>',
    body ? `<p>Body: ${shape(body)}</p>` : '',
    `<table>${parameters.join('')}</table><table>${responses.join('')}</table>`,
  ].join('')
}

/** A schema in a line: a link to its shape, or what it says. */
function shape(schema: unknown): string {
  if (schema === undefined) return ''
  const { $ref } = schema as { $ref?: string }
  if (!$ref) return `<code>${escapeHtml(JSON.stringify(schema))}</code>`
  const name = $ref.slice($ref.lastIndexOf('/') + 1)
  return `<a href="#${escapeHtml(name)}">${escapeHtml(name)}</a>`
}

function code(schema: unknown): string {
  return `<pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
