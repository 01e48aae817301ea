import type { Connection } from '@solana/web3.js'
import { verifyConfig } from './config.ts'
import type { Finding } from './findings.ts'
import { verifyIdl } from './idl.ts'
import type { VerifyOptions } from './options.ts'
import { verifyProgram } from './program.ts'

/**
 * Compares a deployment with this repository. It trusts the node: use one that you trust, or compare several.
 *
 * @throws Error if the node does not answer, or an account has a layout that this version cannot read
 */
export async function verify(
  connection: Connection,
  { program, expected }: Pick<VerifyOptions, 'program' | 'expected'>,
): Promise<Finding[]> {
  return [
    ...(await verifyProgram(connection, program, expected.upgradeAuthority)),
    await verifyIdl(connection, program),
    ...(await verifyConfig(connection, program, expected)),
  ]
}
