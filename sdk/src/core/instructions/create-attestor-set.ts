// Builds `create_attestor_set`: adds the attestor set that new markets use.

import { findAttestorSet, findConfig, requireAddresses } from '../addresses.ts'
import { InvalidInputError } from '../errors.ts'
import { ATTESTOR_SET_SIZES } from '../rules/quorum.ts'
import type { AddressInput, Codec, Library } from '../wire.ts'
import { buildInstruction } from './build.ts'

/** A new attestor set. */
export interface CreateAttestorSetInput<L extends Library> {
  admin: AddressInput<L>
  /** How many sets there are already: `attestorSets` of the configuration. */
  index: number
  /** 4, 5, 7 or 8 distinct keys. How many of them must sign follows from that: see `quorumOf`. */
  keys: readonly AddressInput<L>[]
}

/** Adds the next attestor set, which markets created from now on use. */
export function createAttestorSet<L extends Library>(
  codec: Codec<L>,
  input: CreateAttestorSetInput<L>,
): L['Instruction'] {
  const keys = requireAddresses(codec, 'keys', input.keys)
  if (!ATTESTOR_SET_SIZES.includes(keys.length)) {
    throw new InvalidInputError('keys', `must be 4, 5, 7 or 8 keys, not ${keys.length}`)
  }
  if (new Set(keys.map(String)).size < keys.length) {
    throw new InvalidInputError('keys', 'must be distinct')
  }
  return buildInstruction(codec, 'createAttestorSet', {
    accounts: {
      admin: codec.address('admin', input.admin),
      config: findConfig(codec),
      attestorSet: findAttestorSet(codec, input.index),
    },
    args: { keys },
  })
}
