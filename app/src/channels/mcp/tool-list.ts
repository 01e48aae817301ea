// The list of tools as JSON schemas, which are the same for every caller.

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { ListToolsRequestSchema, type ListToolsResult } from '@modelcontextprotocol/sdk/types.js'
import { createRestClient } from '@prediction-market/sdk/rest'
import { addTools } from './tools.ts'

let list: Promise<ListToolsResult> | undefined

/** The list of tools, computed once: the schemas take milliseconds of the processor. */
export function toolList(): Promise<ListToolsResult> {
  list ??= readList()
  return list
}

/** Answers `tools/list` of a server from the list. */
export function shareToolList(server: McpServer): void {
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
