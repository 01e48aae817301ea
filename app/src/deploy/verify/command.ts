// The verify command: prints how a deployment compares with this repository.

import { connect } from '../transactions.ts'
import { type Finding, HELP, readVerifyOptions } from './options.ts'
import { verify } from './verify.ts'

const MARKS: Record<Finding['result'], string> = { same: 'same', differs: 'DIFFERS', note: 'note' }

/** Prints how a deployment compares with this repository; see `--help`. */
async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(HELP)
    return
  }
  const options = readVerifyOptions(args, process.env)
  const findings = await verify(await connect('--rpc', options.rpcUrl), options)
  console.log(`${options.program.toBase58()} at ${options.rpcUrl}\n`)
  for (const { part, result, text } of findings) {
    console.log(`  ${MARKS[result].padEnd(8)} ${part.padEnd(10)} ${text}`)
  }
  const different = findings.filter(({ result }) => result === 'differs').length
  if (different > 0) process.exitCode = 1
  console.log(different > 0 ? `\nDifferences: ${different}.` : '\nNothing differs.')
}

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
