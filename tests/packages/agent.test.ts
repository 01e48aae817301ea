import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { givenMarket, issueKey } from '../helpers/gateway/bankroll.ts'
import { paidWallet, sharedGateway } from '../helpers/gateway/harness.ts'
import { ROOT } from '../helpers/localnet/index.ts'

// The agent as a package, started by npx in a folder that has nothing.

const run = promisify(execFile)

/** What npx is given to start the command of a tarball. */
const startArguments = (tarball: string) => [
  '--yes',
  '--prefer-offline',
  '--package',
  tarball,
  'prediction-market-agent',
]

describe('the packed agent', () => {
  let folder: string
  let tarball: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'agent-'))
    const pack = ['pack', '--silent', '--workspace', 'examples/agent', '--pack-destination', folder]
    await run('npm', pack, { cwd: ROOT })
    const [name] = await readdir(folder)
    tarball = join(folder, name ?? expect.fail('nothing was packed'))
  })

  after(() => rm(folder, { recursive: true, force: true }))

  /** The environment without what mocha needs. */
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' }

  it('is a server of tools that reads and quotes', async () => {
    const test = await sharedGateway()
    const { url } = test.gateway
    const wallet = await paidWallet(url, Keypair.generate(), { SOL: '5' })
    const market = await givenMarket(test, 'SOL', wallet)
    const { key } = await issueKey(url, wallet, ['read', 'bet'])
    const client = new Client({ name: 'test', version: '0.0.0' })
    const transport = new StdioClientTransport({
      command: 'npx',
      args: startArguments(tarball),
      env: { ...env, GATEWAY_URL: url, API_KEY: key },
      cwd: folder,
    })
    // npx installs it first.
    await client.connect(transport, { timeout: 240_000 })
    try {
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).to.include.members(['list_markets', 'quote_bet', 'place_bet'])
      const bet = { market, outcome: 'Yes', amount: '0.25' }
      const { structuredContent } = await client.callTool({ name: 'quote_bet', arguments: bet })
      expect(structuredContent).to.deep.include({ payout: 0.25, newOdds: { Yes: 1, No: 0 } })
    } finally {
      await client.close()
    }
  })

  it('says which key it needs, and names no file that it does not have', async () => {
    const started = run('npx', startArguments(tarball), { cwd: folder, env })
    const { stderr } = await started.then(
      () => expect.fail('it started'),
      (error: { stderr: string }) => error,
    )
    expect(stderr).to.include('API_KEY: must be a key with the scopes read and bet')
    expect(stderr).not.to.include('setup.ts')
  })
})
