import { Connection } from '@solana/web3.js'
import { SettingError } from '../app/src/deploy/environment.ts'
import { HELP } from '../app/src/deploy/help.ts'
import { readOptions } from '../app/src/deploy/options.ts'
import { type Step, setUp } from '../app/src/deploy/set-up.ts'
import { uploadProgram } from '../app/src/deploy/upload.ts'

/** Deploys and initialises the program on the chain that the environment names; see `--help`. */
async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(HELP)
    return
  }
  if (args.length > 0) throw new SettingError(args.join(' '), 'is not understood: see --help')
  const options = await readOptions(process.env)
  const { rpcUrl, deployer, programKey, code, priorityFee } = options
  const connection = new Connection(rpcUrl, 'confirmed')
  await requireNode(connection, rpcUrl)

  console.log(`Setting up the prediction market at ${rpcUrl} as ${deployer.publicKey.toBase58()}`)
  const progress = (text: string) => console.log(`  program    ${text} …`)
  const upload = { connection, deployer, program: programKey, code, priorityFee, progress }
  const program = { code, deploy: () => uploadProgram(upload) }
  const { changed } = await setUp({ ...options, connection, program, report })
  console.log(changed ? 'Done.' : 'Nothing had to be done: everything is as it was.')
}

function report({ name, changed, text }: Step): void {
  console.log(`  ${name.padEnd(9)}  ${text} (${changed ? 'new' : 'as it was'})`)
}

async function requireNode(connection: Connection, rpcUrl: string): Promise<void> {
  await connection.getVersion().catch((error: Error) => {
    throw new SettingError('RPC_URL', `names ${rpcUrl}, where no node answers: ${error.message}`)
  })
}

main(process.argv.slice(2)).catch((error: Error & { logs?: readonly string[] }) => {
  console.error([error.message, ...(error.logs ?? [])].join('\n'))
  process.exitCode = 1
})
