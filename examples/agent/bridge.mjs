#!/usr/bin/env node
// Connects an MCP client over standard input and output to the tools of a gateway's /mcp. It only forwards requests, with
// the API key.
//
//   API_KEY=… GATEWAY_URL=http://127.0.0.1:8080 node examples/agent/bridge.mjs
import { readFileSync } from 'node:fs'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'

const { GATEWAY_URL: gateway = 'http://127.0.0.1:8080', API_KEY: apiKey } = process.env
if (!apiKey) {
  console.error(
    'API_KEY: must be a key with the scopes read and bet, which POST /v1/keys of the gateway issues',
  )
  process.exit(1)
}

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
const client = new Client({ name: 'prediction-market-bridge', version })
const headers = { authorization: `Bearer ${apiKey}` }
await client.connect(
  new StreamableHTTPClientTransport(new URL('/mcp', gateway), { requestInit: { headers } }),
)

const server = new Server({ name: 'prediction-market', version }, { capabilities: { tools: {} } })
server.setRequestHandler(ListToolsRequestSchema, () => client.listTools())
server.setRequestHandler(CallToolRequestSchema, ({ params }) => client.callTool(params))
await server.connect(new StdioServerTransport())
