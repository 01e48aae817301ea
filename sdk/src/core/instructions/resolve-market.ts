// Builds `resolve_market`: decides a market by evidence, or records an observation.

import { requireAddresses } from '../addresses.ts'
import type { AddressInput, Codec, Library } from '../wire.ts'
import { buildInstruction, readOnly } from './build.ts'

/** A decision. `resolutionEvidence` lists the accounts that prove the answer. */
export interface ResolveMarketInput<L extends Library> {
  /** Signs, and earns the reward. Anyone can. */
  keeper: AddressInput<L>
  market: AddressInput<L>
  /** The market's attestor set, if attestors decide it. Their signatures are verified by the instruction before. */
  attestorSet?: AddressInput<L> | null | undefined
  /** The other accounts that prove the answer. Empty once a recorded observation decides. */
  evidence: readonly AddressInput<L>[]
}

/**
 * Decides a market by its evidence, or records "not met" at expiry, a complete bonding curve or the reference price of
 * a change. Anyone can, and earns a reward.
 */
export function resolveMarket<L extends Library>(
  codec: Codec<L>,
  input: ResolveMarketInput<L>,
): L['Instruction'] {
  const { attestorSet } = input
  return buildInstruction(codec, 'resolveMarket', {
    accounts: {
      keeper: codec.address('keeper', input.keeper),
      market: codec.address('market', input.market),
      attestorSet: attestorSet == null ? null : codec.address('attestorSet', attestorSet),
    },
    remaining: requireAddresses(codec, 'evidence', input.evidence).map(readOnly),
  })
}
