// Collects the attestation that decides a market, with the addresses of a library.

import type { AttestorSetOf } from '../accounts/shapes.ts'
import type { UndecidedMarket } from '../rules/decide.ts'
import type { Codec, Library } from '../wire.ts'
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
export async function collectAttestation<L extends Library>(
  codec: Codec<L>,
  market: UndecidedMarket & { address: L['Address'] },
  set: AttestorSetOf<L['Address']>,
  now: bigint,
  options: CollectOptions,
): Promise<SignedAttestation<L['Address']> | null> {
  const keys = set.keys.map((key) => codec.text(key))
  const named = { ...market, address: codec.text(market.address) }
  const found = await collectSigned(named, { ...set, keys }, now, options, codec.text(codec.program))
  if (!found) return null
  const signatures = found.signatures.map(({ attestor, signature }) => ({
    attestor: codec.constant(attestor),
    signature,
  }))
  return { ...found, signatures }
}
