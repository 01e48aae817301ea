// The interface that every condition type implements; see CONTRIBUTING.md, "Add a condition".

import type { Comparison, Timing } from '../comparison.ts'
import type { Moment } from '../time.ts'

/** A condition of any type. */
export interface AnyCondition {
  type: string
  timing: Timing
}

/** The fields of conditions, besides type and timing. */
export interface ConditionFields {
  /** Pyth feed id: 64 lower-case hexadecimal digits. */
  feed: string
  comparison: Comparison
  /** An exact decimal. */
  target: string
  /** Base units of the market's token. */
  minimumBalance: bigint
  /** Basis points above or below the reference. */
  bps: number
  /** The unix second of the reference. */
  referenceAt: bigint
}

/** A value read from the accounts of a token: its supply in whole tokens, or a fact as 0 or 1. */
export type StateReading = 'mintSupply' | 'hasMigrated'

/** A value from one source. A condition measures the product of its readings. */
export type Reading = 'price' | 'attestation' | StateReading

/** A price that Pyth signed, what a quorum of attestors signed, or accounts as they are when the program reads them. */
export type ProofKind = 'pyth' | 'attestors' | 'accounts'

/** An account passed as evidence; `prices`: of a change, the reference price, the price at expiry, or both. */
export type EvidenceAccount = 'price' | 'prices' | 'mint' | 'bondingCurve' | 'migrationPool' | 'instructions'

/** The context of a description. */
export interface DescriptionContext {
  /** Mint of the market's token in base58. */
  tokenAddress?: string | null
  /** When the market expires. */
  expireAt: Moment
  /** Decimals of the market's token, to print balances in whole tokens. */
  tokenDecimals?: number | undefined
}

/** Names feeds. It is passed in, so that these modules do not import the table of feeds. */
export interface FeedNames {
  feedText(id: string): string
}

/** The words of a description: the measured quantity and the reading that decides. */
export interface Clause {
  /** The condition itself: `the price of … is above …`. */
  holds: string
  /** The reading that decides, for the timings that it can have. Begins with a comma or a space. */
  reading: Partial<Record<Timing, string>>
  /** A separate sentence: who can move the measured value, or answer early. */
  note?: string
}

/** How questions speak of a measured value. */
export interface Grammar {
  /** Its name in errors, with an article. */
  name: string
  /** Nouns for it, separated by `|`. */
  nouns: string
  /** Whether it is a number of things, which a token can `have`. */
  isCounted: boolean
  /** Why a value in that unit is wrong, and what to write instead. */
  wrongUnits: Partial<Record<'dollars' | 'tokens', readonly [problem: string, instead: string]>>
  /**
   * The plainest words for it and for a value of it.
   *
   * @param asked - the symbol of the feed, the value as it was written and in digits, and whether a noun was said
   */
  phrase(asked: { symbol: string; words: string; digits: string; isNamed: boolean }): {
    subject: string
    value: string
  }
}

/** Everything that is specific to a type of condition. */
export interface ConditionKind<C extends AnyCondition = AnyCondition> {
  /** Its name; the program's variant of `Metric` has the same name in Rust's case. */
  type: C['type']
  /** The fields that it has, in the order of an answer. */
  fields: readonly (keyof ConditionFields)[]
  /** Whether the market must be about a token. */
  needsToken: boolean
  /** What proves the answer. Prices and attestations have a date; the state of accounts has none. */
  proof: ProofKind
  /** Lists omit decided markets of this type unless asked for, since there are many. */
  hidesDecided?: true
  /** Attestors answer its question as it is worded, Yes or No before the expiry; a deployment may have none that do. */
  isInWords?: true
  /** What is measured. */
  reads: readonly Reading[]
  /** The unit of the measured value. */
  unit: string
  /** The evidence accounts of each instruction, in order. A decision without proof has none. */
  accounts: Readonly<Record<'creation' | 'bet' | 'decision', readonly EvidenceAccount[]>>
  /** @throws InvalidInputError naming the field, if the program would refuse it or has only one answer to it */
  validate(condition: C): void
  describe(condition: C, context: DescriptionContext & FeedNames): Clause
  /** Absent if questions do not express it by a noun and a value. */
  grammar?: Grammar
}
