import { answer, type GatewayApp } from './define.ts'
import { docsPage, type OpenApiDocument } from './docs-page.ts'

const DESCRIPTION = `Yes/no prediction markets on Solana. The gateway builds transactions, users sign them: a POST
that changes something answers 202 with the documented shape, projected, and a transaction; sign it and send it
to POST /v1/transactions. Amounts are JSON numbers with exactly their digits. Errors are always
{ "error": message }.`

/** The OpenAPI document at `/v1/openapi.json` and a page for people at `/docs`; to be added after all routes. */
export function docsRoutes(app: GatewayApp): void {
  const { openAPIRegistry: registry } = app
  registry.registerComponent('securitySchemes', 'apiKey', { type: 'http', scheme: 'bearer' })
  registry.registerComponent('securitySchemes', 'walletSignature', {
    type: 'apiKey',
    in: 'header',
    name: 'X-Wallet-Signature',
    description:
      'With X-Wallet-Address, X-Wallet-Timestamp and X-Wallet-Nonce: an ed25519 signature in base58 or base64 ' +
      'over five lines: prediction-market:v1, METHOD and path with query, timestamp, nonce, hex SHA-256 of the body',
  })
  let made: { json: string; html: string } | undefined
  /** Made for whoever asks first: a start would wait longer for it than for a thousand markets. */
  const docs = () => {
    made ??= makeDocs(app)
    return made
  }
  // The page is one file without a script.
  const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

  app.get('/v1/openapi.json', (c) => answer(c, docs().json))
  app.get('/docs', (c) => {
    return c.body(docs().html, 200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
    })
  })
}

function makeDocs(app: GatewayApp): { json: string; html: string } {
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Prediction market', version: '1.0.0', description: DESCRIPTION.replaceAll('\n', ' ') },
    servers: [{ url: '/' }],
  })
  return { json: JSON.stringify(document), html: docsPage(document as unknown as OpenApiDocument) }
}
