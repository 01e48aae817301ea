// Reads transactions with their instructions and events, and the evidence of a decision from them.

import { Buffer } from 'buffer'
import { type Condition, kindOf, readsAccount } from '../condition/kinds/index.ts'
import * as data from '../events/data.ts'
import { type AttestationSignature, ED25519_PROGRAM } from '../oracle/attestation.ts'
import { readPostedPrice } from '../oracle/pyth/instructions.ts'
import type { PriceUpdate } from '../oracle/pyth/price-source.ts'
import type { TermsOf } from '../shapes.ts'
import type { ChainReader, Codec, Library } from '../wire.ts'

/** An instruction of a transaction, also one that another program called. */
export interface ExecutedInstruction<Address> {
  program: Address
  accounts: Address[]
  data: Uint8Array
}

/** A successful transaction. */
export interface ExecutedTransaction<Address> {
  signature: string
  slot: number
  /** In the order in which they ran. */
  instructions: ExecutedInstruction<Address>[]
  /** The program's events. */
  events: data.ProgramEventOf<Address>[]
}

/** Reads a transaction of any version; `null` if the node does not have it, or it failed. */
export async function readTransaction<L extends Library>(wire: ChainReader<L>, signature: string) {
  const found = await wire.transaction(signature)
  if (!found || found.err) return null
  const { events } = data.readEvents(found.logs, wire.text(wire.program), data.eventDecoder(wire))
  return { signature, slot: found.slot, instructions: found.instructions(), events }
}

/** The evidence that was passed to `resolve_market`. */
export type DecisionEvidenceOf<Address> =
  | {
      type: 'price'
      /** The account of the price. */
      account: Address
      /** The price, if the same transaction posted it; `null` if the account existed before. */
      price: Omit<PriceUpdate, 'signed'> | null
      /** Of a market capitalisation: the mint whose supply was read. */
      mint: Address | null
    }
  | {
      type: 'attestation'
      attestorSet: Address
      /** Unix second. */
      second: bigint
      isMet: boolean
      signatures: AttestationSignature<Address>[]
    }
  /** The state of accounts in the slot of the transaction. */
  | { type: 'state'; accounts: Address[] }

/** What evidence proves: the answer of a market, or the reference price of a change. */
export type EvidencePart = 'answer' | 'reference'

/** Reads the evidence about a market from a transaction; `null` if there is none. */
export function readEvidence<L extends Library>(
  codec: Codec<L>,
  { instructions, events }: Pick<ExecutedTransaction<L['Address']>, 'instructions' | 'events'>,
  {
    market,
    condition,
    terms,
  }: { market: L['Address']; condition: Condition; terms: Pick<TermsOf<L['Address']>, 'pythReceiver'> },
  part: EvidencePart = 'answer',
): DecisionEvidenceOf<L['Address']> | null {
  const resolve = Buffer.from(codec.encode('resolveMarket', {}))
  const isResolve = ({ program, accounts: [, shown], data }: ExecutedInstruction<L['Address']>) =>
    codec.isSame(program, codec.program) &&
    shown !== undefined &&
    codec.isSame(shown, market) &&
    // In browsers `equals` takes no Uint8Array.
    resolve.equals(Buffer.from(data))
  // Recording comes before deciding, if one transaction does both.
  const start = instructions.findIndex(isResolve)
  const at = part === 'answer' ? instructions.findLastIndex(isResolve) : start
  const [, , attestorSet, ...shown] = instructions[at]?.accounts ?? []
  const [first, second] = shown
  if (!first || !attestorSet) return null
  // What was written last counts, the newest first.
  const before = instructions.slice(0, at).reverse()
  switch (kindOf(condition).proof) {
    case 'pyth': {
      const isReference = ({ name, data }: data.ProgramEventOf<L['Address']>) =>
        name === 'ObservationRecorded' && data.kind === 'reference' && codec.isSame(data.market, market)
      // The program takes the price after the reference if it shows both, otherwise the last one.
      const isBoth = at === start && events.some(isReference)
      const isLast = part === 'answer' && 'referenceAt' in condition
      const account = (isLast && (isBoth ? second : shown.at(-1))) || first
      const posted = { receiver: terms.pythReceiver, priceUpdate: account }
      const prices = before.map((one) => readPostedPrice(codec, one, posted))
      const price = prices.find((one) => one !== null) ?? null
      const mint = readsAccount(condition) ? (second ?? null) : null
      return { type: 'price', account, price, mint }
    }
    case 'attestors': {
      const signed = before.find(({ program }) => codec.text(program) === ED25519_PROGRAM)
      return signed ? { type: 'attestation', attestorSet, ...readSignatures(codec, signed.data) } : null
    }
    case 'accounts':
      return { type: 'state', accounts: shown }
  }
}

/** Reads an instruction of the ed25519 program as `verifySignatures` makes it. */
function readSignatures<L extends Library>(codec: Codec<L>, data: Uint8Array) {
  const bytes = Buffer.from(data)
  const signatures = Array.from({ length: bytes.readUInt8(0) }, (_, index) => {
    const offsets = 2 + 14 * index
    const signatureAt = bytes.readUInt16LE(offsets)
    const keyAt = bytes.readUInt16LE(offsets + 4)
    return {
      attestor: codec.fromBytes(bytes.subarray(keyAt, keyAt + 32)),
      signature: bytes.subarray(signatureAt, signatureAt + 64),
    }
  })
  const messageEnd = bytes.readUInt16LE(2 + 8) + bytes.readUInt16LE(2 + 10)
  const second = bytes.readBigInt64LE(messageEnd - 9)
  return { second, isMet: bytes.readUInt8(messageEnd - 1) === 1, signatures }
}
