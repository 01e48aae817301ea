// Sends, confirms and reads transactions over an RPC of Kit.

import * as kit from '@solana/kit'
import type { Node } from '../core/node.ts'
import type { Finality } from '../core/transaction/status.ts'
import type { ChainTransaction } from '../core/wire.ts'
import type { ClientRpc } from './library.ts'

/** The node interface for sending and confirming, over an RPC of Kit. */
export function rpcNode(rpc: ClientRpc): Node {
  return {
    async sendRawTransaction(transaction, { skipPreflight }) {
      const wire = kit.getBase64Decoder().decode(transaction) as kit.Base64EncodedWireTransaction
      try {
        return await rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight, maxRetries: 0n }).send()
      } catch (error) {
        throw toRefusal(error)
      }
    },
    async getSignatureStatuses(signatures, options) {
      return toNumbers(await rpc.getSignatureStatuses(signatures as kit.Signature[], options).send())
    },
    async getBlockHeight(commitment) {
      return Number(await rpc.getBlockHeight({ commitment }).send())
    },
    async getEpochInfo(commitment) {
      return toNumbers(await rpc.getEpochInfo({ commitment }).send())
    },
    async getTransaction(signature) {
      const found = await readTransaction(rpc, signature, 'confirmed')
      return found && { meta: { err: found.err, logMessages: found.logs } }
    },
  }
}

/** JSON with numbers where Kit has `bigint`. */
type Numbered<T> = T extends bigint
  ? number
  : T extends object
    ? { -readonly [Name in keyof T]: Numbered<T[Name]> }
    : T

/** Converts an answer, and above all the reason of a failure, to the form of web3.js. */
export function toNumbers<T>(answer: T): Numbered<T> {
  return JSON.parse(JSON.stringify(answer, (_, one) => (typeof one === 'bigint' ? Number(one) : one)))
}

/** Codes of JSON-RPC: the block was cleaned up, there is no history of transactions, the old one is unreachable. */
const NO_HISTORY: readonly unknown[] = [-32_001, -32_011, -32_019]

/** Reads a transaction of any version; `null` if the node does not have it. */
export async function readTransaction(
  rpc: ClientRpc,
  signature: string,
  commitment: Finality,
): Promise<ChainTransaction<kit.Address> | null> {
  // Kit's types know version 0 only.
  const options = { commitment, encoding: 'json', maxSupportedTransactionVersion: 1 as 0 } as const
  const found = await rpc
    .getTransaction(signature as kit.Signature, options)
    .send()
    .catch((error: { context?: { __code?: number } }) => {
      if (NO_HISTORY.includes(error.context?.__code)) return null
      throw error
    })
  if (!found?.meta) return null
  const { meta } = found
  return {
    slot: Number(found.slot),
    err: toNumbers(meta.err),
    logs: meta.logMessages ?? [],
    instructions() {
      const { accountKeys, instructions } = found.transaction.message
      const loaded = 'loadedAddresses' in meta ? meta.loadedAddresses : undefined
      const keys = [...accountKeys, ...(loaded?.writable ?? []), ...(loaded?.readonly ?? [])]
      const executed = ({ programIdIndex, accounts, data }: (typeof instructions)[number]) => ({
        program: keys[programIdIndex] as kit.Address,
        accounts: accounts.map((index) => keys[index] as kit.Address),
        data: Uint8Array.from(kit.getBase58Encoder().encode(data)),
      })
      return instructions.flatMap((outer, position) => {
        const inner = meta.innerInstructions?.find(({ index }) => index === position)?.instructions ?? []
        return [outer, ...inner].map((one) => executed(one as typeof outer))
      })
    },
  }
}

/** Converts Kit's error of a refused transaction to the form of web3.js, with the logs if it was simulated. */
function toRefusal(error: unknown): unknown {
  const { context, message, cause } = error as Error & { context?: { logs?: string[]; __code?: number } }
  // Errors that the node answered have a code of JSON-RPC; a lost connection has none.
  const isAnswer = typeof context?.__code === 'number' && context.__code < 0
  if (!isAnswer) return error
  const reason = cause instanceof Error ? cause.message : message
  const refusal = new Error(message, { cause: error })
  return Object.assign(refusal, { logs: context.logs ?? [], transactionError: { message: reason } })
}
