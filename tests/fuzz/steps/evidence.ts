import { sign } from 'node:crypto'
import { encodePriceUpdate } from '../../helpers/oracle/pyth.ts'
import {
  type Address,
  COMPUTE_BUDGET,
  ED25519,
  INSTRUCTIONS,
  named,
  PROGRAM,
  RECEIVERS,
  TOKEN,
} from '../chain/address.ts'
import { Bytes } from '../chain/bytes.ts'
import { reads } from '../chain/instruction.ts'
import type { Instruction, Meta } from '../chain/transaction.ts'
import { isMet, supplyOf } from '../model/measure.ts'
import type { Market } from '../model/types.ts'
import { ATTESTORS, type World } from '../model/world.ts'
import { FEED } from './create.ts'

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

/** The accounts and instructions that show it. */
export interface Shown {
  before: Instruction[]
  attestorSet: Address | null
  accounts: Meta[]
}

const UPDATE = named('price update')
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

/** Writes the evidence to the chain. */
export function showEvidence(world: World, market: Market, evidence: EvidenceShown): Shown {
  const subject = world.subjects[market.token ?? 0]
  const other = world.subjects[((market.token ?? 0) + 1) % 3]
  if (evidence.type === 'none' || !subject || !other) return { before: [], attestorSet: null, accounts: [] }
  if (evidence.type === 'attestation') return showAttestation(world, market, evidence)
  if (evidence.type === 'price') {
    writePrice(world, market, evidence)
    const mint = evidence.mint === 'wrong' ? other.mint : subject.mint
    const mints = market.condition.metric === 'marketCap' && evidence.mint !== 'none' ? [reads(mint)] : []
    return { before: [], attestorSet: null, accounts: [reads(UPDATE), ...mints] }
  }
  const chosen = evidence.accounts === 'wrong' ? other : subject
  if (evidence.accounts === 'none') return { before: [], attestorSet: null, accounts: [] }
  if (market.condition.metric === 'supply') {
    return { before: [], attestorSet: null, accounts: [reads(chosen.mint)] }
  }
  const pool = evidence.accounts === 'wrongPool' ? other.pool : chosen.pool
  const accounts = evidence.accounts === 'one' ? [reads(chosen.curve)] : [reads(chosen.curve), reads(pool)]
  return { before: [], attestorSet: null, accounts }
}

function writePrice(world: World, { terms }: Market, update: PriceShown): void {
  const { flaw } = update
  const data = encodePriceUpdate({
    feed: Buffer.from(flaw === 'feed' ? new Uint8Array(32) : FEED).toString('hex'),
    price: update.price,
    confidence: update.confidence,
    exponent: update.exponent,
    publishTime: BigInt(update.publish),
    prevPublishTime: BigInt(update.previous),
    ...(flaw === 'partial' ? { partialSignatures: 13 } : {}),
    ...(flaw === 'discriminator' ? { discriminator: [1, 2, 3, 4, 5, 6, 7, 8] } : {}),
  })
  if (flaw === 'level') data.writeUInt8(2, 40)
  const otherReceiver = RECEIVERS[terms.receiver === RECEIVERS[0] ? 1 : 0]
  const owner = flaw === 'owner' ? TOKEN : flaw === 'otherReceiver' ? otherReceiver : terms.receiver
  world.runtime.write(UPDATE, 10_000_000n, flaw === 'short' ? data.subarray(0, 100) : data, owner)
}

function showAttestation(world: World, market: Market, shown: AttestationShown): Shown {
  const { flaw } = shown
  const message = (isOther: boolean) =>
    new Bytes()
      .raw(
        Buffer.from(
          flaw === 'domain' ? 'prediction-market:attestation:v2' : 'prediction-market:attestation:v1',
        ),
      )
      .key(flaw === 'program' ? TOKEN : PROGRAM)
      .key(flaw === 'market' ? market.escrow : market.address)
      .u64(shown.second)
      .u8(flaw === 'bit' ? 2 : Number(isOther ? !shown.isMet : shown.isMet))
      .done()
  const parts = shown.signers.map((signer, index) => {
    const isOther = flaw === 'oneOther' && index === shown.signers.length - 1
    return signedPart(signer, message(isOther), flaw === 'signature' && index === 0)
  })
  const verifying = ed25519(parts, flaw === 'index' ? 0 : 0xffff)
  const before = { absent: [], apart: [verifying, UNRELATED], none: [verifying] }
  const right = world.sets[market.terms.attestorSet]
  const wrong = world.sets.find((set) => set !== right)
  const set = flaw === 'set' ? (wrong ?? right) : right
  return {
    before: before[flaw === 'absent' || flaw === 'apart' ? flaw : 'none'],
    attestorSet: flaw === 'noSet' ? null : (set?.address ?? null),
    accounts: [reads(INSTRUCTIONS)],
  }
}

function signedPart(signer: number, message: Uint8Array, isCorrupt: boolean) {
  const { key, secret } = ATTESTORS[signer] as (typeof ATTESTORS)[number]
  const signature = sign(null, message, secret)
  if (isCorrupt) signature[5] = (signature[5] ?? 0) ^ 1
  return { key: key.bytes, signature, message }
}

function ed25519(parts: ReturnType<typeof signedPart>[], index: number): Instruction {
  const header = new Bytes().u8(parts.length).u8(0)
  let at = 2 + 14 * parts.length
  for (const { message } of parts) {
    header
      .u16(at + 32)
      .u16(index)
      .u16(at)
      .u16(index)
      .u16(at + 96)
      .u16(message.length)
      .u16(index)
    at += 96 + message.length
  }
  const bodies = parts.map(({ key, signature, message }) => Buffer.concat([key, signature, message]))
  return { program: ED25519, accounts: [], data: Buffer.concat([header.done(), ...bodies]) }
}

/** Any instruction, between the signatures and ours. */
const UNRELATED: Instruction = {
  program: COMPUTE_BUDGET,
  accounts: [],
  data: new Bytes().u8(2).u32(1_000_000).done(),
}
