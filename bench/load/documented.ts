// Checks answers against the statuses in the gateway's OpenAPI document.

import type { Answer, Call } from './http.ts'

interface OpenApi {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
}

/** The operations of an OpenAPI document and the statuses that each may answer. */
export class Documented {
  readonly #operations: { pattern: RegExp; methods: Record<string, { responses: Record<string, unknown> }> }[]

  private constructor({ paths }: OpenApi) {
    this.#operations = Object.entries(paths).map(([template, methods]) => ({
      pattern: new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
      methods,
    }))
  }

  /** Reads the document of a gateway. */
  static async of(base: string): Promise<Documented> {
    return new Documented((await (await fetch(`${base}/v1/openapi.json`)).json()) as OpenApi)
  }

  /** Whether the document lists this status for the operation, and a refusal has the documented error shape. */
  has({ method, path }: Call, { status, text }: Answer): boolean {
    const [plain = ''] = path.split('?')
    const found = this.#operations.find(({ pattern }) => pattern.test(plain))
    const isKnown = found?.methods[method.toLowerCase()]?.responses[status] !== undefined
    return isKnown && (status < 400 || isError(text))
  }
}

function isError(text: string): boolean {
  const body = JSON.parse(text) as { error?: unknown }
  return typeof body.error === 'string' && Object.keys(body).length === 1
}
