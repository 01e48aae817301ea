// Runs an admin command: shows what changes, asks, signs and sends, or prints the transaction for others to sign.

import { parseArgs } from 'node:util'
import { PROGRAM_ID, PredictionMarketClient } from '@prediction-market/sdk'
import { type Connection, type Keypair, PublicKey, VersionedTransaction } from '@solana/web3.js'
import { z } from 'zod'
import { connect } from '../deploy/transactions.ts'
import { type Environment, readKeypair, readSettings, url } from '../runtime/settings.ts'
import { COMMANDS, planCommand } from './plan.ts'
import { buildTransaction, changesOf, missingSigners, sendSigned } from './transaction.ts'
import { upgradesOf } from './upgrade.ts'

const HELP = `Changes the configuration of the program, or the program: shows what changes, asks, signs and sends.

  npm run admin -- COMMAND [--yes]
  npm run admin -- COMMAND --unsigned [--payer ADDRESS] [--nonce ADDRESS]
  npm run admin -- sign TRANSACTION [--yes]

${Object.entries(COMMANDS)
  .map(([name, { takes, does }]) => `  ${`${name} ${takes}`.padEnd(28)} ${does}`)
  .join('\n')}
  ${'sign TRANSACTION'.padEnd(28)} adds a signature to one that was printed; sends it with the last one

  --unsigned  prints the transaction in base64, for a multisig or a signer on another machine
  --payer     who pays its fee, and signs too [the admin]
  --nonce     a nonce account: the transaction then does not expire
  --yes       does not ask

  RPC_URL     the node
  KEYPAIR     the keypair file that signs; not needed with --unsigned`

const Settings = z.object({
  RPC_URL: url('https://api.devnet.solana.com').default('http://127.0.0.1:8899'),
  KEYPAIR: z.string().optional(),
})

/** The terminal of a command: its settings, how it prints, and how it asks whether to sign. */
export interface Terminal {
  environment: Environment
  print(text: string): void
  isAgreed(): Promise<boolean>
}

/**
 * Runs an admin command.
 *
 * @throws Error that says what is wrong, before anything is signed
 */
export async function runAdmin(argv: string[], terminal: Terminal): Promise<void> {
  const { environment, print, isAgreed } = terminal
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      unsigned: { type: 'boolean' },
      payer: { type: 'string' },
      nonce: { type: 'string' },
      yes: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const [name, ...args] = positionals
  if (values.help || name === undefined) return print(HELP)
  const { RPC_URL, KEYPAIR } = readSettings(Settings, environment)
  const connection = await connect('RPC_URL', RPC_URL)
  const nonce = values.nonce === undefined ? undefined : new PublicKey(values.nonce)
  const transaction =
    name === 'sign'
      ? VersionedTransaction.deserialize(Buffer.from(args[0] ?? '', 'base64'))
      : await build(connection, name, args, values.payer, nonce)
  const changes = [
    ...(await changesOf(connection, transaction)),
    ...(await upgradesOf(connection, transaction)),
  ]
  print(`The program ${PROGRAM_ID.toBase58()} at ${RPC_URL}`)
  if (changes.length === 0) return print('Nothing to do: the configuration has these values already.')
  for (const text of changes) print(`  ${text}`)
  if (values.unsigned) return print(unsigned(transaction))
  if (KEYPAIR === undefined) throw new Error('KEYPAIR: is missing; --unsigned prints the transaction instead')
  const key = await readKeypair('KEYPAIR', KEYPAIR)
  requireSigner(transaction, key)
  if (!values.yes && !(await isAgreed())) return print('Nothing was signed.')
  transaction.sign([key])
  if (missingSigners(transaction).length > 0) return print(unsigned(transaction))
  print(`Done: ${await sendSigned(connection, transaction)}`)
}

async function build(
  connection: Connection,
  name: string,
  args: readonly string[],
  payer: string | undefined,
  nonce: PublicKey | undefined,
): Promise<VersionedTransaction> {
  const { signer, instruction } = await planCommand(new PredictionMarketClient(connection), name, args)
  return buildTransaction(connection, {
    payer: payer === undefined ? signer : new PublicKey(payer),
    instruction,
    nonce,
  })
}

function requireSigner(transaction: VersionedTransaction, { publicKey }: Keypair): void {
  const missing = missingSigners(transaction)
  if (missing.some((signer) => signer.equals(publicKey))) return
  throw new Error(`KEYPAIR: must be one of ${missing.join(', ')}, got ${publicKey.toBase58()}`)
}

/** A transaction that others must sign, as text for people and for `sign`. */
function unsigned(transaction: VersionedTransaction): string {
  const base64 = Buffer.from(transaction.serialize()).toString('base64')
  return `\nStill to sign: ${missingSigners(transaction).join(', ')}\n\n${base64}`
}
