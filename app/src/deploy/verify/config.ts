import {
  decodeAttestorSet,
  decodeConfig,
  decodeFeeVault,
  findAttestorSet,
  findConfig,
  findFeeVault,
} from '@prediction-market/sdk/accounts'
import { quorumOf } from '@prediction-market/sdk/rules'
import { unpackMint } from '@solana/spl-token'
import type { Connection, PublicKey } from '@solana/web3.js'
import { compare } from '../config.ts'
import { checkValue, type Finding } from './findings.ts'
import type { Expected } from './options.ts'

/** Compares the configuration, the burn auction, the utility mint and the latest attestor set with expected ones. */
export async function verifyConfig(
  connection: Connection,
  program: PublicKey,
  expected: Expected,
): Promise<Finding[]> {
  const addresses = [findConfig(program), findFeeVault(program)]
  const [account, vault] = await connection.getMultipleAccountsInfo(addresses, 'confirmed')
  if (!account || !vault) return [{ part: 'config', result: 'differs', text: 'the program has none yet' }]
  const { admin, pendingAdmin, utilityMint, utilityDecimals, attestorSets, settings } = decodeConfig(
    account.data,
  )
  const wanted = expected.settings(expected.treasury ?? settings.treasury, utilityDecimals)
  const auction = decodeFeeVault(vault.data).auction
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
    sets > 0 ? await connection.getAccountInfo(findAttestorSet(sets - 1, program), 'confirmed') : null
  if (!account) return checkValue(part, 'the latest set', 'none', expected?.join(', '))
  const { keys, threshold } = decodeAttestorSet(account.data)
  if (threshold !== quorumOf(keys.length)) {
    const text = `${threshold} of ${keys.length} must sign, not ${quorumOf(keys.length)}`
    return { part, result: 'differs', text }
  }
  const name = `the latest of ${sets}, of which ${threshold} must sign,`
  return checkValue(part, name, keys.map((key) => key.toBase58()).join(', '), expected?.join(', '))
}
