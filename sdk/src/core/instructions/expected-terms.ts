// Encodes the terms that the creator of a market expects.

import { InvalidInputError } from '../errors.ts'
import { requireInteger, requireU64 } from '../numbers.ts'
import type { ExpectedTermsOf } from '../shapes.ts'
import type { Codec, Library } from '../wire.ts'

const MAX_U16 = 0xffff
const MAX_U32 = 0xffff_ffff

/** Checks expected terms and encodes them. */
export function encodeExpectedTerms<L extends Library>(
  codec: Codec<L>,
  expected: ExpectedTermsOf<L['Address']>,
): object {
  if (typeof expected !== 'object' || expected === null) {
    throw new InvalidInputError('expected', 'must be an object')
  }
  const whole = (key: NumericKey, maximum: number) =>
    requireInteger(`expected.${key}`, expected[key], 0, maximum)
  return {
    treasury: codec.address('expected.treasury', expected.treasury),
    minimumStake: requireU64('expected.minimumStake', expected.minimumStake),
    settleReward: requireU64('expected.settleReward', expected.settleReward),
    pythReceiver: codec.address('expected.pythReceiver', expected.pythReceiver),
    proofWindow: whole('proofWindow', MAX_U32),
    voidDelay: whole('voidDelay', MAX_U32),
    shortestPeriod: whole('shortestPeriod', MAX_U32),
    closeMargin: whole('closeMargin', MAX_U32),
    burnBps: whole('burnBps', MAX_U16),
    developerBps: whole('developerBps', MAX_U16),
    maxConfidenceBps: whole('maxConfidenceBps', MAX_U16),
    attestorSet: whole('attestorSet', MAX_U16),
  }
}

type NumericKey = Exclude<
  keyof ExpectedTermsOf<unknown>,
  'treasury' | 'minimumStake' | 'settleReward' | 'pythReceiver'
>
