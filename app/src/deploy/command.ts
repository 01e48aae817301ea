// The deploy command: deploys and configures the program on the chain that the settings name.

import { PROGRAM_ID } from '@prediction-market/sdk'
import { HELP, readBufferOptions, readOptions } from './options.ts'
import { programFor, readProgram } from './program.ts'
import { setUp } from './set-up.ts'
import { sha256 } from './sources.ts'
import { connect } from './transactions.ts'
import type { Step } from './types.ts'
import { prepareUpgrade, uploadProgram } from './upload.ts'

/** Deploys and configures the program on the chain that the settings name; see `--help`. */
async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(HELP)
    return
  }
  if (args.length === 1 && args[0] === '--buffer') return prepare()
  if (args.length > 0) throw new Error(`Unknown arguments: ${args.join(' ')}; see --help`)
  const options = await readOptions(process.env)
  const { rpcUrl, deployer, programKey, priorityFee } = options
  const connection = await connect('RPC_URL', rpcUrl)
  const code = options.code ?? (await readProgram(await programFor(connection)))

  console.log(`Setting up the prediction market at ${rpcUrl} as ${deployer.publicKey.toBase58()}`)
  const upload = { connection, deployer, program: programKey, code, priorityFee, progress }
  const program = { code, deploy: () => uploadProgram(upload) }
  const { changed } = await setUp({ ...options, connection, program, report })
  console.log(changed ? 'Done.' : 'Nothing to do: everything was set up already.')
}

/** Prepares an upgrade of the deployed program, which its upgrade authority carries out. */
async function prepare(): Promise<void> {
  const { rpcUrl, deployer, priorityFee, ...options } = await readBufferOptions(process.env)
  const connection = await connect('RPC_URL', rpcUrl)
  const code = options.code ?? (await readProgram(await programFor(connection)))
  const id = PROGRAM_ID.toBase58()
  console.log(`Preparing an upgrade of ${id} at ${rpcUrl} as ${deployer.publicKey.toBase58()}`)
  const input = { connection, deployer, program: PROGRAM_ID, code, priorityFee, progress }
  const prepared = await prepareUpgrade(input)
  if (!prepared) return console.log('Nothing to do: the program has this code already.')
  const { buffer, upgradeAuthority, extendedBy } = prepared
  console.log(`  buffer     ${buffer.toBase58()}; ${code.length} bytes, sha256 ${sha256(code)}`)
  console.log(`  authority  ${upgradeAuthority.toBase58()}, who alone can use the buffer now`)
  if (extendedBy > 0) console.log(`  room       ${extendedBy} bytes more for the program's code`)
  console.log(`Done. The upgrade authority upgrades with: npm run admin -- upgrade ${buffer.toBase58()}`)
}

function progress(text: string): void {
  console.log(`  program    ${text} …`)
}

function report({ name, changed, text }: Step): void {
  console.log(`  ${name.padEnd(9)}  ${text} (${changed ? 'new' : 'unchanged'})`)
}

main(process.argv.slice(2)).catch((error: Error & { logs?: readonly string[] }) => {
  console.error([error.message, ...(error.logs ?? [])].join('\n'))
  process.exitCode = 1
})
