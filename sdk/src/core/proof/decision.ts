// Reads the decision of a market from its transactions on chain.

import { PredictionMarketError } from '../errors.ts'
import type { EventDataOf, EventName } from '../events/data.ts'
import { proofDeadline } from '../rules/dates.ts'
import type { FeeAmounts, Observation, Outcome, Stakes } from '../shapes.ts'
import type { ChainReader, Library } from '../wire.ts'
import * as evidence from './evidence.ts'

/** The signatures of the transactions that made a decision. */
export interface DecisionTransactions {
  /** Created the market and fixed its rule. */
  created: string
  /** Recorded "not met" at expiry, a complete bonding curve or a reference price; `null` without a record. */
  recorded: string | null
  /** Decided or voided the market. */
  decided: string
}

/** A decision as recorded on chain. Times are unix seconds, amounts base units. */
export interface MarketDecisionOf<Address> {
  market: Address
  /** The rule: condition, times and terms, fixed when the market was created. */
  created: EventDataOf<Address>['MarketCreated']
  /** The "not met" at expiry, the complete bonding curve or the reference that was recorded, and when. */
  recorded: EventDataOf<Address>['ObservationRecorded'] | null
  /** The winner; `null` if the market is void. */
  outcome: Outcome | null
  /** The answer, if it was known. */
  answer: Outcome | null
  /** The observation that decided it; of a void market, the one that was recorded. */
  observation: Observation | null
  pools: Stakes
  latePeriod: bigint
  late: Stakes
  /** Losing stakes that found no opponent, in base units. */
  unmatched: bigint
  fees: FeeAmounts
  decidedAt: bigint
  /** The evidence for the observation; `null` if there was none. */
  evidence: evidence.DecisionEvidenceOf<Address> | null
  /** Of a change: the evidence for its reference price; `null` if there was none. */
  referenceEvidence: evidence.DecisionEvidenceOf<Address> | null
  /** The transaction that submitted the evidence. */
  shownIn: string | null
  transactions: {
    created: { signature: string; slot: number }
    recorded: { signature: string; slot: number } | null
    decided: { signature: string; slot: number }
  }
}

/** What a node does not have, which another may: the market, a decision of it, or its transactions. */
export type Missing = 'market' | 'decision' | 'transactions'

/** A transaction of a decision is missing on the node, or is not what it should be. */
export class ProofMissingError extends PredictionMarketError {
  override name = 'ProofMissingError'

  constructor(
    message: string,
    /** What the node does not have; `null` if it has the transactions, but they are not what they should be. */
    readonly missing: Missing | null = null,
  ) {
    super(message)
  }
}

/** Signatures that one call lists. */
const PAGE = 1_000

/** Transactions among which the creation is looked for: the oldest, of which a block has as many at most. */
const OLDEST = 50

/** Newest transactions among which the end of a market is looked for. */
const NEWEST = 10

const NONE: Stakes = { Yes: 0n, No: 0n }

/** Reads the decision of one market. */
export class DecisionReader<L extends Library> {
  constructor(
    private readonly wire: ChainReader<L>,
    private readonly market: L['Address'],
  ) {}

  /** Reads a decision from its transactions. @throws ProofMissingError if one of them is not what it should be */
  async read(signatures: DecisionTransactions): Promise<MarketDecisionOf<L['Address']>> {
    const [creation, recording, decision] = await Promise.all([
      this.#transaction(signatures.created),
      signatures.recorded === null ? null : this.#transaction(signatures.recorded),
      this.#transaction(signatures.decided),
    ])
    const created = this.#required(creation, 'MarketCreated', 'created the market')
    const recorded = recording && this.#required(recording, 'ObservationRecorded', 'recorded an observation')
    const resolved = this.#event(decision, 'MarketResolved')
    const decided = resolved ? { ...resolved, answer: resolved.outcome } : this.#voided(decision)
    const decidedAt = 'resolvedAt' in decided ? decided.resolvedAt : decided.voidedAt
    // From the end of the proof window on a recorded observation decides, whatever else is submitted.
    const isByRecord = recorded?.kind === 'notMet' && decidedAt >= proofDeadline(created)
    const shown = decided.answer === null ? null : isByRecord ? recording : decision
    const reference = recorded?.kind === 'reference' ? recording : null
    return {
      ...decided,
      decidedAt,
      created,
      recorded,
      evidence: shown && evidence.readEvidence(this.wire, shown, created),
      referenceEvidence: reference && evidence.readEvidence(this.wire, reference, created, 'reference'),
      shownIn: shown?.signature ?? null,
      transactions: { created: at(creation), recorded: recording && at(recording), decided: at(decision) },
    }
  }

  /**
   * Finds the transactions of a decision among those of the market's address. It reads them one by one, newest first,
   * down to the end of betting; `null` if the market is not decided, or the node no longer has them.
   */
  async find(): Promise<DecisionTransactions | null> {
    const all: { signature: string; err: unknown }[] = []
    for (let before: string | undefined; ; before = all.at(-1)?.signature) {
      const page = await this.wire.signatures(this.market, { limit: PAGE, before })
      all.push(...page)
      if (page.length < PAGE) break
    }
    const successful = all.filter(({ err }) => err === null).map(({ signature }) => signature)
    // Nodes list the transactions of one block in any order.
    const creation = await this.#first(successful.slice(-OLDEST).reverse(), 'MarketCreated')
    if (!creation) return null
    const created = creation.signature
    let recorded: string | null = null
    let decided: string | null = null
    for (const signature of successful) {
      const transaction = await evidence.readTransaction(this.wire, signature)
      if (!transaction) continue
      const has = (name: AboutMarket) => this.#event(transaction, name) !== null
      if (has('MarketResolved') || has('MarketVoided')) decided = signature
      if (has('ObservationRecorded')) recorded = signature
      if (decided && (recorded || has('BetPlaced'))) break
    }
    return decided ? { created, recorded, decided } : null
  }

  /** How the account of the market was closed after its decision; `null` if the node does not show it. */
  async end() {
    const newest = await this.wire.signatures(this.market, { limit: NEWEST })
    const signatures = newest.map(({ signature }) => signature)
    return (await this.#first(signatures, 'MarketClosed'))?.event ?? null
  }

  async #first<Name extends AboutMarket>(signatures: readonly string[], name: Name) {
    for (const signature of signatures) {
      const transaction = await evidence.readTransaction(this.wire, signature)
      const event = transaction && this.#event(transaction, name)
      if (event) return { signature, event }
    }
    return null
  }

  async #transaction(signature: string) {
    const transaction = await evidence.readTransaction(this.wire, signature)
    if (transaction) return transaction
    throw new ProofMissingError(`The node has no successful transaction ${signature}`, 'transactions')
  }

  #voided(transaction: evidence.ExecutedTransaction<L['Address']>) {
    const event = this.#required(transaction, 'MarketVoided', 'decided the market')
    const fees = { burn: 0n, developer: 0n }
    return { ...event, outcome: null, latePeriod: 0n, late: NONE, unmatched: 0n, fees }
  }

  /** The event of a name about the market. */
  #event<Name extends AboutMarket>(
    { events }: evidence.ExecutedTransaction<L['Address']>,
    name: Name,
  ): EventDataOf<L['Address']>[Name] | null {
    for (const { name: found, data } of events) {
      const isAbout = 'market' in data && this.wire.isSame(data.market as L['Address'], this.market)
      if (found === name && isAbout) return data as EventDataOf<L['Address']>[Name]
    }
    return null
  }

  #required<Name extends AboutMarket>(
    transaction: evidence.ExecutedTransaction<L['Address']>,
    name: Name,
    what: string,
  ) {
    const event = this.#event(transaction, name)
    if (event) return event
    throw new ProofMissingError(`Transaction ${transaction.signature} has not ${what}`)
  }
}

type AboutMarket = Extract<EventName, `Market${string}` | 'ObservationRecorded' | 'BetPlaced'>

function at({ signature, slot }: { signature: string; slot: number }) {
  return { signature, slot }
}
