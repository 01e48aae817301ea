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
import type { Market } from '../model/types.ts'
import { ATTESTORS, type World } from '../model/world.ts'
import { FEED } from './create-step.ts'
import type { AttestationShown, EvidenceShown, PriceShown } from './evidence.ts'

/** The accounts and instructions that show it. */
export interface Shown {
  before: Instruction[]
  attestorSet: Address | null
  accounts: Meta[]
}

const UPDATES = [named('price update'), named('another price update'), named('a third price update')]

/** Writes the evidence to the chain. */
export function showEvidence(world: World, market: Market, evidence: EvidenceShown): Shown {
  const subject = world.subjects[market.token ?? 0]
  const other = world.subjects[((market.token ?? 0) + 1) % 3]
  if (evidence.type === 'none' || !subject || !other) return { before: [], attestorSet: null, accounts: [] }
  if (evidence.type === 'attestation') return showAttestation(world, market, evidence)
  if (evidence.type === 'change') {
    const accounts = evidence.prices.map((price, index) => reads(writePrice(world, market, price, index)))
    return { before: [], attestorSet: null, accounts }
  }
  if (evidence.type === 'price') {
    const update = writePrice(world, market, evidence)
    const mint = evidence.mint === 'wrong' ? other.mint : subject.mint
    const mints = market.condition.metric === 'marketCap' && evidence.mint !== 'none' ? [reads(mint)] : []
    return { before: [], attestorSet: null, accounts: [reads(update), ...mints] }
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

/** Writes an update, and returns its address. */
function writePrice(world: World, { terms }: Market, update: PriceShown, index = 0): Address {
  const address = UPDATES[index] as Address
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
  world.runtime.write(address, 10_000_000n, flaw === 'short' ? data.subarray(0, 100) : data, owner)
  return address
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
