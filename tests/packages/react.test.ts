import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { build, type PreviewServer, preview } from 'vite'
import { launchBrowser } from '../../tools/web/browser.ts'
import { until } from '../helpers/localnet/index.ts'
import { PRICE_AT_EXPIRY } from '../helpers/program/world.ts'
import { type ClientWorld, SOL, startClientWorld } from '../helpers/sdk/client-world.ts'
import { installPackages, packSdk } from '../helpers/sdk/packed.ts'

// The example in React as its reader runs it: the packed SDK beside Vite and wallet-adapter, in a browser; and the same
// with the oldest React that the SDK admits.

const run = promisify(execFile)
const EXAMPLE = fileURLToPath(new URL('../../examples/react', import.meta.url))
const QUESTION = 'Will it render?'
const PATIENCE_MS = 180_000

/** A manifest with another version of React; the types stay, for wallet-adapter has those of the newest. */
function withReact(manifest: string, version: string): string {
  return manifest.replace(/("react(?:-dom)?": )"[^"]+"/g, `$1"${version}"`)
}

for (const version of ['18.0.0', null])
  describe(`the example in React ${version ?? ''}`.trim(), () => {
    let project: string
    let world: ClientWorld
    let browser: Browser

    before(async () => {
      project = await mkdtemp(join(tmpdir(), 'react-'))
      await cp(EXAMPLE, project, { recursive: true, filter: (file) => !/\/(node_modules|dist)$/.test(file) })
      const tarball = await packSdk(project)
      const manifest = join(project, 'package.json')
      const text = await readFile(manifest, 'utf8')
      const packed = text.replace('file:../../sdk', `file:${tarball}`)
      await writeFile(manifest, version === null ? packed : withReact(packed, version))
      await installPackages(project)
      world = await startClientWorld()
      browser = await launchBrowser()
    })

    after(async () => {
      await browser?.close()
      await world?.stop()
      await rm(project, { recursive: true, force: true })
    })

    /** Builds the page for a node, opens it, and closes it after `use`. */
    async function onPage(node: { rpcUrl: string; wsUrl: string }, use: (page: Page) => Promise<void>) {
      const env = { 'import.meta.env.VITE_RPC_URL': node.rpcUrl, 'import.meta.env.VITE_WS_URL': node.wsUrl }
      const define = Object.fromEntries(Object.entries(env).map(([name, url]) => [name, JSON.stringify(url)]))
      await build({ root: project, define, logLevel: 'error' })
      const server: PreviewServer = await preview({ root: project, preview: { port: 0 } })
      const context = await browser.newContext({ viewport: { width: 1_180, height: 800 } })
      try {
        const page = await context.newPage()
        page.setDefaultTimeout(PATIENCE_MS)
        await page.goto(server.resolvedUrls?.local[0] ?? expect.fail('no address'))
        await use(page)
      } finally {
        await context.close()
        await server.close()
      }
    }

    it('type-checks with the types of every package', async () => {
      const checked = run(join(project, 'node_modules/.bin/tsc'), [], { cwd: project })
      await checked.catch((error: { stdout: string }) => expect.fail(error.stdout))
    })

    it('lists a market, shows it, bets, and follows what others bet', async () => {
      // Given a market with a stake on No.
      const expireAt = (await world.client.chainTime()) + 86_400n
      const terms = { question: QUESTION, expireAt, condition: PRICE_AT_EXPIRY, currency: 'SOL' } as const
      const { market } = await world.client.markets.create(terms)
      await world.client.bets.place({ market, outcome: 'No', amount: SOL })

      await onPage(world.node, async (page) => {
        // When a visitor takes the burner wallet, opens the market and stakes as much on Yes.
        await page.getByRole('button', { name: 'Burner Wallet' }).click()
        const address = (await page.locator('header code').getAttribute('title')) ?? ''
        await page.getByText('None yet.').waitFor()
        await page.getByRole('button', { name: 'Get play money' }).click()
        await page.getByText('5 SOL are on their way.').waitFor()
        const funded = async () => (await world.connection.getBalance(new PublicKey(address))) > 0
        await until('the money', funded)
        await page.getByRole('button', { name: QUESTION }).click()
        await page.getByLabel('Stake in SOL').fill('1')
        expect(await page.getByTestId('payout').textContent()).to.equal('1.9 SOL')
        await page.getByRole('button', { name: 'Bet on Yes' }).click()
        await page.getByText(/^Placed: /).waitFor()

        // Then the chain has the bet, and odds and positions are shown without another read by hand.
        const [held] = await world.client.positions(address)
        expect(held?.stake).to.deep.equal({ Yes: SOL, No: 0n })
        await page.getByText('Yes 50%').waitFor()
        await page.getByText(/^1 SOL, open/).waitFor()

        // And so is what somebody else stakes.
        await world.client.bets.place({ market, outcome: 'No', amount: 2n * SOL })
        await page.getByText('Yes 25%').waitFor()
      })
    })

    it('says why nothing could be read', async () => {
      const nowhere = { rpcUrl: 'http://127.0.0.1:9', wsUrl: 'ws://127.0.0.1:9' }
      await onPage(nowhere, async (page) => {
        expect(await page.getByRole('alert').first().textContent()).to.match(/fetch/)
      })
    })
  })
