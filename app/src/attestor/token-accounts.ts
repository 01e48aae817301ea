// Reads the holders of a token from its accounts on a node.

import {
  ACCOUNT_SIZE,
  AccountType,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  unpackMint,
} from '@solana/spl-token'
import { type Connection, type GetProgramAccountsFilter, PublicKey } from '@solana/web3.js'
import bs58 from 'bs58'
import type { NodeConnection } from '../chain/node-connection.ts'
import { programAccounts } from '../chain/program-accounts.ts'
import { forEachInSlices } from '../runtime/slices.ts'
import { addBalance, type Balances, type HolderSource, MAX_ACCOUNTS, tooManyAccounts } from './count.ts'

/** Owner and amount follow the mint in the accounts of both token programs. */
const OWNER_LENGTH = 32
const PART = { offset: 32, length: OWNER_LENGTH + 8 }

/** Bytes of a multisig account; no token account has this size. */
const MULTISIG_SIZE = 355

/** Matches accounts without extensions, the only kind of the first token program. */
const PLAIN: GetProgramAccountsFilter = { dataSize: ACCOUNT_SIZE }

/** Matches accounts with extensions: the account type is in the byte after a plain account. */
const EXTENDED: GetProgramAccountsFilter = {
  memcmp: { offset: ACCOUNT_SIZE, bytes: bs58.encode([AccountType.Account]) },
}

/** The token program of a mint; `null` if the address holds no mint. */
export async function programOf(connection: Connection, mint: string): Promise<PublicKey | null> {
  const address = new PublicKey(mint)
  const account = await connection.getAccountInfo(address)
  const programs = [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID]
  const programId = programs.find((candidate) => account?.owner.equals(candidate))
  if (!programId) return null
  try {
    unpackMint(address, account, programId)
    return programId
  } catch {
    return null
  }
}

/**
 * Reads the holders of a token from all its accounts on a node, of the first token program or of Token-2022. Frozen
 * accounts count, and so do pools and other programs that own an account. Confidential balances of Token-2022 cannot
 * be read and do not count.
 */
export class TokenAccounts implements HolderSource {
  constructor(private readonly connection: NodeConnection) {}

  async balances(mint: string, minSlot: number, signal?: AbortSignal): Promise<Balances | null> {
    const programId = await programOf(this.connection, mint)
    if (!programId) return null
    const kinds = programId.equals(TOKEN_PROGRAM_ID) ? [PLAIN] : [PLAIN, EXTENDED]
    const balances = new Map<string, bigint>()
    const parts = await Promise.all(kinds.map((kind) => this.#read(programId, mint, kind, minSlot, signal)))
    await forEachInSlices(parts.flat(), (part) => {
      addBalance(balances, bs58.encode(part.subarray(0, OWNER_LENGTH)), part.readBigUInt64LE(OWNER_LENGTH))
    })
    return balances
  }

  async #read(
    programId: PublicKey,
    mint: string,
    kind: GetProgramAccountsFilter,
    minSlot: number,
    signal: AbortSignal | undefined,
  ) {
    const filters = [{ memcmp: { offset: 0, bytes: mint } }, kind]
    let count = 0
    // Called for each account as it arrives.
    const findKnown = () => {
      signal?.throwIfAborted()
      count += 1
      if (count > MAX_ACCOUNTS) throw tooManyAccounts(mint)
      return null
    }
    const options = { filters, dataSlice: PART, minContextSlot: minSlot, findKnown }
    const { accounts } = await programAccounts(this.connection, programId, options).catch((cause) => {
      throw new Error(`Cannot read the accounts of ${mint}: ${cause.message}`, { cause })
    })
    return accounts.flatMap(({ data, space }) => {
      if (space === undefined) throw new Error('The node does not report the size of accounts')
      // Anyone can create a multisig whose bytes look like a token account of this mint.
      return space === MULTISIG_SIZE ? [] : [data]
    })
  }
}
