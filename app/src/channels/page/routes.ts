// Serves the web page.

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { GatewayApp, GatewayEnv } from '../../gateway/http/context.ts'
import { ApiError, errorCode } from '../../gateway/http/errors/api-error.ts'
import { notFound } from '../../gateway/http/errors/handler.ts'
import { headersOf, respond } from '../../gateway/http/respond.ts'

/** The build of the web page; see `tools/web/build.mjs`. */
export const BUILD = fileURLToPath(new URL('../../../../web/dist', import.meta.url))

/** The paths that the page handles itself. */
const PATHS = [
  '/',
  '/markets',
  '/markets/:id',
  '/rounds/:series',
  '/new',
  '/wallet',
  '/wallet/:address',
  '/leaderboard',
  '/burns',
  '/developers',
  '/how',
  '/activity',
]

/** Paths that serve files or data, never the page, even to a browser. */
const FOR_PROGRAMS = /^\/(?:v1|assets|actions|health|metrics|icons|mcp|\.well-known)(?:\/|$)|\.[a-z]+$/

/** The page may load from and call only this server. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Wallets describe themselves with icons in data: URLs.
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
]

/** The headers of the page, which nothing may frame. */
export const PAGE_HEADERS = {
  'content-security-policy': [...POLICY, "frame-ancestors 'none'"].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
}

/** The page of one market for other sites: the only one that may be framed. It has no wallet and keeps nothing. */
const EMBED_PATH = '/embed/markets/:id'

const EMBED_HEADERS = {
  ...PAGE_HEADERS,
  'content-security-policy': [...POLICY, 'frame-ancestors *'].join('; '),
}

/** The page that checks a decision: the only one that calls other servers, the node that its reader chooses. */
const VERIFY_PATH = '/verify/:id'

const VERIFY_HEADERS = {
  ...PAGE_HEADERS,
  'content-security-policy': PAGE_HEADERS['content-security-policy'].replace(
    "connect-src 'self'",
    "connect-src 'self' https: http://127.0.0.1:*",
  ),
}

/** The names of these files contain a hash of their content. */
const ASSET_HEADERS = { 'cache-control': 'public, max-age=31536000, immutable' }

/** Files that browsers ask for by a fixed name, to install the page. */
const MANIFEST = 'manifest.webmanifest'
const MANIFEST_HEADERS = { 'cache-control': 'public, max-age=3600' }

/** Routes for the web page, from the folder of its build. Without a build, its paths answer how to make one. */
export function pageRoutes(app: GatewayApp, root = BUILD): void {
  if (!existsSync(root)) {
    for (const path of PATHS) app.get(path, unbuilt)
    return
  }
  app.get('/assets/*', found(root), withHeaders(ASSET_HEADERS), serveStatic({ root, precompressed: true }))
  app.get('/icons/*', found(root), withHeaders(MANIFEST_HEADERS), serveStatic({ root }))
  app.get(`/${MANIFEST}`, async (c) => {
    const manifest = await readFile(join(root, MANIFEST), 'utf8')
    return respond(c, manifest, 200, 'application/manifest+json', MANIFEST_HEADERS)
  })
  const serve = (path: string, file: string, headers: Record<string, string>) => {
    const page = serveStatic({ root, path: file, precompressed: true })
    app.get(path, withHeaders(headers), page)
    if (path !== '/') app.get(`${path}/`, withHeaders(headers), page)
  }
  serve(EMBED_PATH, 'embed.html', EMBED_HEADERS)
  serve(VERIFY_PATH, 'verify.html', VERIFY_HEADERS)
  for (const path of PATHS) serve(path, 'index.html', PAGE_HEADERS)
  // Not a route for all paths: requests are counted by the last route that matches.
  const missing = notFound(() => app.routes)
  app.notFound(async (c) => (await missingPage(c, root)) ?? missing(c))
}

/** A 404 for people: the page, which says that the address does not exist. `undefined` for programs. */
async function missingPage(c: Context<GatewayEnv>, root: string): Promise<Response | undefined> {
  const { method, path } = c.req
  const isRead = method === 'GET' || method === 'HEAD'
  const isForPeople = c.req.header('accept')?.includes('text/html') === true
  if (!isRead || !isForPeople || FOR_PROGRAMS.test(path)) return undefined
  const page = await readFile(join(root, 'index.html'), 'utf8')
  return respond(c, page, 404, 'text/html; charset=utf-8', { ...PAGE_HEADERS, ...errorCode('NotFound') })
}

function unbuilt(): never {
  throw new ApiError(
    404,
    'The web page has not been built: run node tools/web/build.mjs and restart the gateway',
  )
}

/** Answers 404 for a file that is not in the build, before headers that would cache the answer are set. */
function found(root: string) {
  return createMiddleware<GatewayEnv>((c, next) => {
    if (existsSync(join(root, c.req.path))) return next()
    throw new ApiError(404, `File not found: ${c.req.path}`)
  })
}

/** Sets headers before the file is sent: `onFound` of `serveStatic` runs after that. */
function withHeaders(own: Record<string, string>) {
  return createMiddleware<GatewayEnv>((c, next) => {
    // `serveStatic` sets the type by the name of the file.
    const headers = headersOf(c, 'application/octet-stream', own)
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    return next()
  })
}
