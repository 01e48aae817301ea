// Starts a `solana-test-validator`.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Connection, type PublicKey } from '@solana/web3.js'
import type { AccountState } from '../../../app/src/localnet/cheats.ts'
import { freePorts, until } from '../localnet/index.ts'

/** A started `solana-test-validator`. */
export interface Validator {
  rpcUrl: string
  wsUrl: string
  /** Stops it and removes its ledger. */
  stop(): Promise<void>
}

/** The initial state of a chain. */
export interface Genesis {
  /** Receives half a billion SOL. */
  rich: PublicKey
  /** Further accounts. */
  accounts: readonly (AccountState & { address: PublicKey })[]
}

const PROGRAM = 'solana-test-validator'

const MISSING = `${PROGRAM} is not on the PATH. It comes with Solana's command line tools
(https://docs.anza.xyz/cli/install), or is built by: cargo install agave-validator --bin ${PROGRAM}`

/** Number of ports that a validator needs besides the named ones. */
const OTHER_PORTS = 40

/** Time limits for starting and stopping, in milliseconds. */
const START_MS = 120_000
const STOP_MS = 20_000

/**
 * Starts a validator with every feature of its version active, on free ports, with a ledger in a temporary folder.
 *
 * @throws Error if there is none on the PATH, with instructions to install it, or if it does not start
 */
export async function startValidator({ rich, accounts }: Genesis): Promise<Validator> {
  const folder = await mkdtemp(join(tmpdir(), 'validator-'))
  const port = await freePorts(4 + OTHER_PORTS)
  const files = await Promise.all(accounts.map((account) => writeAccount(folder, account)))
  const child = spawn(
    PROGRAM,
    [
      ...['--reset', '--quiet', '--ledger', join(folder, 'ledger'), '--mint', rich.toBase58()],
      ...['--rpc-port', `${port}`, '--faucet-port', `${port + 2}`, '--gossip-port', `${port + 3}`],
      ...['--dynamic-port-range', `${port + 4}-${port + 4 + OTHER_PORTS}`],
      ...files.flatMap(({ address, path }) => ['--account', address, path]),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  let failure: Error | undefined
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  child.once('error', (error: NodeJS.ErrnoException) => {
    failure = error.code === 'ENOENT' ? new Error(MISSING) : error
  })
  child.once('exit', () => {
    failure ??= new Error(`${PROGRAM} exited before it was ready:\n${output}`)
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)

  const stop = async () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGINT')
      const timer = setTimeout(kill, STOP_MS)
      await ended
      clearTimeout(timer)
    }
    process.off('exit', kill)
    await rm(folder, { recursive: true, force: true })
  }
  const rpcUrl = `http://127.0.0.1:${port}`
  try {
    await ready(rpcUrl, () => failure)
    return { rpcUrl, wsUrl: `ws://127.0.0.1:${port + 1}`, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Waits until blocks are confirmed; a new validator answers requests long before that. */
async function ready(rpcUrl: string, failure: () => Error | undefined): Promise<void> {
  const connection = new Connection(rpcUrl, 'confirmed')
  const probe = async () => {
    const reason = failure()
    if (reason) throw reason
    const slot = await connection.getSlot('confirmed').catch(() => 0)
    return slot > 1
  }
  await until(`${PROGRAM} at ${rpcUrl} to confirm its first blocks`, probe, START_MS)
}

/** Writes an account in the format of `solana account --output json`. */
async function writeAccount(folder: string, account: Genesis['accounts'][number]) {
  const { lamports, owner, data } = account
  const address = account.address.toBase58()
  const path = join(folder, `${address}.json`)
  const content = {
    pubkey: address,
    account: {
      lamports: Number(lamports),
      data: [Buffer.from(data).toString('base64'), 'base64'],
      owner: owner.toBase58(),
      executable: false,
      rentEpoch: 0,
      space: data.length,
    },
  }
  await writeFile(path, JSON.stringify(content))
  return { address, path }
}
