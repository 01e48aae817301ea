// The routes for the OpenAPI document and its page.

import { readFile } from 'node:fs/promises'
import type { GatewayApp } from '../http/context.ts'
import { respond, respondJson } from '../http/respond.ts'
import { openApiDocument } from './document.ts'

/** The page's colours for Scalar, dark and light. */
const COLORS = {
  '.light-mode': {
    'color-1': '#11151a',
    'color-2': '#545d6b',
    'color-3': '#545d6b',
    'color-accent': '#3d4cd3',
    'background-1': '#ffffff',
    'background-2': '#f5f7fa',
    'background-3': '#ebeef3',
    'border-color': '#e0e5ec',
  },
  '.dark-mode': {
    'color-1': '#eef1f5',
    'color-2': '#9ca5b4',
    'color-3': '#9ca5b4',
    'color-accent': '#8e99ff',
    'background-1': '#0c0e12',
    'background-2': '#15181d',
    'background-3': '#1f242b',
    'border-color': '#262b34',
  },
}

const SCALAR_STYLE = Object.entries(COLORS)
  .map(([mode, colors]) => {
    const rules = Object.entries(colors).map(([name, value]) => `--scalar-${name}:${value}`)
    return `${mode}{--scalar-font:Geist,system-ui,sans-serif;${rules.join(';')}}`
  })
  .join('')

/** Scalar without its fonts, telemetry and hosted services, which are on other servers. */
const SCALAR = {
  theme: 'none',
  customCss: SCALAR_STYLE,
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
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/png" href="/icons/icon-192.png">
<title>Prediction market API</title>
<style>
@font-face{font-family:Geist;font-weight:400;src:url(/docs/geist-400.woff2) format("woff2")}
@font-face{font-family:Geist;font-weight:600;src:url(/docs/geist-600.woff2) format("woff2")}
body{margin:0;font-family:Geist,system-ui,sans-serif}
.back{display:flex;gap:16px;align-items:center;padding:12px 24px;border-bottom:1px solid #e0e5ec;background:#f5f7fa;color:#11151a}
.back b{font-weight:600}
.back a{color:#3d4cd3}
@media (prefers-color-scheme:dark){
.back{border-color:#262b34;background:#0c0e12;color:#eef1f5}
.back a{color:#8e99ff}
}
</style>
</head>
<body>
<nav class="back" aria-label="Prediction market"><b>Prediction market API</b><a href="/">Back to the markets</a></nav>
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

const FONTS = new URL('../../../assets/fonts/', import.meta.url)
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

  app.on('GET', ['/docs', '/docs/'], (c) => {
    return respond(c, PAGE, 200, 'text/html; charset=utf-8', {
      'content-security-policy': PAGE_POLICY,
      'referrer-policy': 'no-referrer',
    })
  })

  for (const weight of ['400', '600']) {
    app.get(`/docs/geist-${weight}.woff2`, async (c) => {
      const font = await readFile(new URL(`geist-latin-${weight}-normal.woff2`, FONTS))
      return respond(c, font, 200, 'font/woff2', { 'cache-control': 'public, max-age=86400' })
    })
  }

  app.get('/docs/scalar.js', async (c) => {
    script ??= readFile(SCALAR_SCRIPT)
    return respond(c, await script, 200, 'text/javascript; charset=utf-8', {
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=86400',
    })
  })
}
