import { readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { OpenAPIHono } from '@hono/zod-openapi'
import { expect } from 'chai'
import { pageRoutes } from '../../app/src/channels/page/routes.ts'
import type { GatewayEnv } from '../../app/src/gateway/http/context.ts'
import { docsRoutes } from '../../app/src/gateway/openapi/routes.ts'
import { buildWeb } from '../../tools/web/build.mjs'
import { type GuardedApp, guardedApp, send } from '../helpers/gateway/guarded-app.ts'

const ASSETS = fileURLToPath(new URL('../../web/dist/assets/', import.meta.url))

/** The most script that a visitor loads, compressed as browsers ask for it (Brotli), in bytes. */
const MAX_SCRIPT = 90_000

/** The script with the text of a language, named after its folder in web/src/text/strings. */
const LANGUAGE = /^[a-z]{2}-[\w-]{8}\.js\.br$/

describe('gateway: the web page', () => {
  let guarded: GuardedApp
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await send(guarded, { path, headers })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }

  before(async () => {
    await buildWeb()
    guarded = await guardedApp()
    docsRoutes(guarded.app)
    pageRoutes(guarded.app)
  })

  it('is served at its paths with a strict policy, and never from a cache without asking', async () => {
    const market = 'market_11111111111111111111111111111112'
    const others = ['/', '/new', '/wallet', '/wallet/abc', '/leaderboard', '/burns', '/developers', '/how']
    for (const path of [`/markets/${market}`, ...others]) {
      const { status, headers, text } = await get(path)
      expect(status, path).to.equal(200)
      expect(headers.get('content-type')).to.contain('text/html')
      expect(headers.get('cache-control')).to.equal('no-cache')
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).to.contain("default-src 'none'").and.to.contain("script-src 'self'")
      expect(policy).not.to.match(/unsafe|http|\*/)
      // No inline script or style, and nothing of another server.
      expect(text).not.to.match(/<script(?![^>]* src=)|<style| style=|https?:/)
    }
  })

  it('is served compressed; files with a hash in their name are cached for good', async () => {
    const { text } = await get('/')
    const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(text) ?? []
    expect(script).to.match(/^\/assets\/index-[\w-]{8}\.js$/)
    for (const encoding of ['br', 'gzip']) {
      const { status, headers } = await get(script, { 'accept-encoding': encoding })
      expect(status).to.equal(200)
      expect(headers.get('content-encoding')).to.equal(encoding)
      expect(headers.get('content-type')).to.contain('text/javascript')
      expect(headers.get('cache-control')).to.equal('public, max-age=31536000, immutable')
    }
  })

  it('changes no other route', async () => {
    for (const path of ['/assets/none.js', '/assets/..%2f..%2fpackage.json', '/no-such-page', '/v1/none']) {
      const { status, headers, text } = await get(path)
      expect(status, path).to.equal(404)
      expect(JSON.parse(text).error, path).to.match(/not found/)
      expect(headers.get('cache-control'), path).to.equal(null)
    }
    expect((await get('/docs')).status).to.equal(200)
  })

  it('answers people in HTML, also at addresses that it does not have, and with a slash at the end', async () => {
    const people = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    const cases: [path: string, status: number][] = [
      ['/no-such-page', 404],
      ['/new/more/of/it', 404],
      ['/leaderboard/', 200],
      ['/markets', 200],
      ['/markets/market_11111111111111111111111111111112/', 200],
      ['/markets/%E0%A4%A', 200],
    ]
    for (const [path, expected] of cases) {
      const { status, headers, text } = await get(path, people)
      expect(status, path).to.equal(expected)
      expect(text, path).to.contain('<div id="page">')
      expect(headers.get('content-security-policy'), path).to.contain("default-src 'none'")
    }
    // Programs are answered in JSON, also when a browser asks.
    for (const path of ['/v1/none', '/assets/none.js', '/favicon.ico']) {
      const { status, text } = await get(path, people)
      expect(status, path).to.equal(404)
      expect(JSON.parse(text).error, path).to.match(/not found/)
    }
  })

  it('says how to build it if there is no build', async () => {
    const app = new OpenAPIHono<GatewayEnv>()
    app.onError((error, c) => c.text(error.message, 404))
    pageRoutes(app, '/no/such/folder')
    const answer = await app.request('/')
    expect(answer.status).to.equal(404)
    expect(await answer.text()).to.contain('run node tools/web/build.mjs')
  })

  it('is at most 90 KB of script in every language', () => {
    const scripts = readdirSync(ASSETS).filter((name) => name.endsWith('.js.br'))
    const languages = scripts.filter((name) => LANGUAGE.test(name))
    expect(languages).not.to.have.length(0)
    const size = (names: string[]) => names.reduce((sum, name) => sum + statSync(ASSETS + name).size, 0)
    // English is in what everyone loads; somebody who reads another language loads that, and no third. What a frame on
    // another site starts with is no part of the page.
    const shared = size(scripts.filter((name) => !LANGUAGE.test(name) && !name.startsWith('embed-')))
    expect(shared).to.be.above(0)
    for (const language of languages) expect(shared + size([language]), language).to.be.at.most(MAX_SCRIPT)
  })
})
