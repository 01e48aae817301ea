import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PredictionMarketClient } from '@prediction-market/sdk'
import type { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import pino from 'pino'
import { mountChannels } from '../../app/src/channels/channels.ts'
import { startGateway } from '../../app/src/gateway/gateway.ts'
import { mountLocalnet } from '../../app/src/localnet/routes.ts'
import { PRICE_AT_EXPIRY } from '../helpers/program/world.ts'
import { localnetChain } from '../helpers/scenarios/index.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

/** A statement that imports, on one line or several. */
const IMPORT = /^import [^']* from '[^']+'$/gm

/** The examples, in order, as their code and the statements that import what they use. */
function readExamples(): { code: string; imports: string[] }[] {
  const text = ['sdk/README.md', 'README.md'].map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n')
  return [...text.matchAll(/```js\n([\s\S]*?)```/g)].map(([, example = '']) => {
    const imports = example.match(IMPORT) ?? []
    return { imports, code: example.replace(IMPORT, '') }
  })
}

/** One module of all examples: the first declares what the others use, which have a scope each. */
function moduleOf(
  examples: ReturnType<typeof readExamples>,
  replace: Readonly<Record<string, string>>,
): string {
  const [first, ...others] = examples.map(({ code }) => code)
  const scopes = others.map((code, index) => `{\n${code}\nconsole.log('example ${index + 2} ran')\n}`)
  const imports = new Set(examples.flatMap((example) => example.imports))
  let text = [...imports, first, ...scopes, 'process.exit(0)'].join('\n')
  for (const [from, to] of Object.entries(replace)) {
    expect(text, 'the READMEs').to.contain(from)
    text = text.replaceAll(from, to)
  }
  return text
}

describe('the examples in the READMEs of the SDK and the project', () => {
  it('run, one after the other', async () => {
    const { localnet, connection, node, wallets } = await localnetChain()
    const [creator] = (await wallets(1)) as [Keypair]
    const client = new PredictionMarketClient(connection, { signer: creator })
    const expireAt = (await client.chainTime()) + 3_600n
    const market = { question: 'Will the example work?', expireAt, condition: PRICE_AT_EXPIRY }
    await client.markets.create({ ...market, currency: 'SOL' })
    // On npm start, too, the market that closes last can be one whose bets need the accounts that decide it.
    await client.markets.create({
      ...market,
      question: 'Will nearly all of it be burned?',
      expireAt: expireAt + 3_600n,
      token: localnet.program.utilityMint,
      condition: { type: 'supply', comparison: 'below', target: '1', timing: 'byExpiry' },
      currency: 'SOL',
    })
    const log = pino({ level: 'silent' })
    const mounts = [mountChannels({ allowPrivate: true }), mountLocalnet(localnet)]
    const gateway = await startGateway({ nodes: [node], localnet, mounts, port: 0, log })

    const examples = readExamples()
    expect(examples).to.have.length.above(8)
    const text = moduleOf(examples, {
      "new Connection('http://127.0.0.1:8899', 'confirmed')": `new Connection('${node.rpcUrl}', { commitment: 'confirmed', wsEndpoint: '${node.wsUrl}' })`,
      "createSolanaRpc('http://127.0.0.1:8899')": `createSolanaRpc('${node.rpcUrl}')`,
      'ws://127.0.0.1:8900': node.wsUrl,
      'https://hermes.pyth.network': localnet.pricesUrl,
      'http://127.0.0.1:8080': gateway.url,
      'http://127.0.0.1:8910': localnet.attestorUrls[0] ?? '',
      // The clock of the localnet may be ahead.
      'Date.now()': `${Number(await client.chainTime()) * 1_000}`,
    })
    // Inside the repository, so that Node finds the packages.
    mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true })
    const folder = mkdtempSync(join(ROOT, 'node_modules/.cache/readme-'))
    try {
      const file = join(folder, 'examples.mjs')
      writeFileSync(file, text)
      const options = ['--conditions=source', '--import=tsx', file]
      const { stdout } = await run(process.execPath, options, { cwd: ROOT, timeout: 120_000 })
      for (let number = 2; number <= examples.length; number += 1) {
        expect(stdout).to.contain(`example ${number} ran`)
      }
    } finally {
      rmSync(folder, { recursive: true })
      await gateway.stop()
    }
  })
})
