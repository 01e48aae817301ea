import type { GatewayApp } from '../context.ts'
import { ERROR_RESPONSES } from '../schemas/responses.ts'

const DESCRIPTION = [
  'Yes/no prediction markets on Solana. The gateway builds transactions and users sign them: a POST that changes',
  'something answers 202 with the documented shape, projected, and a transaction. Sign the transaction and send it to',
  '`POST /v1/transactions`. An API key of scope `bet` places bets in one call, from the bankroll of its wallet.',
  'Amounts are JSON numbers with every digit. Errors are always `{ "error": message }`.',
].join(' ')

const SIGNATURE =
  'Together with X-Wallet-Address, X-Wallet-Timestamp and X-Wallet-Nonce: an ed25519 signature in base58 or base64 ' +
  'over six lines: prediction-market:v1, host as in the Host header in lower case, METHOD and path with query, ' +
  'timestamp, nonce, hex SHA-256 of the body'

/** An operation of the document, as far as it is completed here. */
interface Operation {
  responses: Record<string, object>
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
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Prediction market', version: '1.0.0', description: DESCRIPTION },
    servers: [{ url: '/' }],
  })
  const paths = (document.paths ?? {}) as Record<string, Record<string, Operation>>
  const shared: Record<string, object> = {}
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    shareErrors(operation, shared)
  }
  return JSON.stringify({ ...document, components: { ...document.components, responses: shared } })
}

/** Replaces the error answers that many routes have by references to one description of each. */
function shareErrors({ responses }: Operation, shared: Record<string, object>): void {
  for (const [status, response] of Object.entries(responses)) {
    const known = ERROR_RESPONSES[status as `${keyof typeof ERROR_RESPONSES}`]
    if (known?.description !== (response as { description?: string }).description) continue
    shared[known.name] = response
    responses[status] = { $ref: `#/components/responses/${known.name}` }
  }
}
