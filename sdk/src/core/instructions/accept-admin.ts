// Builds `accept_admin`: the pending admin becomes the admin.

import { findConfig } from '../addresses.ts'
import type { AddressInput, Codec, Library } from '../wire.ts'
import { buildInstruction } from './build.ts'

/** The second step of handing over the admin role. */
export interface AcceptAdminInput<L extends Library> {
  /** Signs; named by the admin before. */
  pendingAdmin: AddressInput<L>
}

/** Makes the pending admin the admin. */
export function acceptAdmin<L extends Library>(
  codec: Codec<L>,
  input: AcceptAdminInput<L>,
): L['Instruction'] {
  const pendingAdmin = codec.address('pendingAdmin', input.pendingAdmin)
  return buildInstruction(codec, 'acceptAdmin', { accounts: { pendingAdmin, config: findConfig(codec) } })
}
