import type { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { InvalidInputError } from '../errors.ts'
import { requireAddress, requireAddresses, requireInteger } from '../input.ts'
import { MAX_ATTESTORS, MAX_QUORUM } from '../limits.ts'
import { findAttestorSet, findConfig } from '../pda.ts'
import { PROGRAM_ID } from '../program.ts'
import { buildInstruction } from './build.ts'

/** A new attestor set. */
export interface CreateAttestorSetInput {
  admin: PublicKey
  /** How many sets there are already: `attestorSets` of the configuration. */
  index: number
  /** 1 to 16 distinct keys. */
  keys: readonly PublicKey[]
  /** How many of them must sign the same observation; at most 6, since more fit into no transaction. */
  threshold: number
}

/** Adds the next attestor set, which markets created from now on take. */
export function createAttestorSet(
  input: CreateAttestorSetInput,
  programId: PublicKey = PROGRAM_ID,
): TransactionInstruction {
  const keys = requireAddresses('keys', input.keys)
  requireInteger('keys.length', keys.length, 1, MAX_ATTESTORS)
  if (new Set(keys.map(String)).size < keys.length) {
    throw new InvalidInputError('keys', 'must be distinct')
  }
  const threshold = requireInteger('threshold', input.threshold, 1, keys.length)
  if (threshold > MAX_QUORUM) {
    throw new InvalidInputError('threshold', `must be at most ${MAX_QUORUM}: a transaction carries no more`)
  }
  return buildInstruction(
    'createAttestorSet',
    {
      accounts: {
        admin: requireAddress('admin', input.admin),
        config: findConfig(programId),
        attestorSet: findAttestorSet(input.index, programId),
      },
      args: { keys, threshold },
    },
    programId,
  )
}
