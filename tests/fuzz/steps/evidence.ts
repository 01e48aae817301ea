import { isMet, supplyOf } from '../model/measure.ts'
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

export type EvidenceShown = PriceShown | StateShown | AttestationShown | { type: 'none' }

/** What evidence says, by the model. */
export interface Read {
  reasons: string[]
  shown: { at: number; previous: number | null; isMet: boolean } | null
}

const nothing: Read = { reasons: [], shown: null }
const refused = (...reasons: string[]): Read => ({ reasons, shown: null })

/** Reads evidence as the rules want it. */
export function readEvidence(world: World, market: Market, evidence: EvidenceShown): Read {
  const { metric } = market.condition
  if (evidence.type === 'none') return nothing
  const isPrice = metric === 'price' || metric === 'marketCap'
  const isAttested = metric === 'holders' || metric === 'event'
  const fits = { price: isPrice, attestation: isAttested, state: !isPrice && !isAttested }[evidence.type]
  if (!fits) return refused('any')
  if (evidence.type === 'price') return readPrice(world, market, evidence)
  if (evidence.type === 'state') return readState(world, market, evidence)
  return readAttestation(world, market, evidence)
}

function readPrice(world: World, { condition, terms, token }: Market, update: PriceShown): Read {
  const reasons: string[] = []
  if (update.flaw === 'owner' || update.flaw === 'otherReceiver') reasons.push('PriceWrongOwner')
  if (update.flaw === 'discriminator' || update.flaw === 'short' || update.flaw === 'level') {
    reasons.push('PriceMalformed')
  }
  if (update.flaw === 'partial') reasons.push('PriceNotVerified')
  if (update.flaw === 'feed') reasons.push('PriceWrongFeed')
  if (update.price <= 0n) reasons.push('PriceNotPositive')
  if (update.confidence * 10_000n > update.price * BigInt(terms.confidenceBps)) reasons.push('PriceUncertain')
  let measured = { value: update.price, exponent: update.exponent }
  if (condition.metric === 'marketCap') {
    const subject = token === null ? undefined : world.subjects[token]
    if (update.mint === 'none') reasons.push('EvidenceMissing')
    else if (update.mint === 'wrong' || !subject?.isMint) reasons.push('TokenMintInvalid')
    else {
      const supply = supplyOf(subject, subject.supply)
      measured = { value: measured.value * supply.value, exponent: measured.exponent + supply.exponent }
      if (measured.exponent < -(2 ** 31)) reasons.push('ArithmeticOverflow')
    }
  }
  if (reasons.length > 0) return refused(...reasons)
  return {
    reasons,
    shown: { at: update.publish, previous: update.previous, isMet: isMet(condition, measured) },
  }
}

function readState(world: World, { condition, token }: Market, { accounts }: StateShown): Read {
  const subject = token === null ? undefined : world.subjects[token]
  if (accounts === 'none') return nothing
  if (!subject) return refused('any')
  if (condition.metric === 'supply') {
    if (accounts === 'wrong' || !subject.isMint) return refused('TokenMintInvalid')
    return {
      reasons: [],
      shown: { at: 0, previous: null, isMet: isMet(condition, supplyOf(subject, subject.supply)) },
    }
  }
  if (accounts === 'one') return refused('EvidenceMissing')
  const reasons: string[] = []
  if (accounts === 'wrong' || subject.curveState !== 'good') reasons.push('CurveInvalid')
  if (accounts === 'wrong' || accounts === 'wrongPool') reasons.push('PoolInvalid')
  if (subject.isComplete && subject.poolState === 'malformed') reasons.push('PoolInvalid')
  if (reasons.length > 0) return refused(...reasons)
  const hasMigrated = subject.isComplete && subject.poolState === 'good'
  return { reasons, shown: { at: 0, previous: null, isMet: hasMigrated } }
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
  return { reasons: [], shown: { at: shown.second, previous: null, isMet: shown.isMet } }
}
