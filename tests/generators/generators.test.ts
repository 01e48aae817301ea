import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { committedDocument, REST_FILES } from '../../tools/openapi/files.ts'
import { givenMarket, issueKey } from '../helpers/gateway/bankroll.ts'
import { act, paidWallet, sharedGateway } from '../helpers/gateway/harness.ts'
import { hasCommand, openApiGenerator, outputFolder } from '../helpers/generators/tools.ts'
import { ROOT, start } from '../helpers/localnet/index.ts'
import { prepareVenv } from '../helpers/python/venv.ts'

const DOCUMENT = join(ROOT, REST_FILES.document)

describe('clients made of the OpenAPI document', () => {
  let python: string
  let env: Record<string, string>
  let wallet: Keypair

  before(async () => {
    python = prepareVenv('generators/python', ['tests/generators/requirements.txt'])
    // Given a wallet with a position, and an API key that may read and build.
    const test = await sharedGateway()
    const { url } = test.gateway
    wallet = await paidWallet(url, Keypair.generate(), { SOL: '20' })
    const market = await givenMarket(test, 'SOL', wallet)
    await act(url, `/v1/markets/${market}/bets`, { outcome: 'Yes', amount: '1.5' }, wallet)
    const { key } = await issueKey(url, wallet)
    env = { GATEWAY_URL: url, API_KEY: key, MARKET: market, WALLET: wallet.publicKey.toBase58() }
  })

  it('openapi-python-client reads all of it, and its client lists, quotes and builds', async () => {
    const client = outputFolder('prediction_market_client')
    const args = ['generate', '--path', DOCUMENT, '--output-path', client, '--meta', 'none', '--overwrite']
    const said = await run(join(python, 'openapi-python-client'), args)
    // It leaves out what it cannot read, with a warning. Those about formatters are not about the document.
    expect(said).not.to.match(/WARNING parsing|Unable to p|omitted/)
    await expectUses('use_openapi_python_client.py', join(client, '..'))
  })

  it('openapi-generator makes Python that lists, quotes and builds', async function () {
    if (!hasCommand('java', ['-version'], 'openapi-generator makes no clients')) this.skip()
    await expectUses('use_openapi_generator.py', await generate('python'))
  })

  it('openapi-generator makes Go that compiles', async function () {
    if (!hasCommand('java', ['-version'], 'openapi-generator makes no clients')) this.skip()
    if (!hasCommand('go', ['version'], 'the client in Go is not compiled')) this.skip()
    const client = await generate('go')
    rmSync(join(client, 'test'), { recursive: true })
    await run('go', ['-C', client, 'mod', 'tidy'])
    await run('go', ['-C', client, 'build', './...'])
  })

  it('openapi-generator makes TypeScript that compiles', async function () {
    if (!hasCommand('java', ['-version'], 'openapi-generator makes no clients')) this.skip()
    const client = await generate('typescript-fetch')
    const compilerOptions = {
      strict: true,
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2022', 'dom'],
      types: [],
      noEmit: true,
    }
    writeFileSync(join(client, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }))
    await run('npx', ['tsc', '-p', client])
  })

  /**
   * Has openapi-generator make a client of a language; returns its folder. Of `webhooks` it makes operations without a
   * path, which do not compile, so it has the document without them.
   */
  async function generate(language: string): Promise<string> {
    const folder = outputFolder(`openapi-generator-${language}`)
    rmSync(folder, { recursive: true, force: true })
    const document = outputFolder('openapi.json')
    writeFileSync(document, JSON.stringify({ ...committedDocument(), webhooks: undefined }))
    await run('java', [
      '-jar',
      await openApiGenerator(),
      'generate',
      '-i',
      document,
      '-g',
      language,
      '-o',
      folder,
    ])
    return folder
  }

  /** Expects a script to see the wallet's position, a payout and a transaction of the wallet. */
  async function expectUses(script: string, client: string): Promise<void> {
    const said = await run(join(python, 'python'), [`tests/generators/${script}`], {
      ...env,
      PYTHONPATH: client,
    })
    const { positions, payout, signers } = JSON.parse(said.trim().split('\n').at(-1) ?? '')
    expect(positions).to.deep.equal([{ market: env.MARKET, yes: 1.5 }])
    expect(payout).to.be.above(0.5)
    expect(signers).to.deep.equal([wallet.publicKey.toBase58()])
  }

  /** Runs a command to its end; returns what it printed. */
  async function run(command: string, args: string[], extra: Record<string, string> = {}): Promise<string> {
    const { ended, output } = start(command, args, extra)
    expect((await ended).code, output()).to.equal(0)
    return output()
  }
})
