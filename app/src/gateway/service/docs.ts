// The routes for the OpenAPI document and its page.

import { readFile } from 'node:fs/promises'
import type { GatewayApp } from '../http/context.ts'
import { respond, respondJson } from '../http/respond.ts'
import { openApiDocument } from './openapi/document.ts'

/** Scalar's settings: without fonts, telemetry and services of other servers. */
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

/** The page may load from and call only this server. Scalar sets styles from its script. */
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
  let document: string | undefined
  let script: Promise<Buffer<ArrayBuffer>> | undefined

  app.get('/v1/openapi.json', (c) => {
    // Written on the first request, to keep the start fast.
    document ??= openApiDocument(app)
    return respondJson(c, document)
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
