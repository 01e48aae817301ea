// Builds `create_attestor_set`: adds the attestor set that new markets use.

import type { TransactionInstruction } from '@solana/web3.js'
import { type AddressInput, requireAddress, requireAddresses } from '../../web3/input.ts'
import { findAttestorSet, findConfig } from '../../web3/pda.ts'
import { PROGRAM_ID } from '../../web3/program-id.ts'
import { InvalidInputError } from '../errors.ts'
import { ATTESTOR_SET_SIZES } from '../rules/quorum.ts'
import { buildInstruction } from './build.ts'

/** A new attestor set. */
export interface CreateAttestorSetInput {
  admin: AddressInput
  /** How many sets there are already: `attestorSets` of the configuration. */
  index: number
  /** 4, 5, 7 or 8 distinct keys. How many of them must sign follows from that: see `quorumOf`. */
  keys: readonly AddressInput[]
}

/** Adds the next attestor set, which markets created from now on use. */
export function createAttestorSet(
  input: CreateAttestorSetInput,
  programId: AddressInput = PROGRAM_ID,
): TransactionInstruction {
  const keys = requireAddresses('keys', input.keys)
  if (!ATTESTOR_SET_SIZES.includes(keys.length)) {
    throw new InvalidInputError('keys', `must be 4, 5, 7 or 8 keys, not ${keys.length}`)
  }
  if (new Set(keys.map(String)).size < keys.length) {
    throw new InvalidInputError('keys', 'must be distinct')
  }
  return buildInstruction(
    'createAttestorSet',
    {
      accounts: {
        admin: requireAddress('admin', input.admin),
        config: findConfig(programId),
        attestorSet: findAttestorSet(input.index, programId),
      },
      args: { keys },
    },
    programId,
  )
}
