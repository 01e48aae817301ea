// Reads the evidence of a decision again and compares it with what the program observed.

import { MAX_PRICE_DELAY } from '../../idl/limits.ts'
import { accountDecoders } from '../accounts/decoders.ts'
import { findAttestorSet } from '../addresses.ts'
import { verifyAttestation } from '../oracle/attestation.ts'
import { decodePriceUpdate } from '../oracle/pyth/price-account.ts'
import { meets } from '../rules/compare.ts'
import { type Shown, showAttested } from '../rules/decide.ts'
import { isPrecise, measurePrice } from '../rules/price.ts'
import type { Observation } from '../shapes.ts'
import type { ChainReader, Library } from '../wire.ts'
import type { MarketDecisionOf } from './decision.ts'
import type { DecisionEvidenceOf } from './evidence.ts'

/** The evidence, read again. */
export interface ReadAgain {
  /** As input for the rules of decisions. */
  shown: Shown
  /** One message per difference from what the program observed; empty if there is none. */
  objections: string[]
  /** What was checked. */
  checked: string
  /** Why it could not be checked. */
  unchecked?: string
  /** What has to be trusted, because the chain alone does not prove it. */
  trusted: string[]
}

type Evidence<Type extends DecisionEvidenceOf<unknown>['type'], Address> = Extract<
  DecisionEvidenceOf<Address>,
  { type: Type }
>

/** Reads the evidence of an observation again, and compares it with what the program observed. */
export async function readAgain<L extends Library>(
  wire: ChainReader<L>,
  decision: MarketDecisionOf<L['Address']>,
  observation: Observation,
): Promise<ReadAgain> {
  const { evidence, created } = decision
  const read = await (evidence?.type === 'price'
    ? readPrice(wire, decision, evidence, observation, created.expireAt)
    : evidence?.type === 'attestation'
      ? readQuorum(wire, decision, evidence, observation)
      : readState(evidence, observation))
  const isMet =
    observation.hasValue && meets(created.condition, observation, decision.recorded?.observation ?? null)
  if (isMet !== observation.isMet)
    read.objections.push(`the value ${isMet ? 'meets' : 'does not meet'} the condition`)
  return read
}

/** Reads the reference price of a change again; `null` if the market is not about a change, or has none. */
export async function readReferenceAgain<L extends Library>(
  wire: ChainReader<L>,
  decision: MarketDecisionOf<L['Address']>,
): Promise<ReadAgain | null> {
  const { created, recorded, referenceEvidence: evidence } = decision
  if (!('referenceAt' in created.condition) || !recorded || evidence?.type !== 'price') return null
  return readPrice(wire, decision, evidence, recorded.observation, created.condition.referenceAt)
}

/** @param second - the second whose price it is; absent for an early one */
async function readPrice<L extends Library>(
  wire: ChainReader<L>,
  { created }: MarketDecisionOf<L['Address']>,
  { account, price: posted, mint }: Evidence<'price', L['Address']>,
  observation: Observation,
  second: bigint,
): Promise<ReadAgain> {
  const { value, exponent, observedAt, hasValue } = observation
  const receiver = created.terms.pythReceiver
  const trusted = [`Pyth's receiver ${receiver} and the guardians whose signatures it verified`]
  if (mint) trusted.push(`the supply of ${mint} in the slot of the transaction`)
  const price = posted ?? (await priceNow(wire, account, receiver, observedAt))
  if (!price) {
    const unchecked = `the price account ${account} no longer holds the price that the program read`
    trusted.push(unchecked)
    // The program has checked that this is the update for its second, if it is not an early one.
    const previous = observedAt < second ? observedAt - 1n : second - 1n
    return { shown: shownAs(observation, previous), objections: [], checked: '', unchecked, trusted }
  }
  const objections: string[] = []
  const { condition, terms } = created
  const feed = 'feed' in condition ? condition.feed : null
  if (price.feedId !== feed) objections.push(`the price is of the feed ${price.feedId}`)
  const isRead = isPrecise(price, terms) && observedAt <= second + BigInt(MAX_PRICE_DELAY)
  if (isRead !== hasValue) {
    objections.push(`the price is ${isRead ? '' : 'not '}as certain and as early as the terms ask for`)
  }
  if (BigInt(price.publishTime) !== observedAt)
    objections.push(`the price was published at ${price.publishTime}`)
  const measured = measurePrice(price)
  const isSame = mint
    ? value % measured.value === 0n && exponent <= measured.exponent
    : value === measured.value && exponent === measured.exponent
  if (hasValue && !isSame) objections.push(`the price is ${measured.value} × 10^${measured.exponent}`)
  return {
    shown: { ...shownAs(observation, BigInt(price.prevPublishTime)), at: BigInt(price.publishTime) },
    objections,
    checked: `feed, price, confidence and times of the update in ${posted ? 'the transaction' : 'its account'}`,
    trusted,
  }
}

/**
 * An observation of the program as input for the rules of decisions. The supply at expiry is taken from the program.
 */
function shownAs({ observedAt, isMet, hasValue }: Observation, previous: bigint | null): Shown {
  const reading = !hasValue ? 'unreadable' : isMet ? 'met' : 'notMet'
  return { at: observedAt, previous, reading, isSure: true }
}

/** The price in an account of the receiver, if it is still the one of that second. */
async function priceNow<L extends Library>(
  wire: ChainReader<L>,
  address: L['Address'],
  receiver: L['Address'],
  second: bigint,
) {
  const account = await wire.account(address, 'confirmed')
  if (!account || !wire.isSame(account.owner, receiver)) return null
  const { verification, update } = decodePriceUpdate(wire, account.data)
  return verification === 'full' && BigInt(update.publishTime) === second ? update : null
}

async function readQuorum<L extends Library>(
  wire: ChainReader<L>,
  { market, created }: MarketDecisionOf<L['Address']>,
  { second, isMet, signatures, attestorSet }: Evidence<'attestation', L['Address']>,
  observation: Observation,
): Promise<ReadAgain> {
  const objections: string[] = []
  const address = findAttestorSet(wire, created.terms.attestorSet)
  if (!wire.isSame(attestorSet, address)) objections.push(`the attestor set is not ${address}`)
  const account = await wire.account(address, 'confirmed')
  const isOurs = account && wire.isSame(account.owner, wire.program)
  const set = isOurs ? accountDecoders(wire).attestorSet(account.data) : null
  const valid = new Set(
    signatures
      .filter((signature) => verifyAttestation(wire, { market, second, isMet }, signature))
      .map(({ attestor }) => wire.text(attestor))
      .filter((key) => set?.keys.some((one) => wire.text(one) === key)),
  )
  if (!set || valid.size < set.threshold)
    objections.push(`${valid.size} attestors signed, fewer than a quorum`)
  if (isMet !== observation.isMet || second !== observation.observedAt) {
    objections.push(`the attestors signed ${isMet ? 'met' : 'not met'} for the second ${second}`)
  }
  return {
    shown: showAttested(second, isMet),
    objections,
    checked: `${valid.size} signatures of the ${set?.keys.length} attestors, of which ${set?.threshold} must sign`,
    trusted: ['that the attestors signed what was true'],
  }
}

function readState(evidence: Evidence<'state', unknown> | null, observation: Observation): ReadAgain {
  const read = {
    shown: shownAs(observation, null),
    checked: 'the answer is what the condition says of the value that the program read',
  }
  if (!evidence)
    return { ...read, objections: ['the transaction that decided the market has no evidence'], trusted: [] }
  const accounts = evidence.accounts.map(String).join(', ')
  return {
    ...read,
    objections: [],
    trusted: [`the state of ${accounts} in the slot of the transaction, as the program read it`],
  }
}
