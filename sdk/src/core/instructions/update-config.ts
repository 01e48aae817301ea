// Builds `update_config`: the admin replaces the settings.

import { PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { type AddressInput, requireAddress } from '../../web3/input.ts'
import { findConfig } from '../../web3/pda.ts'
import { PROGRAM_ID } from '../../web3/program-id.ts'
import type { Settings } from '../values.ts'
import { buildInstruction } from './build.ts'
import { encodeSettings } from './settings.ts'

/** New settings. */
export interface UpdateConfigInput {
  admin: AddressInput
  /** All settings: they replace the old ones. */
  settings: Settings
  /** May become the admin by {@link acceptAdmin}; `null` for nobody, which revokes an earlier one. */
  pendingAdmin: AddressInput | null
}

/** Replaces the settings, for markets created from now on. */
export function updateConfig(
  input: UpdateConfigInput,
  programId: AddressInput = PROGRAM_ID,
): TransactionInstruction {
  const pendingAdmin =
    input.pendingAdmin === null ? PublicKey.default : requireAddress('pendingAdmin', input.pendingAdmin)
  return buildInstruction(
    'updateConfig',
    {
      accounts: { admin: requireAddress('admin', input.admin), config: findConfig(programId) },
      args: { settings: encodeSettings(input.settings), pendingAdmin },
    },
    programId,
  )
}
