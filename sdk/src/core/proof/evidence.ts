// Reads the evidence of a decision from its transaction.

import { Ed25519Program, PublicKey } from '@solana/web3.js'
import { Buffer } from 'buffer'
import { encodeInstruction } from '../coder.ts'
import { type Condition, kindOf, readsAccount } from '../condition/kinds/index.ts'
import type { AttestationSignature } from '../oracle/attestation.ts'
import { readPostedPrice } from '../oracle/pyth/instructions.ts'
import type { PriceUpdate } from '../oracle/pyth/price-update.ts'
import type { Terms } from '../values.ts'
import type { ExecutedInstruction, ExecutedTransaction } from './transaction.ts'

/** The evidence that was passed to `resolve_market`. */
export type DecisionEvidence =
  | {
      type: 'price'
      /** The account of the price. */
      account: PublicKey
      /** The price, if the same transaction posted it; `null` if the account existed before. */
      price: Omit<PriceUpdate, 'signed'> | null
      /** Of a market capitalisation: the mint whose supply was read. */
      mint: PublicKey | null
    }
  | {
      type: 'attestation'
      attestorSet: PublicKey
      /** Unix second. */
      second: bigint
      isMet: boolean
      signatures: AttestationSignature[]
    }
  /** The state of accounts in the slot of the transaction. */
  | { type: 'state'; accounts: PublicKey[] }

const RESOLVE = /* @__PURE__ */ Buffer.from(encodeInstruction('resolveMarket', {}))

/** What evidence proves: the answer of a market, or the reference price of a change. */
export type EvidencePart = 'answer' | 'reference'

/** Reads the evidence about a market from a transaction; `null` if there is none. */
export function readEvidence(
  { instructions }: ExecutedTransaction,
  {
    market,
    condition,
    terms,
  }: { market: PublicKey; condition: Condition; terms: Pick<Terms, 'pythReceiver'> },
  programId: PublicKey,
  part: EvidencePart = 'answer',
): DecisionEvidence | null {
  const isResolve = ({ programId: program, accounts, data }: ExecutedInstruction) =>
    program.equals(programId) && accounts[1]?.equals(market) && RESOLVE.equals(data)
  // Recording comes before deciding, if one transaction does both.
  const at = part === 'answer' ? instructions.findLastIndex(isResolve) : instructions.findIndex(isResolve)
  const [, , attestorSet, ...shown] = instructions[at]?.accounts ?? []
  const [first, second] = shown
  if (!first || !attestorSet) return null
  switch (kindOf(condition).proof) {
    case 'pyth': {
      const isLast = part === 'answer' && 'referenceAt' in condition
      const account = isLast ? (shown.at(-1) ?? first) : first
      const posted = { receiver: terms.pythReceiver, priceUpdate: account }
      const prices = instructions.map((one) => readPostedPrice(one, posted))
      const price = prices.find((one) => one !== null) ?? null
      const mint = readsAccount(condition) ? (second ?? null) : null
      return { type: 'price', account, price, mint }
    }
    case 'attestors': {
      const before = instructions.slice(0, at).reverse()
      const signed = before.find((one) => one.programId.equals(Ed25519Program.programId))
      return signed ? { type: 'attestation', attestorSet, ...readSignatures(signed) } : null
    }
    case 'accounts':
      return { type: 'state', accounts: shown }
  }
}

/** Reads an instruction of the ed25519 program as `verifySignatures` makes it. */
function readSignatures({ data }: ExecutedInstruction) {
  const bytes = Buffer.from(data)
  const signatures = Array.from({ length: bytes.readUInt8(0) }, (_, index) => {
    const offsets = 2 + 14 * index
    const signatureAt = bytes.readUInt16LE(offsets)
    const keyAt = bytes.readUInt16LE(offsets + 4)
    return {
      attestor: new PublicKey(bytes.subarray(keyAt, keyAt + 32)),
      signature: bytes.subarray(signatureAt, signatureAt + 64),
    }
  })
  const messageEnd = bytes.readUInt16LE(2 + 8) + bytes.readUInt16LE(2 + 10)
  const second = bytes.readBigInt64LE(messageEnd - 9)
  return { second, isMet: bytes.readUInt8(messageEnd - 1) === 1, signatures }
}
