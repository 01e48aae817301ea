// An MCP server over the REST interface of a gateway: an agent reads markets and bets, with an API key that can spend no
// more than the wallet's bankroll allows it on chain. It speaks over standard input and output.
//
//   API_KEY=… node tools/run.mjs examples/agent/server.ts
import { randomUUID } from 'node:crypto'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { createRestClient, RestError, unwrap } from '@prediction-market/sdk/rest'
import { z } from 'zod'

const { GATEWAY_URL: baseUrl = 'http://127.0.0.1:8080', API_KEY: apiKey } = process.env
if (!apiKey)
  throw new Error('API_KEY: must be a key with the scopes read and bet; examples/agent/setup.ts makes one')

const rest = createRestClient({ baseUrl, apiKey })
const server = new McpServer({ name: 'prediction-market', version: '0.1.0' })

const READS = { readOnlyHint: true, openWorldHint: true }
const market = z.string().describe('The id of a market: market_…')
const outcome = z.enum(['Yes', 'No'])
const amount = z.string().describe('In whole units of the market’s currency, as a decimal: 0.5')

server.registerTool(
  'list_markets',
  {
    description: 'Lists markets with their question, odds, currency and expiry.',
    inputSchema: {
      words: z.string().optional().describe('Words that the question contains'),
      status: z.enum(['open', 'resolved', 'void']).default('open'),
      sort: z.enum(['newest', 'expiring', 'volume']).default('volume'),
      limit: z.number().int().min(1).max(50).default(10),
    },
    annotations: READS,
  },
  ({ words, status, sort, limit }) => {
    const query = { status, sort, limit, ...(words !== undefined && { q: words }) }
    return answer(async () => unwrap(await rest.GET('/v1/markets', { params: { query } })))
  },
)

server.registerTool(
  'get_market',
  {
    description:
      'Describes a market: what exactly decides it, pools, odds, when betting ends, and its outcome.',
    inputSchema: { market },
    annotations: READS,
  },
  ({ market: id }) =>
    answer(async () => unwrap(await rest.GET('/v1/markets/{id}', { params: { path: { id } } }))),
)

server.registerTool(
  'read_question',
  {
    description:
      'Says what a question would mean as a market, and which open markets ask the same; if it is not understood, why, ' +
      'and alternatives that are.',
    inputSchema: {
      question: z.string().describe('A yes/no question: Will SOL be above $250 at expiry?'),
      tokenAddress: z.string().optional().describe('The mint of the token that it is about'),
      expireAt: z.string().describe('When the market would expire, ISO 8601 in UTC'),
    },
    annotations: READS,
  },
  ({ tokenAddress = null, ...asked }) =>
    answer(async () => unwrap(await rest.POST('/v1/questions', { body: { ...asked, tokenAddress } }))),
)

server.registerTool(
  'quote_bet',
  {
    description:
      'What a bet would pay if it won, and how it would move the odds. Later bets change the payout.',
    inputSchema: { market, outcome, amount },
    annotations: READS,
  },
  ({ market: id, ...query }) =>
    answer(async () => unwrap(await rest.GET('/v1/markets/{id}/quote', { params: { path: { id }, query } }))),
)

server.registerTool(
  'get_bankroll',
  {
    description:
      'What is left to bet with: balances of the bankroll, and what each delegate has spent of its limits.',
    annotations: READS,
  },
  () => answer(async () => unwrap(await rest.GET('/v1/bankroll'))),
)

server.registerTool(
  'place_bet',
  {
    description:
      'Places a bet from the bankroll. The stake is locked until the market is decided. The program refuses a bet above ' +
      'the limits of the API key.',
    inputSchema: {
      market,
      outcome,
      amount,
      minPayout: amount
        .optional()
        .describe('Refuse the bet if it would be paid less than this; see quote_bet'),
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  },
  ({ market: id, outcome, amount, minPayout }) => {
    const body = { outcome, amount, ...(minPayout !== undefined && { minPayout }) }
    // However often the request is repeated on the way, there is one bet.
    const params = { path: { id }, header: { 'Idempotency-Key': randomUUID() } }
    return answer(async () => unwrap(await rest.POST('/v1/markets/{id}/bets', { params, body })))
  },
)

await server.connect(new StdioServerTransport())

/** Turns the gateway's answer into the result of a tool, and its refusal into an error that the agent can read. */
async function answer(call: () => Promise<unknown>): Promise<CallToolResult> {
  try {
    return { content: [{ type: 'text', text: JSON.stringify(await call()) }] }
  } catch (error) {
    if (!(error instanceof RestError)) throw error
    const code = error.code === null ? '' : ` (${error.code})`
    return { isError: true, content: [{ type: 'text', text: `${error.message}${code}` }] }
  }
}
