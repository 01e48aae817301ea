import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import root from '../../package.json' with { type: 'json' }
import sdk from '../../sdk/package.json' with { type: 'json' }
import { launchBrowser } from '../../tools/web/browser.ts'
import { type Running, start, until } from '../helpers/localnet/index.ts'
import { PRICE_AT_EXPIRY } from '../helpers/program/world.ts'
import { type ClientWorld, SOL, startClientWorld } from '../helpers/sdk/client-world.ts'
import { installPackages, packSdk } from '../helpers/sdk/packed.ts'

// The packed SDK in a fresh project of Next.js: a page that reads a market on the server and bets in the browser.

const run = promisify(execFile)

const PACKAGES = {
  '@coral-xyz/anchor': sdk.devDependencies['@coral-xyz/anchor'],
  '@solana/web3.js': sdk.devDependencies['@solana/web3.js'],
  '@types/node': root.devDependencies['@types/node'],
  '@types/react': sdk.devDependencies['@types/react'],
  '@types/react-dom': '19.3.0',
  next: '16.4.6',
  react: sdk.devDependencies.react,
  'react-dom': sdk.devDependencies.react,
  typescript: root.devDependencies.typescript,
}

const FILES = {
  'app/layout.tsx': `import type { Metadata } from 'next'
import type { ReactNode } from 'react'

export const metadata: Metadata = { title: 'A market' }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
`,
  'app/page.tsx': `import { odds, PredictionMarketClient } from '@prediction-market/sdk'
import { Connection } from '@solana/web3.js'
import { Bet } from './bet'

export const dynamic = 'force-dynamic'

export default async function Page() {
  const rpcUrl = process.env.RPC_URL as string
  const client = new PredictionMarketClient(new Connection(rpcUrl, 'confirmed'))
  const [market] = await client.markets.acceptingBets({ mint: null })
  if (!market) return <p>No market</p>
  return (
    <main>
      <h1>{market.question}</h1>
      <p>Yes {odds(market.pools).Yes}</p>
      <Bet rpcUrl={rpcUrl} market={market.address.toBase58()} />
    </main>
  )
}
`,
  'app/bet.tsx': `'use client'

import { parseAmount, PredictionMarketClient, SOL_DECIMALS } from '@prediction-market/sdk'
import { Connection, Keypair } from '@solana/web3.js'
import { useState } from 'react'

/** Bets with the wallet whose secret key is in the address. */
export function Bet({ rpcUrl, market }: { rpcUrl: string; market: string }) {
  const [result, setResult] = useState('')
  const place = async () => {
    const signer = Keypair.fromSecretKey(Uint8Array.from(JSON.parse(location.hash.slice(1))))
    const client = new PredictionMarketClient(new Connection(rpcUrl, 'confirmed'), { signer })
    const bet = { market, outcome: 'Yes', amount: parseAmount('0.5', SOL_DECIMALS) } as const
    const { payout } = await client.bets.quote(bet)
    const { signature } = await client.bets.place({ ...bet, minPayout: payout })
    setResult('Placed: ' + signature)
  }
  return (
    <>
      <button onClick={() => place().catch((error) => setResult(String(error)))}>Bet</button>
      <output>{result}</output>
    </>
  )
}
`,
  // The test runs tsc itself, on the types of all packages.
  'next.config.mjs':
    "export default { serverExternalPackages: ['@coral-xyz/anchor'], typescript: { ignoreBuildErrors: true } }\n",
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'ES2022',
      lib: ['ESNext', 'DOM', 'DOM.Iterable'],
      module: 'ESNext',
      moduleResolution: 'bundler',
      jsx: 'react-jsx',
      types: ['node'],
      strict: true,
      skipLibCheck: false,
      noEmit: true,
    },
    include: ['app'],
  }),
}

describe('the packed SDK in a fresh project of Next.js', () => {
  let world: ClientWorld
  let project: string
  let server: Running | undefined

  before(async () => {
    project = await mkdtemp(join(tmpdir(), 'next-'))
    const tarball = await packSdk(project)
    const dependencies = { '@prediction-market/sdk': `file:${tarball}`, ...PACKAGES }
    await mkdir(join(project, 'app'))
    for (const [name, text] of Object.entries(FILES)) await writeFile(join(project, name), text)
    await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, dependencies }))
    await installPackages(project)
    world = await startClientWorld()
  })

  after(async () => {
    if (server?.child.pid) process.kill(-server.child.pid)
    await server?.ended
    await world?.stop()
    await rm(project, { recursive: true, force: true })
  })

  it('type-checks with the types of every package, builds, and bets from the browser', async () => {
    const bin = (name: string) => join(project, 'node_modules/.bin', name)
    const checked = run(bin('tsc'), [], { cwd: project })
    await checked.catch((error: { stdout: string }) => expect.fail(error.stdout))
    const env = { NEXT_TELEMETRY_DISABLED: '1', NODE_OPTIONS: '', RPC_URL: world.node.rpcUrl }
    await run(bin('next'), ['build'], { cwd: project, env: { ...process.env, ...env } })

    // Given a market, and a bettor.
    const expireAt = (await world.client.chainTime()) + 3_600n
    const market = { question: 'Will it hydrate?', expireAt, condition: PRICE_AT_EXPIRY }
    await world.client.markets.create({ ...market, currency: 'SOL' })
    const bettor = await world.wallet()

    // When the bettor opens the page and bets.
    server = start(bin('next'), ['start', project, '--port', '0'], env, { detached: true })
    const { output } = server
    const url = await until('the address', () => output().match(/http:\/\/localhost:\d+/)?.[0])
    const browser = await launchBrowser()
    try {
      const page = await browser.newPage()
      page.setDefaultTimeout(180_000)
      await page.goto(`${url}/#${JSON.stringify([...bettor.secretKey])}`)
      await page.getByRole('heading', { name: market.question }).waitFor()
      await page.getByRole('button', { name: 'Bet' }).click()
      await page.getByText('Placed: ').waitFor()
    } finally {
      await browser.close()
    }

    // Then the chain has the bet.
    const [held] = await world.client.positions(bettor.publicKey)
    expect(held?.stake).to.deep.equal({ Yes: SOL / 2n, No: 0n })
  })
})
