import { readFile } from 'node:fs/promises'
import type { GatewayApp } from '../context.ts'
import { answerText, respond } from '../respond.ts'

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

/** Scalar without its fonts, telemetry and hosted services, which are on other servers. */
const SCALAR = {
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Prediction market API</title>
</head>
<body>
<script id="api-reference" data-url="/v1/openapi.json" data-configuration='${JSON.stringify(SCALAR)}'></script>
<script src="/docs/scalar.js"></script>
</body>
</html>
`

/** The page may load and call nothing but this server. Scalar sets styles from its script. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** See `tools/vendor-scalar.mjs`. */
const SCALAR_SCRIPT = new URL('../../../assets/scalar.js.gz', import.meta.url)

/** Routes for the OpenAPI document and its page. They describe the routes that were added before them. */
export function docsRoutes(app: GatewayApp): void {
  const { openAPIRegistry: registry } = app
  registry.registerComponent('securitySchemes', 'apiKey', { type: 'http', scheme: 'bearer' })
  registry.registerComponent('securitySchemes', 'walletSignature', {
    type: 'apiKey',
    in: 'header',
    name: 'X-Wallet-Signature',
    description: SIGNATURE,
  })
  let document: string | undefined
  let script: Promise<Buffer<ArrayBuffer>> | undefined

  app.get('/v1/openapi.json', (c) => {
    // On the first request, because it would slow the start down.
    document ??= JSON.stringify(
      app.getOpenAPI31Document({
        openapi: '3.1.0',
        info: { title: 'Prediction market', version: '1.0.0', description: DESCRIPTION },
        servers: [{ url: '/' }],
      }),
    )
    return answerText(c, document)
  })

  app.get('/docs', (c) => {
    return respond(c, PAGE, 200, 'text/html; charset=utf-8', {
      'content-security-policy': PAGE_POLICY,
      'referrer-policy': 'no-referrer',
    })
  })

  app.get('/docs/scalar.js', async (c) => {
    script ??= readFile(SCALAR_SCRIPT)
    return respond(c, await script, 200, 'text/javascript; charset=utf-8', {
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=86400',
    })
  })
}
