import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import root from '../../package.json' with { type: 'json' }
import sdk from '../../sdk/package.json' with { type: 'json' }
import { PRICE_AT_EXPIRY } from '../helpers/program/world.ts'
import { type ClientWorld, SOL, startClientWorld } from '../helpers/sdk/client-world.ts'
import { installPackages, packSdk } from '../helpers/sdk/packed.ts'

// The packed SDK in fresh projects: each installs it beside the oldest or the newest version of its peer, type-checks
// with the types of all packages, and places a bet.

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TSC = join(ROOT, 'node_modules/.bin/tsc')

/** The oldest versions that the peer ranges admit, and the newest that were there when they were written. */
const OLDEST = { web3: '1.98.0', kit: '6.5.0' }
const ANCHOR = sdk.devDependencies['@coral-xyz/anchor']
const NEWEST = { web3: sdk.devDependencies['@solana/web3.js'], kit: sdk.devDependencies['@solana/kit'] }

/** A first bet on web3.js; the import statements are those of the module system. */
const WEB3 = `
async function main(url: string, secretKey: Uint8Array): Promise<void> {
  const connection = new Connection(url, 'confirmed')
  const client = new PredictionMarketClient(connection, { signer: Keypair.fromSecretKey(secretKey) })
  const [market] = await client.markets.acceptingBets({ mint: null })
  if (!market) throw new Error('no market')
  const bet = { market, outcome: 'Yes', amount: parseAmount('0.5', SOL_DECIMALS) } as const
  const { payout } = await client.bets.quote(bet)
  await client.bets.place({ ...bet, minPayout: payout })
}
main(process.argv[2] as string, Uint8Array.from(JSON.parse(process.argv[3] as string)))
`
const WEB3_NAMES = "{ parseAmount, PredictionMarketClient, SOL_DECIMALS } from '@prediction-market/sdk'"

/** The same on Kit. */
const KIT = `import { type Address, createKeyPairSignerFromBytes, createSolanaRpc } from '@solana/kit'
import { HermesPrices, parseAmount, PredictionMarketClient, SOL_DECIMALS, submitPlan } from '@prediction-market/sdk/kit'
/** Decides a market in steps of its own. */
export async function decide(url: string, hermes: string, market: string, payer: Address): Promise<string> {
  const client = new PredictionMarketClient({ rpc: createSolanaRpc(url), prices: new HermesPrices({ url: hermes }) })
  const plan = await client.decisions.planDecide(market, { payer })
  const { signature } = await submitPlan(plan, ({ instructions, signers }) => client.send(instructions, { signers }))
  return signature
}
async function main(url: string, secretKey: Uint8Array): Promise<void> {
  const signer = await createKeyPairSignerFromBytes(secretKey)
  const client = new PredictionMarketClient({ rpc: createSolanaRpc(url), signer })
  const [market] = await client.markets.acceptingBets({ mint: null })
  if (!market) throw new Error('no market')
  const bet = { market, outcome: 'Yes', amount: parseAmount('0.5', SOL_DECIMALS) } as const
  const { payout } = await client.bets.quote(bet)
  await client.bets.place({ ...bet, minPayout: payout })
}
main(process.argv[2] as string, Uint8Array.from(JSON.parse(process.argv[3] as string)))
`

interface Project {
  name: string
  type: 'module' | 'commonjs'
  packages: Record<string, string>
  source: string
  /** Packages that it must not have got. */
  without?: string[]
}

const imports = `import ${WEB3_NAMES}\nimport { Connection, Keypair } from '@solana/web3.js'\n`
const PROJECTS: Project[] = [
  {
    name: `CommonJS, web3.js ${OLDEST.web3}`,
    type: 'commonjs',
    packages: { '@coral-xyz/anchor': ANCHOR, '@solana/web3.js': OLDEST.web3 },
    source: imports + WEB3,
    without: ['@solana/kit', '@solana/spl-token'],
  },
  {
    name: `ES module, web3.js ${NEWEST.web3}`,
    type: 'module',
    packages: { '@coral-xyz/anchor': ANCHOR, '@solana/web3.js': NEWEST.web3 },
    source: imports + WEB3,
    without: ['@solana/kit', '@solana/spl-token'],
  },
  ...[OLDEST.kit, NEWEST.kit].map(
    (version): Project => ({
      name: `Kit ${version} alone`,
      type: 'module',
      packages: { '@solana/kit': version },
      source: KIT,
      without: ['@solana/web3.js', '@coral-xyz/anchor', '@solana/spl-token'],
    }),
  ),
]

describe('the packed SDK in a fresh project', () => {
  let world: ClientWorld
  let folder: string
  let tarball: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'projects-'))
    tarball = await packSdk(folder)
    world = await startClientWorld()
    const expireAt = (await world.client.chainTime()) + 3_600n
    const market = { question: 'Will it install?', expireAt, condition: PRICE_AT_EXPIRY }
    await world.client.markets.create({ ...market, currency: 'SOL' })
  })

  after(async () => {
    await world.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** Makes a project of the packed SDK and its peer. */
  async function install({ type, packages, source }: Project): Promise<string> {
    const project = await mkdtemp(join(folder, 'project-'))
    await copyFile(join(folder, tarball), join(project, tarball))
    const types = { '@types/node': root.devDependencies['@types/node'] }
    const dependencies = { '@prediction-market/sdk': `file:${tarball}`, ...packages, ...types }
    await writeFile(join(project, 'package.json'), JSON.stringify({ type, private: true, dependencies }))
    await installPackages(project)
    await writeFile(join(project, 'main.ts'), source)
    return project
  }

  for (const project of PROJECTS) {
    it(`${project.name}: type-checks with the types of every package, and bets`, async () => {
      const at = await install(project)
      for (const name of project.without ?? []) {
        expect(existsSync(join(at, 'node_modules', name)), `${name} was installed`).to.equal(false)
      }
      const options = ['--strict', '--target', 'es2022', '--module', 'node16', '--skipLibCheck', 'false']
      const checked = run(TSC, [...options, '--types', 'node', 'main.ts'], { cwd: at })
      await checked.catch((error: { stdout: string }) => expect.fail(error.stdout))
      const bettor = await world.wallet()
      const secret = JSON.stringify([...bettor.secretKey])
      await run('node', ['main.js', world.node.rpcUrl, secret], { cwd: at, env: { PATH: process.env.PATH } })
      const [held] = await world.client.positions(bettor.publicKey)
      expect(held?.stake).to.deep.equal({ Yes: SOL / 2n, No: 0n })
    })
  }
})
