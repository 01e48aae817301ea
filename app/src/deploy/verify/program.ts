// Compares deployed code and its upgrade authority with the expected ones.

import { PROGRAM_ID } from '@prediction-market/sdk'
import type { Connection, PublicKey } from '@solana/web3.js'
import { decodeProgramData, programDataAddress } from '../loader.ts'
import { hashOfCode, isSame, PROGRAM_PATH, PROGRAM_V0_PATH, readProgram } from '../program.ts'
import { sha256 } from '../sources.ts'
import { checkValue, type Finding } from './findings.ts'

/** The builds of this repository. */
const BUILDS = [
  ['SBPF v3', PROGRAM_PATH],
  ['SBPF v0', PROGRAM_V0_PATH],
] as const

/** Compares the deployed code with both builds of this repository, and its upgrade authority with the expected one. */
export async function verifyProgram(
  connection: Connection,
  program: PublicKey,
  upgradeAuthority: string | undefined,
): Promise<Finding[]> {
  const part = 'program'
  const id = checkValue(part, 'its address', program.toBase58(), PROGRAM_ID.toBase58())
  const account = await connection.getAccountInfo(programDataAddress(program), 'confirmed')
  if (!account) {
    const text = `there is no program of the upgradeable loader at ${program.toBase58()}`
    return [id, { part, result: 'differs', text }]
  }
  const deployed = decodeProgramData(account.data)
  const authority = deployed.upgradeAuthority?.toBase58() ?? 'none'
  return [
    id,
    await compareCode(deployed.code),
    { part, result: 'note', text: `its security contact is ${securityContact(deployed.code) ?? 'missing'}` },
    checkValue(part, 'the upgrade authority', authority, upgradeAuthority),
  ]
}

async function compareCode(deployed: Buffer): Promise<Finding> {
  const builds = await Promise.all(
    BUILDS.map(async ([version, path]) => ({ version, code: await readProgram(path) })),
  )
  const same = builds.find(({ code }) => isSame(deployed, code))
  if (same) {
    const text = `its code is this repository's build for ${same.version}, sha256 ${sha256(same.code)}`
    return { part: 'program', result: 'same', text }
  }
  const expected = builds.map(({ version, code }) => `${version}, sha256 ${sha256(code)}`)
  const text = `its code has sha256 ${hashOfCode(deployed)}; this repository's builds are ${expected.join(', and ')}`
  return { part: 'program', result: 'differs', text }
}

/** The contact that `security_txt!` has put into a program: names and values, with a zero byte after each. */
function securityContact(code: Buffer): string | undefined {
  const start = code.indexOf('BEGIN SECURITY.TXT')
  const fields = code.toString('utf8', start, code.indexOf('END SECURITY.TXT')).split('\0')
  const name = fields.indexOf('contacts')
  return start < 0 || name < 0 ? undefined : fields[name + 1]
}
