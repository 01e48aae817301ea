// Reads the options of the verify command: what it expects, and how a value compares with that.

import { parseArgs } from 'node:util'
import { PROGRAM_ID } from '@prediction-market/sdk'
import type { AuctionSettings, Settings } from '@prediction-market/sdk/accounts'
import type { PublicKey } from '@solana/web3.js'
import { z } from 'zod'
import { address, type Environment, isUrl, list, readSettings } from '../../runtime/settings.ts'
import { AUCTION_SETTINGS, checkVoidDelay, PROGRAM_SETTINGS, toAuction, toSettings } from '../settings.ts'

/** The expected state of a deployment. An address that is undefined is reported and not compared. */
export interface Expected {
  settings(treasury: PublicKey, utilityDecimals: number): Settings
  auction(utilityDecimals: number): AuctionSettings
  upgradeAuthority: string | undefined
  admin: string | undefined
  treasury: PublicKey | undefined
  utilityMint: string | undefined
  attestors: string[] | undefined
}

export interface VerifyOptions {
  program: PublicKey
  rpcUrl: string
  expected: Expected
}

const Expectations = z
  .object({
    UPGRADE_AUTHORITY: z.union([z.literal('none'), address]).optional(),
    ADMIN: address.optional(),
    TREASURY: address.optional(),
    UTILITY_MINT: address.optional(),
    ATTESTORS: list.pipe(z.array(address)).optional(),
    ...PROGRAM_SETTINGS,
    ...AUCTION_SETTINGS,
  })
  .superRefine(checkVoidDelay)

export const HELP = `Compares a deployed program, its IDL and its configuration with this repository.

  npm run verify -- [--program ADDRESS] [--rpc URL]

  --program  address of the program [${PROGRAM_ID.toBase58()}]
  --rpc      URL of a node that you trust [http://127.0.0.1:8899]

The expected settings are those of npm run deploy, with the same environment variables and defaults (BURN_BPS=300 …).
UPGRADE_AUTHORITY (an address or none), ADMIN, TREASURY, UTILITY_MINT and ATTESTORS are compared if they are set.
Exits with 1 if anything differs.`

/**
 * Reads the options of the command from arguments and environment variables.
 *
 * @throws Error that names an invalid one and what it must be
 */
export function readVerifyOptions(args: readonly string[], environment: Environment): VerifyOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      program: { type: 'string', default: PROGRAM_ID.toBase58() },
      rpc: { type: 'string', default: 'http://127.0.0.1:8899' },
    },
  })
  if (!isUrl(values.rpc))
    throw new Error(`--rpc: must be a URL such as https://api.devnet.solana.com, got ${values.rpc}`)
  const program = address.safeParse(values.program)
  if (!program.success) throw new Error(`--program: must be an address in base58, got ${values.program}`)
  const read = readSettings(Expectations, environment)
  const auction = toAuction(read)
  return {
    program: program.data,
    rpcUrl: values.rpc,
    expected: {
      settings: (treasury, utilityDecimals) => toSettings(read, treasury)(utilityDecimals),
      auction,
      upgradeAuthority: read.UPGRADE_AUTHORITY?.toString(),
      admin: read.ADMIN?.toBase58(),
      treasury: read.TREASURY,
      utilityMint: read.UTILITY_MINT?.toBase58(),
      attestors: read.ATTESTORS?.map((key) => key.toBase58()),
    },
  }
}

export interface Finding {
  part: 'program' | 'idl' | 'config' | 'auction' | 'attestors' | 'mint'
  /** `note`: for people to judge, because nothing was expected. */
  result: 'same' | 'differs' | 'note'
  text: string
}

/** A finding for a value: as expected, different, or a note if nothing is expected. */
export function checkValue(
  part: Finding['part'],
  name: string,
  current: string,
  expected: string | undefined,
): Finding {
  if (expected === undefined) return { part, result: 'note', text: `${name} is ${current}` }
  if (current === expected) return { part, result: 'same', text: `${name} is ${current}` }
  return { part, result: 'differs', text: `${name} is ${current}, not ${expected}` }
}
