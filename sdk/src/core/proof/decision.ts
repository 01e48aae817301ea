// Reads the decision of a market from its transactions on chain.

import { PredictionMarketError } from '../errors.ts'
import type { EventDataOf } from '../events/data.ts'
import { proofDeadline } from '../rules/dates.ts'
import type { FeeAmounts, Observation, Outcome, Stakes } from '../shapes.ts'
import type { ChainReader, Codec, Library } from '../wire.ts'
import { type DecisionEvidenceOf, readEvidence } from './evidence.ts'
import { type ExecutedTransaction, eventOf, isAbout, readTransaction } from './transaction.ts'

/** The signatures of the transactions that made a decision. */
export interface DecisionTransactions {
  /** Created the market and fixed its rule. */
  created: string
  /**
   * Recorded "not met" at expiry, a complete bonding curve, or the reference price of a change; `null` if there was no
   * record.
   */
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
  evidence: DecisionEvidenceOf<Address> | null
  /** Of a change: the evidence for its reference price; `null` if there was none. */
  referenceEvidence: DecisionEvidenceOf<Address> | null
  /** The transaction that submitted the evidence. */
  shownIn: string | null
  transactions: {
    created: { signature: string; slot: number }
    recorded: { signature: string; slot: number } | null
    decided: { signature: string; slot: number }
  }
}

/** A transaction of a decision is missing on the node, or is not what it should be. */
export class ProofMissingError extends PredictionMarketError {
  override name = 'ProofMissingError'

  constructor(
    message: string,
    /** Whether the node does not have the transaction, which says nothing about the decision: another node may. */
    readonly isNotFound = false,
  ) {
    super(message)
  }
}

/** Signatures that one call lists. */
const PAGE = 1_000

/** Transactions among which the creation is looked for: the oldest, of which a block has as many at most. */
const OLDEST = 50

/**
 * Reads a decision from its transactions.
 *
 * @throws ProofMissingError if one of them is not what it should be
 */
export async function readDecision<L extends Library>(
  wire: ChainReader<L>,
  market: L['Address'],
  signatures: DecisionTransactions,
): Promise<MarketDecisionOf<L['Address']>> {
  const read = async (signature: string) => {
    const transaction = await readTransaction(wire, signature)
    if (transaction) return transaction
    throw new ProofMissingError(`The node has no successful transaction ${signature}`, true)
  }
  const [creation, recording, decision] = await Promise.all([
    read(signatures.created),
    signatures.recorded === null ? null : read(signatures.recorded),
    read(signatures.decided),
  ])
  const created = required(creation, eventOf(wire, creation, 'MarketCreated', market), 'created the market')
  const recorded =
    recording &&
    required(recording, eventOf(wire, recording, 'ObservationRecorded', market), 'recorded an observation')
  const resolved = eventOf(wire, decision, 'MarketResolved', market)
  const decided = resolved ? { ...resolved, answer: resolved.outcome } : voided(wire, decision, market)
  const decidedAt = 'resolvedAt' in decided ? decided.resolvedAt : decided.voidedAt
  // From the end of the proof window on a recorded observation decides, whatever else is submitted.
  const isByRecord = recorded?.kind === 'notMet' && decidedAt >= proofDeadline(created)
  const shown = decided.answer === null ? null : isByRecord ? recording : decision
  return {
    ...decided,
    decidedAt,
    created,
    recorded,
    evidence: shown && readEvidence(wire, shown, created),
    referenceEvidence:
      recording && recorded?.kind === 'reference'
        ? readEvidence(wire, recording, created, 'reference')
        : null,
    shownIn: shown?.signature ?? null,
    transactions: { created: at(creation), recorded: recording && at(recording), decided: at(decision) },
  }
}

/**
 * Finds the transactions of a decision among those of the market's address. It reads them one by one, newest first,
 * down to the end of betting; `null` if the market is not decided, or the node no longer has them.
 */
export async function findDecision<L extends Library>(
  wire: ChainReader<L>,
  market: L['Address'],
): Promise<DecisionTransactions | null> {
  const all: { signature: string; err: unknown }[] = []
  for (let before: string | undefined; ; before = all.at(-1)?.signature) {
    const page = await wire.signatures(market, { limit: PAGE, before })
    all.push(...page)
    if (page.length < PAGE) break
  }
  const successful = all.filter(({ err }) => err === null).map(({ signature }) => signature)
  const created = await findCreation(wire, market, successful.slice(-OLDEST).reverse())
  if (!created) return null
  let decided: string | null = null
  for (const signature of successful) {
    const transaction = await readTransaction(wire, signature)
    if (!transaction) continue
    const about = transaction.events.filter((event) => isAbout(wire, event, market))
    const names = about.map(({ name }) => name)
    if (names.includes('MarketResolved') || names.includes('MarketVoided')) decided = signature
    if (decided && names.includes('ObservationRecorded')) return { created, recorded: signature, decided }
    if (decided && names.includes('BetPlaced')) break
  }
  return decided ? { created, recorded: null, decided } : null
}

/** The first of some transactions that has created a market: nodes list those of one block in any order. */
async function findCreation<L extends Library>(
  wire: ChainReader<L>,
  market: L['Address'],
  signatures: readonly string[],
): Promise<string | null> {
  for (const signature of signatures) {
    const transaction = await readTransaction(wire, signature)
    if (transaction && eventOf(wire, transaction, 'MarketCreated', market)) return signature
  }
  return null
}

function voided<L extends Library>(
  codec: Codec<L>,
  transaction: ExecutedTransaction<L['Address']>,
  market: L['Address'],
) {
  const event = required(
    transaction,
    eventOf(codec, transaction, 'MarketVoided', market),
    'decided the market',
  )
  const none: Stakes = { Yes: 0n, No: 0n }
  return {
    ...event,
    outcome: null,
    latePeriod: 0n,
    late: none,
    unmatched: 0n,
    fees: { burn: 0n, developer: 0n },
  }
}

function required<T>({ signature }: { signature: string }, event: T | null, what: string): T {
  if (event) return event
  throw new ProofMissingError(`Transaction ${signature} has not ${what}`)
}

function at({ signature, slot }: { signature: string; slot: number }) {
  return { signature, slot }
}
