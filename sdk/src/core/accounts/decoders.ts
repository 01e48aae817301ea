// Decoders of the program's accounts, for any library.

import { decodeStoredCondition } from '../condition/encode.ts'
import type { Raw } from '../raw.ts'
import * as values from '../shapes.ts'
import type { Codec, Library } from '../wire.ts'
import { type AccountName, requireAccount } from './data.ts'
import * as shapes from './shapes.ts'

/** Decoders of the program's accounts, by account type. */
export type AccountDecoders<L extends Library> = ReturnType<typeof accountDecoders<L>>

/** Decoders of all accounts. They throw `AccountDataError`, or `UnknownVersionError` for an unknown layout. */
export function accountDecoders<L extends Library>(codec: Pick<Codec<L>, 'decode' | 'size'>) {
  type Key = L['Address']
  const decoder =
    <Name extends AccountName, T>(name: Name, convert: (raw: Raw<Name, Key>) => T) =>
    (data: Uint8Array): T =>
      requireAccount(name, data, codec.size, () => convert(codec.decode(name, data)))
  // What is left out here is padding, or how the program stores what other fields say.
  return {
    config: decoder('config', ({ reserved, ...raw }): shapes.ConfigOf<Key> => {
      return { ...raw, pendingAdmin: values.toAddress(raw.pendingAdmin) }
    }),
    attestorSet: decoder('attestorSet', ({ reserved, ...raw }): shapes.AttestorSetOf<Key> => raw),
    feeVault: decoder('feeVault', ({ reserved, lastPrice, lastSlot, ...raw }): shapes.FeeVault => {
      return { ...raw, last: lastPrice === 0n ? null : { price: lastPrice, slot: lastSlot } }
    }),
    bankroll: decoder('bankroll', ({ version, owner, delegates }): shapes.BankrollOf<Key> => {
      const named = delegates.filter(({ key }) => values.toAddress(key) !== null)
      const decoded = named.map(({ key, cosigner, limits, spent }) => {
        return { key, cosigner, limits: values.toLimits(limits), spent: values.toAmounts(spent) }
      })
      return { version, owner, delegates: decoded }
    }),
    market: decoder('market', (raw): shapes.MarketOf<Key> => {
      // Field by field: copying the rest of them takes half as long again, and there are many markets.
      const status = toStatus(raw.status)
      const answer = toAnswer(raw.answer)
      return {
        version: raw.version,
        creator: raw.creator,
        token: values.toAddress(raw.token),
        mint: values.toAddress(raw.mint),
        status,
        decimals: raw.decimals,
        escrow: raw.escrow,
        nonce: raw.nonce,
        createdAt: raw.createdAt,
        closeAt: raw.closeAt,
        expireAt: raw.expireAt,
        resolvedAt: status === 'open' ? null : raw.resolvedAt,
        pools: values.toStakes(raw.pools),
        recent: values.toRecentStakes(raw.recent),
        latePeriod: raw.latePeriod,
        late: values.toStakes(raw.late),
        unmatched: raw.unmatched,
        paid: raw.paid,
        fees: raw.fees,
        feesDue: toFeesDue(raw),
        escrowRent: raw.escrowRent,
        recordedReward: raw.recordedReward,
        openPositions: raw.openPositions,
        sequence: raw.sequence,
        terms: raw.terms,
        condition: decodeStoredCondition(raw.condition),
        outcome: status === 'resolved' ? answer : null,
        answer,
        observation: values.toStoredObservation(raw.observation),
        reference: values.toStoredObservation(raw.reference),
      }
    }),
    question: decoder('question', ({ reserved, ...raw }): shapes.QuestionOf<Key> => raw),
    position: decoder('position', ({ reserved, padding, ...raw }): shapes.PositionOf<Key> => {
      return { ...raw, stakes: values.toStakes(raw.stakes), recent: values.toRecentStakes(raw.recent) }
    }),
  }
}

/** Markets are zero-copy accounts on chain, which hold an enum as a byte. */
function toStatus(byte: number): shapes.MarketStatus {
  const status = shapes.STATUSES[byte]
  if (!status) throw new Error(`unknown status ${byte}`)
  return status
}

function toAnswer(byte: number): values.Outcome | null {
  const answer = ([null, 'Yes', 'No'] as const)[byte]
  if (answer === undefined) throw new Error(`unknown answer ${byte}`)
  return answer
}

/** The shares that have not been collected. */
function toFeesDue({ fees, burnCollected, developerCollected }: Raw<'market', unknown>): values.FeeAmounts {
  const { burn, developer } = fees
  return { burn: burnCollected === 0 ? burn : 0n, developer: developerCollected === 0 ? developer : 0n }
}
