// Decoders of the program's accounts, for any library.

import { decodeStoredCondition } from '../condition/encode.ts'
import type { Raw } from '../raw.ts'
import {
  type FeeAmounts,
  type Outcome,
  toAddress,
  toAmounts,
  toLimits,
  toRecentStakes,
  toStakes,
  toStoredObservation,
} from '../shapes.ts'
import type { Codec, Library } from '../wire.ts'
import { type AccountName, requireAccount } from './data.ts'
import {
  type AttestorSetOf,
  type BankrollOf,
  type ConfigOf,
  type FeeVault,
  type MarketOf,
  type MarketStatus,
  type PositionOf,
  type QuestionOf,
  STATUSES,
} from './shapes.ts'

/** Decoders of the program's accounts, by account type. */
export type AccountDecoders<L extends Library> = ReturnType<typeof accountDecoders<L>>

/**
 * Creates the decoders of all accounts. Each throws `AccountDataError` for other data, and `UnknownVersionError` for an
 * unknown layout.
 */
export function accountDecoders<L extends Library>(codec: Pick<Codec<L>, 'decode' | 'size'>) {
  type Key = L['Address']
  const decoder =
    <Name extends AccountName, T>(name: Name, convert: (raw: Raw<Name, Key>) => T) =>
    (data: Uint8Array): T =>
      requireAccount(name, data, codec.size, () => convert(codec.decode(name, data)))
  return {
    config: decoder(
      'config',
      (raw): ConfigOf<Key> => ({
        version: raw.version,
        admin: raw.admin,
        pendingAdmin: toAddress(raw.pendingAdmin),
        utilityMint: raw.utilityMint,
        utilityDecimals: raw.utilityDecimals,
        attestorSets: raw.attestorSets,
        settings: raw.settings,
        betsOpenAt: raw.betsOpenAt,
      }),
    ),
    attestorSet: decoder(
      'attestorSet',
      ({ version, index, threshold, keys }): AttestorSetOf<Key> => ({
        version,
        index,
        threshold,
        keys,
      }),
    ),
    feeVault: decoder(
      'feeVault',
      (raw): FeeVault => ({
        version: raw.version,
        auction: raw.auction,
        received: raw.received,
        forSale: raw.forSale,
        price: raw.price,
        pricedAt: raw.pricedAt,
        sold: raw.sold,
        burned: raw.burned,
        last: raw.lastPrice === 0n ? null : { price: raw.lastPrice, slot: raw.lastSlot },
        sequence: raw.sequence,
      }),
    ),
    bankroll: decoder(
      'bankroll',
      ({ version, owner, delegates }): BankrollOf<Key> => ({
        version,
        owner,
        delegates: delegates
          .filter(({ key }) => toAddress(key) !== null)
          .map(({ key, cosigner, limits, spent }) => ({
            key,
            cosigner,
            limits: toLimits(limits),
            spent: toAmounts(spent),
          })),
      }),
    ),
    market: decoder('market', (raw): MarketOf<Key> => {
      const status = toStatus(raw.status)
      const answer = toAnswer(raw.answer)
      return {
        version: raw.version,
        creator: raw.creator,
        token: toAddress(raw.token),
        mint: toAddress(raw.mint),
        status,
        decimals: raw.decimals,
        escrow: raw.escrow,
        nonce: raw.nonce,
        createdAt: raw.createdAt,
        closeAt: raw.closeAt,
        expireAt: raw.expireAt,
        resolvedAt: status === 'open' ? null : raw.resolvedAt,
        pools: toStakes(raw.pools),
        recent: toRecentStakes(raw.recent),
        latePeriod: raw.latePeriod,
        late: toStakes(raw.late),
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
        observation: toStoredObservation(raw.observation),
        reference: toStoredObservation(raw.reference),
      }
    }),
    question: decoder(
      'question',
      ({ version, market, text }): QuestionOf<Key> => ({ version, market, text }),
    ),
    position: decoder(
      'position',
      (raw): PositionOf<Key> => ({
        version: raw.version,
        market: raw.market,
        owner: raw.owner,
        stakes: toStakes(raw.stakes),
        recent: toRecentStakes(raw.recent),
      }),
    ),
  }
}

/** Markets are zero-copy accounts on chain, which hold an enum as a byte. */
function toStatus(byte: number): MarketStatus {
  const status = STATUSES[byte]
  if (!status) throw new Error(`unknown status ${byte}`)
  return status
}

function toAnswer(byte: number): Outcome | null {
  const answer = ([null, 'Yes', 'No'] as const)[byte]
  if (answer === undefined) throw new Error(`unknown answer ${byte}`)
  return answer
}

/** The shares that have not been collected. */
function toFeesDue({ fees, burnCollected, developerCollected }: Raw<'market', unknown>): FeeAmounts {
  const { burn, developer } = fees
  return { burn: burnCollected === 0 ? burn : 0n, developer: developerCollected === 0 ? developer : 0n }
}
