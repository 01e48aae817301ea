// Writes the OpenAPI document.

import { readFileSync } from 'node:fs'
import type { GatewayApp } from '../http/context.ts'
import { ApiError, refusal } from '../http/errors/api-error.ts'
import { PROBLEM_TYPE, Problem, problemOf } from '../http/errors/handler.ts'
import { ERROR_RESPONSES } from '../http/responses.ts'
import examples from './examples.json' with { type: 'json' }

/** The version of this release, as this document and the MCP server name it. A test compares it with package.json. */
export const VERSION = '0.3.0'

/** Examples of a request and of its answers: by status, each with a name. */
interface OperationExamples {
  request?: unknown
  answers: Record<string, Record<string, unknown>>
}

const SHARED: Record<string, unknown> = examples.shared

/** The examples of each operation, by its id. */
const EXAMPLES: Record<string, OperationExamples> = withShared(examples.operations)

/** Examples in which `{ "$shared": NAME }` is replaced by what several have in common. */
function withShared(value: unknown) {
  return JSON.parse(JSON.stringify(value), (_, part) =>
    part?.$shared ? withShared(SHARED[part.$shared]) : part,
  )
}

/** An example of an error of each status. */
const ERROR_EXAMPLES: readonly ApiError[] = [
  new ApiError(400, 'amount: must be at least 0.001 SOL'),
  new ApiError(401, 'X-Wallet-Signature does not sign this request to 127.0.0.1:8080'),
  refusal('InsufficientFunds', 'amount: the wallet holds 0.2 SOL, less than 1.5 SOL'),
  refusal(
    'ScopeMissing',
    'The API key does not have the scope bet; a key with the scope build has bets built, for the wallet to sign',
  ),
  refusal('MarketNotFound', 'Market not found: market_9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'),
  refusal('MarketClosed', 'The market no longer takes bets: betting ended at 2026-11-30T23:59:50Z'),
  new ApiError(413, 'The body is larger than 65536 bytes'),
  new ApiError(414, 'The query is longer than 2048 characters'),
  new ApiError(415, 'Content-Type must be application/json'),
  new ApiError(422, 'Idempotency-Key was used before, for another request'),
  new ApiError(429, 'Too many requests: try again in 7 seconds'),
  new ApiError(500, 'Internal error; try again'),
  new ApiError(503, 'The database is unavailable; try again'),
]

/**
 * Writes a reference with a description as OpenAPI 3.1 has it, `{ $ref, description }`. The library writes an `allOf`
 * of both, as 3.0 needed, on which client generators fail or produce an unnamed type.
 */
function plainReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainReferences)
  if (typeof value !== 'object' || value === null) return value
  const { allOf, ...rest } = value as { allOf?: unknown }
  if (Array.isArray(allOf) && Object.keys(rest).length === 0 && allOf.every(isReferenceOrWords)) {
    return Object.assign({}, ...allOf)
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plainReferences(part)]))
}

/** Whether a part of an `allOf` is a reference, or only a description. */
function isReferenceOrWords(part: object): boolean {
  return Object.keys(part).every((key) => WORDS.has(key))
}

const WORDS = new Set(['$ref', 'description', 'example'])

/** The introduction, with how to sign requests. */
const GUIDE = new URL('../../../assets/api-guide.md', import.meta.url)

const SIGNATURE =
  'Together with X-Wallet-Address, X-Wallet-Timestamp and X-Wallet-Nonce: an ed25519 signature in base58 or base64 ' +
  'over six lines: prediction-market:v1, host as in the Host header in lower case, METHOD and path with query, ' +
  'timestamp, nonce, hex SHA-256 of the body'

/** The groups of operations, in the order of the documentation. */
const TAGS = {
  Markets: 'Questions, markets, their results and proofs',
  Bets: 'Quotes, bets and claims',
  Transactions: 'Sending what was built and signed',
  Rounds: 'Up or down, again and again',
  Wallets: 'Positions, history and ranking of wallets',
  Bankroll: 'Money in the program from which API keys may bet',
  'API keys': 'Access without a signature for each request',
  Events: 'What happens, as a stream and as a list',
  Webhooks: 'What happens, sent to a URL',
  Burns: 'The burn auction',
  Service: 'Configuration, health and metrics',
  Localnet: 'Play money and play prices; on a localnet only',
}

type Content = Record<string, { schema?: object; examples?: Record<string, { value: unknown }> }>

const PROBLEM = { $ref: '#/components/schemas/Problem' }

interface Response {
  description?: string
  content?: Content
}

/** The fields of an operation of the document that are completed here. */
interface Operation {
  operationId?: string
  tags?: string[]
  security?: object[]
  requestBody?: { content: Content }
  responses: Record<string, Response | { $ref: string }>
}

/** Writes the OpenAPI document of the routes that an app has. */
export function openApiDocument(app: GatewayApp): string {
  const { openAPIRegistry: registry } = app
  registry.registerComponent('securitySchemes', 'apiKey', { type: 'http', scheme: 'bearer' })
  registry.registerComponent('securitySchemes', 'walletSignature', {
    type: 'apiKey',
    in: 'header',
    name: 'X-Wallet-Signature',
    description: SIGNATURE,
  })
  registry.register('Problem', Problem)
  const description = readFileSync(GUIDE, 'utf8')
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Prediction market',
      version: VERSION,
      description,
      contact: { name: 'The operator of this gateway' },
      license: { name: 'Apache License 2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: '/' }],
  })
  const paths = (document.paths ?? {}) as unknown as Record<string, Record<string, Operation>>
  const shared: Record<string, Response> = {}
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  for (const operation of operations) {
    operation.security ??= []
    addExamples(operation, EXAMPLES[operation.operationId ?? ''])
    shareErrors(operation, shared)
  }
  const used = new Set(operations.flatMap(({ tags = [] }) => tags))
  const tags = Object.entries(TAGS).map(([name, about]) => ({ name, description: about }))
  const complete = {
    ...document,
    tags: tags.filter(({ name }) => used.has(name)),
    components: { ...document.components, responses: shared },
  }
  return JSON.stringify(plainReferences(complete))
}

/** Adds the examples of an operation to its body and its answers. */
function addExamples(operation: Operation, examples: OperationExamples | undefined): void {
  if (!examples) return
  const { request, answers } = examples
  if (request !== undefined) setExamples(operation.requestBody?.content, { request })
  for (const [status, named] of Object.entries(answers)) {
    setExamples((operation.responses[status] as Response | undefined)?.content, named)
  }
}

/** Replaces the error answers that many routes have by references to one description of each. */
function shareErrors({ responses }: Operation, shared: Record<string, Response>): void {
  for (const [status, response] of Object.entries(responses)) {
    if ('$ref' in response) continue
    if (response.content && isError(status, response)) {
      const example = ERROR_EXAMPLES.find((error) => error.status === Number(status))
      if (!example) throw new Error(`no example of ${status}`)
      setExamples(response.content, { refusal: { error: example.message } })
      const problem = problemOf(example, 'a1b2c3')
      response.content[PROBLEM_TYPE] = { schema: PROBLEM, examples: { refusal: { value: problem } } }
    }
    const known = ERROR_RESPONSES[status as `${keyof typeof ERROR_RESPONSES}`]
    if (known?.description !== response.description) continue
    shared[known.name] = response
    responses[status] = { $ref: `#/components/responses/${known.name}` }
  }
}

/** Whether an answer is an error that has no example yet: `/health` answers 503 with its own shape. */
function isError(status: string, { content }: Response): boolean {
  return Number(status) >= 400 && Object.values(content ?? {}).every(({ examples }) => !examples)
}

function setExamples(content: Content | undefined, named: Record<string, unknown>): void {
  const examples = Object.fromEntries(Object.entries(named).map(([name, value]) => [name, { value }]))
  for (const media of Object.values(content ?? {})) media.examples = examples
}
