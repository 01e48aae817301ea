// The verify command: compares a deployment with this repository.

import { PROGRAM_ID } from '@prediction-market/sdk'
import * as accounts from '@prediction-market/sdk/accounts'
import { quorumOf } from '@prediction-market/sdk/rules'
import { unpackMint } from '@solana/spl-token'
import type { Connection, PublicKey } from '@solana/web3.js'
import { compare } from '../config.ts'
import { decodeProgramData, programDataAddress } from '../loader.ts'
import { hashOfCode, isSame, PROGRAM_PATH, PROGRAM_V0_PATH, readProgram } from '../program.ts'
import { sha256 } from '../sources.ts'
import { verifyIdl } from './idl.ts'
import { checkValue, type Expected, type Finding, type VerifyOptions } from './options.ts'

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

/** Compares the configuration, the burn auction, the utility mint and the latest attestor set with expected ones. */
async function verifyConfig(
  connection: Connection,
  program: PublicKey,
  expected: Expected,
): Promise<Finding[]> {
  const addresses = [accounts.findConfig(program), accounts.findFeeVault(program)]
  const [account, vault] = await connection.getMultipleAccountsInfo(addresses, 'confirmed')
  if (!account || !vault) return [{ part: 'config', result: 'differs', text: 'the program has none yet' }]
  const { admin, pendingAdmin, utilityMint, utilityDecimals, attestorSets, settings } = accounts.decodeConfig(
    account.data,
  )
  const wanted = expected.settings(expected.treasury ?? settings.treasury, utilityDecimals)
  const auction = accounts.decodeFeeVault(vault.data).auction
  const findings = [
    checkValue('config', 'the admin', admin.toBase58(), expected.admin),
    checkValue('config', 'the pending admin', pendingAdmin?.toBase58() ?? 'none', 'none'),
    differences('config', compare(settings, wanted)),
    differences('auction', compare(auction, expected.auction(utilityDecimals))),
    checkValue('mint', 'the utility mint', utilityMint.toBase58(), expected.utilityMint),
    await verifyMint(connection, utilityMint),
    await verifyAttestors(connection, program, attestorSets, expected.attestors),
  ]
  if (expected.treasury) return findings
  return [...findings, checkValue('config', 'the treasury', settings.treasury.toBase58(), undefined)]
}

function differences(part: Finding['part'], found: readonly string[]): Finding {
  if (found.length === 0) return { part, result: 'same', text: 'every setting is as expected' }
  return { part, result: 'differs', text: found.join(', ') }
}

/** Checks the authorities of the utility mint: whoever can mint UTILITY can buy the fee vault's SOL for nothing. */
async function verifyMint(connection: Connection, mint: PublicKey): Promise<Finding> {
  const account = await connection.getAccountInfo(mint, 'confirmed')
  if (!account)
    return { part: 'mint', result: 'differs', text: 'the account of the utility mint does not exist' }
  const { mintAuthority, freezeAuthority } = unpackMint(mint, account, account.owner)
  const authorities = [
    mintAuthority && `${mintAuthority.toBase58()} can mint UTILITY and buy the fee vault's SOL for nothing`,
    freezeAuthority && `${freezeAuthority.toBase58()} can freeze accounts of UTILITY`,
  ].filter((text) => text !== null)
  if (authorities.length > 0) return { part: 'mint', result: 'differs', text: authorities.join('; ') }
  return { part: 'mint', result: 'same', text: 'nobody can mint UTILITY or freeze its accounts' }
}

async function verifyAttestors(
  connection: Connection,
  program: PublicKey,
  sets: number,
  expected: readonly string[] | undefined,
): Promise<Finding> {
  const part = 'attestors'
  const account =
    sets > 0
      ? await connection.getAccountInfo(accounts.findAttestorSet(sets - 1, program), 'confirmed')
      : null
  if (!account) return checkValue(part, 'the latest set', 'none', expected?.join(', '))
  const { keys, threshold } = accounts.decodeAttestorSet(account.data)
  if (threshold !== quorumOf(keys.length)) {
    const text = `${threshold} of ${keys.length} must sign, not ${quorumOf(keys.length)}`
    return { part, result: 'differs', text }
  }
  const name = `the latest of ${sets}, of which ${threshold} must sign,`
  return checkValue(part, name, keys.map((key) => key.toBase58()).join(', '), expected?.join(', '))
}
