import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PredictionMarketClient } from '@prediction-market/sdk'
import {
  AuthorityType,
  createMint,
  getOrCreateAssociatedTokenAccount,
  mintTo,
  setAuthority,
} from '@solana/spl-token'
import { type Connection, Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import {
  closeConnection,
  freePorts,
  isGroupRunning,
  openConnection,
  outcomeOf,
  type Running,
  start,
  until,
} from '../helpers/localnet/index.ts'
import { startValidator, type Validator } from '../helpers/validator/validator.ts'

const DOCUMENT = new URL('../../docs/deploying.md', import.meta.url)

/** Commands that run until they are stopped. */
const SERVICE = /npm (start|run attestor)$/

/** The commands of each step of the document, by its number. */
async function readSteps(): Promise<string[][]> {
  const [, section = ''] = (await readFile(DOCUMENT, 'utf8')).split('## A first deployment, step by step')
  return section
    .split(/^\d+\. /m)
    .slice(1)
    .map((step) => [...step.matchAll(/^ {8}(\S.*)$/gm)].map(([, command = '']) => command))
}

describe('a first deployment on a validator, by docs/deploying.md', () => {
  const deployer = Keypair.generate()
  const attestors = Array.from({ length: 4 }, () => Keypair.generate())
  const services: Running[] = []
  let folder: string
  let validator: Validator
  let connection: Connection

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'first-deployment-'))
    const keys = { deployer, attestor: attestors[0], keeper: Keypair.generate() }
    for (const [name, key] of Object.entries(keys)) {
      await writeFile(join(folder, `${name}.json`), JSON.stringify([...(key?.secretKey ?? [])]))
    }
    await writeFile(join(folder, 'attestors.txt'), attestors.map(({ publicKey }) => publicKey).join())
    validator = await startValidator({ rich: deployer.publicKey, accounts: [] })
    connection = openConnection(validator)
    const mint = await createMint(connection, deployer, deployer.publicKey, null, 6)
    const { address } = await getOrCreateAssociatedTokenAccount(
      connection,
      deployer,
      mint,
      deployer.publicKey,
    )
    await mintTo(connection, deployer, mint, address, deployer, 1_000_000_000_000_000n)
    await setAuthority(connection, deployer, mint, deployer, AuthorityType.MintTokens, null)
    await writeFile(join(folder, 'mint.txt'), mint.toBase58())
  })

  after(async () => {
    for (const { child, ended } of services) {
      if (child.pid && isGroupRunning(child.pid)) process.kill(-child.pid, 'SIGKILL')
      await ended
    }
    if (connection) await closeConnection(connection)
    await validator?.stop()
    await rm(folder, { recursive: true })
  })

  it('ends with attestor and gateway ready, and a program like that of this repository', async () => {
    const [names = [], ...steps] = await readSteps()
    expect(steps.map((commands) => commands.length)).to.deep.equal([2, 1, 1, 1, 2])
    const port = await freePorts(2)
    const own: Record<string, string> = {
      RPC_URL: validator.rpcUrl,
      WS_URL: validator.wsUrl,
      KEYS: folder,
      DATA: folder,
      PORT: `${port}`,
      ATTESTOR_PORT: `${port + 1}`,
    }
    // The names that a reader changes have the values of this test.
    const exports = names.map((line) =>
      line.replace(/\b([A-Z_]+)=\S+/g, (given, name) => (own[name] ? `${name}=${own[name]}` : given)),
    )
    const outputs: string[] = []
    for (const command of steps.flat()) {
      const script = ['set -euo pipefail', ...exports, command].join('\n')
      const running = start('bash', ['-c', script], {}, { detached: true })
      if (SERVICE.test(command)) {
        services.push(running)
        await until(
          `${command} to start`,
          () =>
            running.output().includes('Ctrl-C') ||
            (running.child.exitCode !== null && expect.fail(running.output())),
          300_000,
        )
        continue
      }
      const { code, output } = await outcomeOf(running)
      expect(code, `${command}\n${output}`).to.equal(0)
      outputs.push(output)
    }
    expect(
      outputs.find((output) => output.includes('Nothing differs.')),
      outputs.join('\n'),
    ).to.be.a('string')
    const client = new PredictionMarketClient(connection)
    expect((await client.config()).admin.equals(deployer.publicKey)).to.equal(true)
    const { keys } = (await client.attestorSet(0)) ?? expect.fail('no attestors')
    expect(keys.map(String)).to.deep.equal(attestors.map(({ publicKey }) => publicKey.toBase58()))
  })
})
