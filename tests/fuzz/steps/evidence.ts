import type { ShownEvidence } from '../../../tools/vectors/decision-model.ts'
import { fromReference, isMet, type Measured, supplyOf } from '../model/measure.ts'
import type { Market } from '../model/types.ts'
import type { World } from '../model/world.ts'

/** A Pyth update, right or wrong. */
export interface PriceShown {
  type: 'price'
  publish: number
  previous: number
  price: bigint
  exponent: number
  confidence: bigint
  flaw: null | 'owner' | 'otherReceiver' | 'partial' | 'feed' | 'discriminator' | 'short' | 'level'
  /** For a market cap: the mint beside it. */
  mint: 'right' | 'none' | 'wrong'
}

/** The accounts of a token, right or wrong. */
export interface StateShown {
  type: 'state'
  accounts: 'right' | 'wrong' | 'none' | 'wrongPool' | 'one'
}

/** Signatures of attestors, right or wrong. */
export interface AttestationShown {
  type: 'attestation'
  second: number
  isMet: boolean
  /** Indices of `ATTESTORS`. */
  signers: number[]
  flaw:
    | null
    | 'domain'
    | 'program'
    | 'market'
    | 'bit'
    | 'absent'
    | 'apart'
    | 'signature'
    | 'set'
    | 'noSet'
    | 'index'
    | 'oneOther'
}

/** The updates of a change: of its first price, of the one at expiry, or both. */
export interface ChangeShown {
  type: 'change'
  prices: PriceShown[]
}

export type EvidenceShown = PriceShown | ChangeShown | StateShown | AttestationShown | { type: 'none' }

/** What evidence says, by the model. */
export interface Read {
  reasons: string[]
  shown: ShownEvidence | null
  /** Of a change: its first price, if that is shown and was not recorded. */
  reference?: { shown: ShownEvidence; price: Measured }
  /** Why a price cannot be read. */
  unreadable?: string
}

const nothing: Read = { reasons: [], shown: null }
const refused = (...reasons: string[]): Read => ({ reasons, shown: null })

/** Reads evidence as the rules want it. */
export function readEvidence(world: World, market: Market, evidence: EvidenceShown): Read {
  const { metric } = market.condition
  if (evidence.type === 'none') return nothing
  if (evidence.type === 'change') return metric === 'change' ? readChange(market, evidence) : refused('any')
  const isPrice = metric === 'price' || metric === 'marketCap'
  const isAttested = metric === 'holders' || metric === 'event'
  const fits = { price: isPrice, attestation: isAttested, state: !isPrice && !isAttested }[evidence.type]
  if (!fits) return refused('any')
  if (evidence.type === 'price') return readUpdate(world, market, evidence)
  if (evidence.type === 'state') return readState(world, market, evidence)
  return readAttestation(world, market, evidence)
}

/** An update is classified by its times first; price, confidence and supply are read only if they count. */
function readUpdate(world: World, market: Market, update: PriceShown): Read {
  const reasons = flawsOf(update)
  if (reasons.length > 0) return refused(...reasons)
  const times = { at: update.publish, previous: update.previous }
  const unreadable = whyUnreadable(market, update, market.expireAt)
  if (unreadable) return { reasons, shown: { ...times, reading: 'unreadable', isSure: false }, unreadable }
  if (market.condition.metric === 'price') {
    const isPriceMet = isMet(market.condition, { value: update.price, exponent: update.exponent })
    return { reasons, shown: { ...times, reading: isPriceMet ? 'met' : 'notMet', isSure: false } }
  }
  return readMarketCap(world, market, update)
}

/** The first price counts at its own second, unless it was recorded; the other one against it. */
function readChange(market: Market, { prices }: ChangeShown): Read {
  const { condition, reference: recorded } = market
  const [first] = prices
  if (!first) return nothing
  if (recorded) return readAgainst(market, prices.at(-1) ?? first, recorded)
  const reasons = flawsOf(first)
  if (reasons.length > 0) return refused(...reasons)
  const unreadable = whyUnreadable(market, first, condition.referenceAt)
  const reading = unreadable ? 'unreadable' : 'notMet'
  const shown = { at: first.publish, previous: first.previous, reading, isSure: false } as const
  const price = { value: first.price, exponent: first.exponent }
  const reference = { shown, price }
  const [, last] = prices
  if (unreadable || !last) return { reasons, shown: null, reference, ...(unreadable && { unreadable }) }
  const read = readAgainst(market, last, price)
  return { ...read, reference }
}

function readAgainst(market: Market, update: PriceShown, before: Measured): Read {
  const reasons = flawsOf(update)
  if (reasons.length > 0) return refused(...reasons)
  const target = fromReference(market.condition, before)
  if (target.exponent < -(2 ** 31)) return refused('ArithmeticOverflow')
  const times = { at: update.publish, previous: update.previous }
  const unreadable = whyUnreadable(market, update, market.expireAt)
  if (unreadable) return { reasons, shown: { ...times, reading: 'unreadable', isSure: false }, unreadable }
  const isUpdateMet = isMet(target, { value: update.price, exponent: update.exponent })
  return { reasons, shown: { ...times, reading: isUpdateMet ? 'met' : 'notMet', isSure: false } }
}

/** Why an update is none of the market's. */
function flawsOf(update: PriceShown): string[] {
  const reasons: string[] = []
  if (update.flaw === 'owner' || update.flaw === 'otherReceiver') reasons.push('PriceWrongOwner')
  if (update.flaw === 'discriminator' || update.flaw === 'short') reasons.push('PriceMalformed')
  if (update.flaw === 'partial') reasons.push('PriceNotVerified')
  // A level that there is not.
  if (update.flaw === 'level') reasons.push('PriceMalformed', 'PriceNotVerified')
  if (update.flaw === 'feed') reasons.push('PriceWrongFeed')
  return reasons
}

/** Why an update cannot be read as the price at a second. */
function whyUnreadable({ terms }: Market, update: PriceShown, second: number): string | undefined {
  if (update.publish > second + 60) return 'ObservationOutOfTime'
  if (update.price <= 0n) return 'PriceNotPositive'
  const isWide = update.confidence * 10_000n > update.price * BigInt(terms.confidenceBps)
  return isWide ? 'PriceUncertain' : undefined
}

function readMarketCap(world: World, market: Market, update: PriceShown): Read {
  const { condition, token, firstSupply } = market
  const subject = token === null ? undefined : world.subjects[token]
  if (update.mint === 'none') return refused('EvidenceMissing')
  if (update.mint === 'wrong' || !subject?.isMint) return refused('TokenMintInvalid')
  const exponent = update.exponent - subject.decimals
  if (exponent < -(2 ** 31)) return refused('ArithmeticOverflow')
  const isMetWith = (supply: bigint) => isMet(condition, { value: update.price * supply, exponent })
  const isNow = isMetWith(subject.supply)
  const isSure = firstSupply !== null && isMetWith(firstSupply) === isNow
  const reading = isNow ? 'met' : 'notMet'
  return { reasons: [], shown: { at: update.publish, previous: update.previous, reading, isSure } }
}

function readState(world: World, market: Market, { accounts }: StateShown): Read {
  const { condition, token, firstSupply } = market
  const subject = token === null ? undefined : world.subjects[token]
  if (accounts === 'none') return nothing
  if (!subject) return refused('any')
  if (condition.metric === 'supply') {
    if (accounts === 'wrong' || !subject.isMint) return refused('TokenMintInvalid')
    const isMetWith = (supply: bigint) => isMet(condition, supplyOf(subject, supply))
    const isNow = isMetWith(subject.supply)
    const isSure = firstSupply !== null && isMetWith(firstSupply) === isNow
    const reading = isNow ? 'met' : 'notMet'
    return { reasons: [], shown: { at: world.now, previous: null, reading, isSure } }
  }
  if (accounts === 'one') return refused('EvidenceMissing')
  const reasons: string[] = []
  if (accounts === 'wrong' || subject.curveState !== 'good') reasons.push('CurveInvalid')
  if (accounts === 'wrong' || accounts === 'wrongPool') reasons.push('PoolInvalid')
  if (subject.poolState === 'malformed') reasons.push('PoolInvalid')
  if (reasons.length > 0) return refused(...reasons)
  const withPool = subject.poolState === 'good' ? 'met' : 'complete'
  const reading = subject.isComplete ? withPool : 'notMet'
  return { reasons, shown: { at: world.now, previous: null, reading, isSure: false } }
}

function readAttestation(world: World, market: Market, shown: AttestationShown): Read {
  const set = world.sets[market.terms.attestorSet]
  if (!set) return refused('any')
  switch (shown.flaw) {
    case 'domain':
    case 'program':
    case 'market':
    case 'bit':
      return refused('AttestationForeign')
    case 'absent':
    case 'apart':
      return refused('AttestationMissing')
    case 'index':
      return refused('AttestationMalformed')
    case 'signature':
      return refused('any')
    case 'set':
      if (world.sets.length > 1) return refused('WrongAttestorSet')
      break
    case 'noSet':
      return refused('EvidenceMissing')
  }
  if (shown.signers.length === 0) return refused('AttestationMalformed')
  const signed = shown.flaw === 'oneOther' ? shown.signers.slice(0, -1) : shown.signers
  const members = new Set(signed.filter((signer) => set.keys.includes(signer)))
  const enough = members.size >= Math.floor((2 * set.keys.length) / 3) + 1
  if (!enough) return refused('AttestationQuorumMissing')
  const reading = shown.isMet ? 'met' : 'notMet'
  return { reasons: [], shown: { at: shown.second, previous: null, reading, isSure: false } }
}
