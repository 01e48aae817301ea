import { type Base64EncodedWireTransaction, getBase64Decoder, type Signature } from '@solana/kit'
import type { Node } from '../../core/transaction/node.ts'
import type { ClientRpc } from './chain.ts'

/** The node interface for sending and confirming, over an RPC of Kit. */
export function rpcNode(rpc: ClientRpc): Node {
  return {
    async sendRawTransaction(transaction, { skipPreflight }) {
      const wire = getBase64Decoder().decode(transaction) as Base64EncodedWireTransaction
      try {
        return await rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight, maxRetries: 0n }).send()
      } catch (error) {
        throw toRefusal(error)
      }
    },
    async getSignatureStatuses(signatures, options) {
      const { context, value } = await rpc.getSignatureStatuses(signatures as Signature[], options).send()
      return {
        context: { slot: Number(context.slot) },
        value: value.map(
          (one) =>
            one && {
              slot: Number(one.slot),
              err: one.err,
              ...(one.confirmationStatus && { confirmationStatus: one.confirmationStatus }),
            },
        ),
      }
    },
    async getBlockHeight(commitment) {
      return Number(await rpc.getBlockHeight({ commitment }).send())
    },
    async getEpochInfo(commitment) {
      const { absoluteSlot, blockHeight } = await rpc.getEpochInfo({ commitment }).send()
      return { absoluteSlot: Number(absoluteSlot), blockHeight: Number(blockHeight) }
    },
    async getTransaction(signature) {
      const found = await readTransaction(rpc, signature)
      return found && { meta: { err: found.err, logMessages: found.logs } }
    },
  }
}

/** The logs of a confirmed transaction; `null` if the node does not have it. */
export async function readTransaction(
  rpc: ClientRpc,
  signature: string,
): Promise<{ slot: number; err: unknown; logs: readonly string[] } | null> {
  const options = { commitment: 'confirmed', encoding: 'base64', maxSupportedTransactionVersion: 0 } as const
  const found = await rpc.getTransaction(signature as Signature, options).send()
  return (
    found && { slot: Number(found.slot), err: found.meta?.err ?? null, logs: found.meta?.logMessages ?? [] }
  )
}

/** Converts Kit's error of a refused transaction to the form of web3.js, with the logs if it was simulated. */
function toRefusal(error: unknown): unknown {
  const { context, message } = error as { context?: { logs?: string[]; __code?: number }; message?: string }
  // Errors that the node answered have a code of JSON-RPC; a lost connection has none.
  const isAnswer = typeof context?.__code === 'number' && context.__code < 0
  if (!isAnswer) return error
  const refusal = new Error(message, { cause: error })
  return Object.assign(refusal, {
    logs: context.logs ?? [],
    transactionError: { message: `${causeOf(error)}` },
  })
}

function causeOf(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message : message
}
