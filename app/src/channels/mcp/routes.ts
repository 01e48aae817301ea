// The routes for agents: the Model Context Protocol, and `llms.txt`.

import { readFileSync } from 'node:fs'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { ListToolsRequestSchema, type ListToolsResult } from '@modelcontextprotocol/sdk/types.js'
import { createRestClient } from '@prediction-market/sdk/rest'
import type { Context } from 'hono'
import { bearerOf } from '../../gateway/auth/authenticate.ts'
import type { GatewayApp, GatewayEnv } from '../../gateway/http/context.ts'
import { ApiError, errorCode } from '../../gateway/http/errors/api-error.ts'
import { respond } from '../../gateway/http/respond.ts'
import { VERSION } from '../../gateway/openapi/document.ts'
import { addTools } from './tools.ts'

let list: Promise<ListToolsResult> | undefined

/** The list of tools, computed once: the schemas take milliseconds of the processor. */
export function toolList(): Promise<ListToolsResult> {
  list ??= readList()
  return list
}

function shareToolList(server: McpServer): void {
  server.server.setRequestHandler(ListToolsRequestSchema, toolList)
}

async function readList(): Promise<ListToolsResult> {
  const server = new McpServer({ name: 'prediction-market', version: '' })
  addTools(server, createRestClient({ baseUrl: 'http://gateway.internal' }), undefined)
  const client = new Client({ name: 'list', version: '' })
  const [near, far] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(far), client.connect(near)])
  try {
    return await client.listTools()
  } finally {
    await client.close()
  }
}

/** The introduction for agents: what this is and where its interfaces are. */
const LLMS = new URL('../../../assets/llms.txt', import.meta.url)

/** Never resolved: the tools' requests stay in this process. */
const BASE = 'http://gateway.internal'

/**
 * The Model Context Protocol over streamable HTTP, without sessions: requests are independent, so any gateway can
 * answer each. Tools call the routes of this app with the caller's API key, and count towards the same limits.
 */
export function mcpRoutes(app: GatewayApp): void {
  const llms = readFileSync(LLMS, 'utf8')

  app.get('/llms.txt', (c) => respond(c, llms, 200, 'text/plain; charset=utf-8'))

  app.post('/mcp', async (c) => {
    // The protocol has had no batches since 2025-06-18, and one request could hold hundreds of calls.
    if ((await c.req.text()).trimStart().startsWith('[')) {
      throw new ApiError(400, 'The body must be one JSON-RPC message; batches are not accepted')
    }
    const server = new McpServer({ name: 'prediction-market', version: VERSION })
    const apiKey = bearerOf(c)
    const fetch = (request: Request) => callRoute(c, request)
    addTools(
      server,
      createRestClient(apiKey ? { baseUrl: BASE, fetch, apiKey } : { baseUrl: BASE, fetch }),
      c.get('caller')?.wallet,
    )
    shareToolList(server)
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    try {
      const request = new Request(c.req.url, {
        method: 'POST',
        headers: c.req.raw.headers,
        body: await c.req.bytes(),
      })
      const answered = await transport.handleRequest(request)
      const type = answered.headers.get('content-type') ?? 'application/json'
      const named = answered.ok ? undefined : errorCode('InvalidInput')
      return respond(c, (await answered.text()) || null, answered.status, type, named)
    } finally {
      await server.close()
    }
  })

  /** Calls a route of this app on behalf of the connected client. */
  async function callRoute(c: Context<GatewayEnv>, request: Request): Promise<Response> {
    const forwarded = c.req.header('x-forwarded-for')
    if (forwarded !== undefined) request.headers.set('x-forwarded-for', forwarded)
    return app.fetch(request, c.env)
  }
}
