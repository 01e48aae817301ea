// Collects attestations for the web3.js client.

import { PublicKey } from '@solana/web3.js'
import { PROGRAM_ID } from '../../web3/program-id.ts'
import type { AttestorSet } from '../accounts/decode.ts'
import type { UndecidedMarket } from '../rules/decide.ts'
import type { SignedAttestation } from './attestation.ts'
import { type CollectOptions, collectSigned } from './collect.ts'

export type { CollectOptions } from './collect.ts'

/**
 * Collects the attestation that decides a market: of the seconds for which a quorum of its attestors has signed the
 * same and that would decide it now, the earliest, with as many signatures as the quorum needs. It waits until a
 * quorum has answered or none can be reached any more, not for the slowest attestor.
 *
 * @param set - the attestor set of the market's terms
 * @param now - the chain's clock, in unix seconds
 * @returns `null` if there is none yet
 */
export async function collectAttestation(
  market: UndecidedMarket & { address: PublicKey },
  set: AttestorSet,
  now: bigint,
  options: CollectOptions,
  programId: PublicKey = PROGRAM_ID,
): Promise<SignedAttestation | null> {
  const keys = set.keys.map((key) => key.toBase58())
  const named = { ...market, address: market.address.toBase58() }
  const found = await collectSigned(named, { ...set, keys }, now, options, programId.toBase58())
  if (!found) return null
  const signatures = found.signatures.map(({ attestor, signature }) => ({
    attestor: new PublicKey(attestor),
    signature,
  }))
  return { ...found, signatures }
}
