// The deploy command: deploys and configures the program on the chain that the settings name.

import { Connection } from '@solana/web3.js'
import { HELP } from './help.ts'
import { readOptions } from './options.ts'
import { programFor, readProgram } from './program.ts'
import { setUp } from './set-up.ts'
import type { Step } from './types.ts'
import { uploadProgram } from './upload.ts'

/** Deploys and configures the program on the chain that the settings name; see `--help`. */
async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(HELP)
    return
  }
  if (args.length > 0) throw new Error(`Unknown arguments: ${args.join(' ')}; see --help`)
  const options = await readOptions(process.env)
  const { rpcUrl, deployer, programKey, priorityFee } = options
  const connection = new Connection(rpcUrl, 'confirmed')
  await connection.getVersion().catch((error: Error) => {
    throw new Error(`RPC_URL: no node answers at ${rpcUrl}: ${error.message}`)
  })

  const code = options.code ?? (await readProgram(await programFor(connection)))

  console.log(`Setting up the prediction market at ${rpcUrl} as ${deployer.publicKey.toBase58()}`)
  const progress = (text: string) => console.log(`  program    ${text} …`)
  const upload = { connection, deployer, program: programKey, code, priorityFee, progress }
  const program = { code, deploy: () => uploadProgram(upload) }
  const { changed } = await setUp({ ...options, connection, program, report })
  console.log(changed ? 'Done.' : 'Nothing to do: everything was set up already.')
}

function report({ name, changed, text }: Step): void {
  console.log(`  ${name.padEnd(9)}  ${text} (${changed ? 'new' : 'unchanged'})`)
}

main(process.argv.slice(2)).catch((error: Error & { logs?: readonly string[] }) => {
  console.error([error.message, ...(error.logs ?? [])].join('\n'))
  process.exitCode = 1
})
