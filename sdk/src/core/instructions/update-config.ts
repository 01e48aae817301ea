// Builds `update_config`: the admin replaces the settings.

import { findConfig } from '../addresses.ts'
import { DEFAULT_PUBKEY, type SettingsOf } from '../shapes.ts'
import type { AddressInput, Codec, Library } from '../wire.ts'
import { buildInstruction } from './build.ts'
import { encodeSettings } from './settings.ts'

/** New settings. */
export interface UpdateConfigInput<L extends Library> {
  admin: AddressInput<L>
  /** All settings: they replace the old ones. */
  settings: SettingsOf<L['Address']>
  /** May become the admin by {@link acceptAdmin}; `null` for nobody, which revokes an earlier one. */
  pendingAdmin: AddressInput<L> | null
}

/** Replaces the settings, for markets created from now on. */
export function updateConfig<L extends Library>(
  codec: Codec<L>,
  input: UpdateConfigInput<L>,
): L['Instruction'] {
  const pendingAdmin =
    input.pendingAdmin === null
      ? codec.constant(DEFAULT_PUBKEY)
      : codec.address('pendingAdmin', input.pendingAdmin)
  return buildInstruction(codec, 'updateConfig', {
    accounts: { admin: codec.address('admin', input.admin), config: findConfig(codec) },
    args: { settings: encodeSettings(codec, input.settings), pendingAdmin },
  })
}
