// The tools that agents can call.

import { randomUUID } from 'node:crypto'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { CURRENCY_IDS } from '@prediction-market/sdk/currency'
import { type RestClient, RestError, unwrap } from '@prediction-market/sdk/rest'
import { z } from 'zod'
import { SORTS } from '../../book/sort.ts'
import { BankrollAnswer } from '../../gateway/bankroll/schemas.ts'
import { BetConfirmation, Quote } from '../../gateway/bets/schemas.ts'
import { MarketResult } from '../../gateway/markets/result/schemas.ts'
import { MarketDetail, MarketSummary } from '../../gateway/markets/schemas.ts'
import { ProjectedMarket, QuestionAnswer } from '../../gateway/questions/schemas.ts'
import { RoundSeries } from '../../gateway/rounds/schemas.ts'
import { Position } from '../../gateway/wallets/schemas.ts'

const READS = { readOnlyHint: true, openWorldHint: true }
const BETS = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true }

const market = z.string().describe('The id of a market: market_…')
const outcome = z.enum(['Yes', 'No'])
const amount = z.string().describe('In whole units of the market’s currency, as a decimal: 0.5')
const limit = z.number().int().min(1).max(50).default(10)
const asked = {
  question: z.string().describe('A yes/no question: Will SOL be above $250 at expiry?'),
  tokenAddress: z.string().optional().describe('The mint of the token that it is about'),
  expireAt: z.string().describe('When the market expires, ISO 8601 in UTC'),
}

/** Registers the tools of agents. They are calls of the REST interface, with the credentials of the caller. */
export function addTools(server: McpServer, rest: RestClient, wallet: string | undefined): void {
  server.registerTool(
    'list_markets',
    {
      description: 'Lists markets with their question, odds, currency and expiry.',
      inputSchema: {
        words: z.string().optional().describe('Words that the question contains'),
        status: z.enum(['open', 'resolved', 'void']).default('open'),
        sort: z.enum(SORTS).default('volume'),
        limit,
      },
      outputSchema: { markets: z.array(MarketSummary) },
      annotations: READS,
    },
    ({ words, ...chosen }) => {
      const query = { ...chosen, ...(words !== undefined && { q: words }) }
      return answer(async () => ({ markets: unwrap(await rest.GET('/v1/markets', { params: { query } })) }))
    },
  )

  server.registerTool(
    'get_market',
    {
      description:
        'Describes a market: the exact rule that decides it, pools, odds, the end of betting, and its outcome.',
      inputSchema: { market },
      outputSchema: { market: MarketDetail },
      annotations: READS,
    },
    ({ market: id }) =>
      answer(async () => ({
        market: unwrap(await rest.GET('/v1/markets/{id}', { params: { path: { id } } })),
      })),
  )

  server.registerTool(
    'list_rounds',
    {
      description:
        'Lists series of rounds, markets about whether a price rises: the round that takes bets, its pools, and past results.',
      outputSchema: { rounds: z.array(RoundSeries) },
      annotations: READS,
    },
    () => answer(async () => ({ rounds: unwrap(await rest.GET('/v1/rounds')) })),
  )

  server.registerTool(
    'read_question',
    {
      description:
        'Says what a question would mean as a market, and which open markets ask the same; if it is not understood, why, ' +
        'and alternatives that are.',
      inputSchema: asked,
      outputSchema: QuestionAnswer.shape,
      annotations: READS,
    },
    ({ tokenAddress = null, ...body }) =>
      answer(async () => unwrap(await rest.POST('/v1/questions', { body: { ...body, tokenAddress } }))),
  )

  server.registerTool(
    'quote_bet',
    {
      description:
        'Quotes a bet: its payout if it wins, and how it would move the odds. Later bets change the payout.',
      inputSchema: { market, outcome, amount },
      outputSchema: Quote.shape,
      annotations: READS,
    },
    ({ market: id, ...query }) =>
      answer(async () =>
        unwrap(await rest.GET('/v1/markets/{id}/quote', { params: { path: { id }, query } })),
      ),
  )

  server.registerTool(
    'get_bankroll',
    {
      description: 'Shows the balances of the bankroll, and what each delegate has spent of its limits.',
      outputSchema: BankrollAnswer.shape,
      annotations: READS,
    },
    () => answer(async () => unwrap(await rest.GET('/v1/bankroll'))),
  )

  server.registerTool(
    'get_positions',
    {
      description:
        'Lists positions of a wallet: stakes, what each outcome would pay, and winnings and refunds of decided markets.',
      inputSchema: {
        wallet: z.string().optional().describe('An address; the wallet of the API key by default'),
        status: z.enum(['open', 'resolved', 'void']).optional(),
        limit,
      },
      outputSchema: { positions: z.array(Position) },
      annotations: READS,
    },
    ({ wallet: address = wallet, ...query }) =>
      answer(async () => {
        if (address === undefined) throw new Error('wallet: is missing; name one, or send an API key')
        const path = { address }
        const { status, ...chosen } = query
        const params = { path, query: { ...chosen, ...(status && { status }) } }
        return { positions: unwrap(await rest.GET('/v1/wallets/{address}/positions', { params })) }
      }),
  )

  server.registerTool(
    'get_result',
    {
      description: 'Shows the winnings and the refund of the API key’s wallet in a decided market.',
      inputSchema: { market },
      outputSchema: MarketResult.shape,
      annotations: READS,
    },
    ({ market: id }) =>
      answer(async () => unwrap(await rest.GET('/v1/markets/{id}/result', { params: { path: { id } } }))),
  )

  server.registerTool(
    'build_market',
    {
      description:
        'Builds a market from a question, and the transaction that opens it, for the wallet to sign; nothing is sent. ' +
        'Show `details`, the condition in words, to the owner first. Needs an API key with the scope build.',
      inputSchema: { ...asked, currency: z.enum(CURRENCY_IDS).default(CURRENCY_IDS[0]) },
      outputSchema: ProjectedMarket.shape,
      annotations: READS,
    },
    ({ tokenAddress = null, ...chosen }) => {
      const body = { ...chosen, tokenAddress, outcomes: ['Yes', 'No'] }
      return answer(async () => unwrap(await rest.POST('/v1/markets', { body })))
    },
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
        minPayout: amount.optional().describe('Refuse the bet if its payout would be lower; see quote_bet'),
      },
      // A bet that is not confirmed in time has its transaction and nothing else.
      outputSchema: BetConfirmation.partial().extend({ status: z.literal('pending').optional() }).shape,
      annotations: BETS,
    },
    ({ market: id, outcome: side, amount: stake, minPayout }) => {
      const body = { outcome: side, amount: stake, ...(minPayout !== undefined && { minPayout }) }
      // A repeated request places one bet. A key that only builds places none.
      const params = {
        path: { id },
        query: { build: 'false' as const },
        header: { 'Idempotency-Key': randomUUID() },
      }
      return answer(async () => unwrap(await rest.POST('/v1/markets/{id}/bets', { params, body })))
    },
  )
}

/** Turns the gateway's answer into the result of a tool, and its refusal into an error that the agent can read. */
async function answer(call: () => Promise<object>): Promise<CallToolResult> {
  try {
    const value = await call()
    return { structuredContent: { ...value }, content: [{ type: 'text', text: JSON.stringify(value) }] }
  } catch (error) {
    const code = error instanceof RestError && error.code !== null ? ` (${error.code})` : ''
    const message = error instanceof Error ? error.message : String(error)
    return { isError: true, content: [{ type: 'text', text: `${message}${code}` }] }
  }
}
