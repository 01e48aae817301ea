// Builds `accept_admin`: the pending admin becomes the admin.

import type { TransactionInstruction } from '@solana/web3.js'
import { type AddressInput, requireAddress } from '../../web3/input.ts'
import { findConfig } from '../../web3/pda.ts'
import { PROGRAM_ID } from '../../web3/program-id.ts'
import { buildInstruction } from './build.ts'

/** The second step of handing over the admin role. */
export interface AcceptAdminInput {
  /** Signs; named by the admin before. */
  pendingAdmin: AddressInput
}

/** Makes the pending admin the admin. */
export function acceptAdmin(
  input: AcceptAdminInput,
  programId: AddressInput = PROGRAM_ID,
): TransactionInstruction {
  const pendingAdmin = requireAddress('pendingAdmin', input.pendingAdmin)
  return buildInstruction(
    'acceptAdmin',
    { accounts: { pendingAdmin, config: findConfig(programId) } },
    programId,
  )
}
