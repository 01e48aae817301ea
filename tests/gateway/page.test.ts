import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { OpenAPIHono } from '@hono/zod-openapi'
import { expect } from 'chai'
import { pageRoutes } from '../../app/src/channels/page/routes.ts'
import type { GatewayEnv } from '../../app/src/gateway/http/context.ts'
import { docsRoutes } from '../../app/src/gateway/openapi/routes.ts'
import { buildWeb } from '../../tools/web/build.mjs'
import { type GuardedApp, guardedApp, send } from '../helpers/gateway/guarded-app.ts'

const ASSETS = fileURLToPath(new URL('../../web/dist/assets/', import.meta.url))

/** The most script of all views together, in one language, compressed by gzip, in bytes. */
const MAX_SCRIPT = 90_000

/** The most script of the page that checks a decision, compressed by gzip, in bytes. */
const MAX_VERIFIER = 70_000

/** The script with the text of a language, named after its folder in web/src/text/strings. */
const LANGUAGE = /^[a-z]{2}-[\w-]{8}\.js$/

/** The scripts that one starts with, itself included, and those that it or they load when they are needed. */
function scriptsOf(entry: string): { start: string[]; later: string[] } {
  const [start, later] = [new Set([entry]), new Set<string>()]
  for (const name of start) {
    const script = readFileSync(ASSETS + name, 'utf8')
    for (const [, imported = ''] of script.matchAll(/\b(?:from|import)\s*["']\.\/([^"']+)["']/g))
      start.add(imported)
    for (const [, loaded = ''] of script.matchAll(/\bimport\(\s*["'`]\.\/([^"'`]+)["'`]\)/g))
      later.add(loaded)
  }
  return { start: [...start], later: [...later] }
}

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

  it('lets the page that checks a decision call nodes, and no other', async () => {
    const { status, headers, text } = await get('/verify/market_11111111111111111111111111111112')
    expect(status).to.equal(200)
    expect(text).to.match(/<script[^>]* src="\/assets\/verify-/)
    const own = (await get('/')).headers.get('content-security-policy') ?? ''
    const policy = headers.get('content-security-policy') ?? ''
    const calls = "connect-src 'self' https: http://127.0.0.1:*;"
    expect(policy).to.contain(calls)
    expect(policy.replace(calls, "connect-src 'self';")).to.equal(own)
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

  it('is at most 90 KB of script in every language, with all of its views', async () => {
    const { text } = await get('/')
    const [, entry = ''] = /<script[^>]* src="\/assets\/([^"]+)"/.exec(text) ?? []
    const { start, later } = scriptsOf(entry)
    expect(start.filter((name) => LANGUAGE.test(name))).to.deep.equal([])
    const languages = later.filter((name) => LANGUAGE.test(name))
    const views = later.filter((name) => !LANGUAGE.test(name))
    expect(languages).to.have.length.above(1)
    expect(views).to.have.length.above(3)
    for (const language of languages) {
      const loaded = new Set([...start, ...[language, ...views].flatMap((name) => scriptsOf(name).start)])
      const sizes = [...loaded].map((name) => statSync(`${ASSETS}${name}.gz`).size)
      const sum = sizes.reduce((all, size) => all + size, 0)
      expect(sum, language).to.be.within(60_000, MAX_SCRIPT)
    }
  })

  it('checks a decision with a script of its own, of at most 70 KB', async () => {
    const { text } = await get('/verify/market_11111111111111111111111111111112')
    const loaded = [...text.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(([, name]) => name)
    expect(loaded).to.have.length(1)
    expect((await get('/')).text).not.to.contain(loaded[0])
    expect(statSync(`${ASSETS}${loaded[0]}.gz`).size).to.be.within(30_000, MAX_VERIFIER)
  })
})
