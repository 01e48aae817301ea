// Reads over an RPC of Kit.

import type { Address } from '@solana/kit'
import { getBase64EncodedWireTransaction } from '@solana/kit'
import { InvalidInputError } from '../core/errors.ts'
import type { Finality } from '../core/transaction/status.ts'
import type { Account, Chain, Unsubscribe } from '../core/wire.ts'
import { fromBase64 } from './coder.ts'
import { type ClientRpc, type ClientSubscriptions, type Kit, toFilters } from './library.ts'
import { readTransaction, rpcNode, toNumbers } from './node.ts'

/** The node of a chain: its RPC and, where there are any, its subscriptions. */
export interface RpcNode {
  rpc: ClientRpc
  /** Needed to follow accounts; without it `follow…` and `onEvents` throw. */
  rpcSubscriptions?: ClientSubscriptions | undefined
}

/** Reads over an RPC. */
export function chainOver(
  { rpc, rpcSubscriptions }: RpcNode,
  program: Address,
  commitment: Finality,
): Chain<Kit> {
  const encoded = { commitment, encoding: 'base64' } as const
  const subscriptions = () => {
    if (rpcSubscriptions) return rpcSubscriptions
    throw new InvalidInputError('rpcSubscriptions', 'are missing: give them to the client')
  }
  return {
    commitment,
    node: rpcNode(rpc),
    async account(address, finality = commitment) {
      const options = { ...encoded, commitment: finality }
      const { value } = await rpc.getAccountInfo(address, options).send()
      return value && toAccount(value)
    },
    async accounts(addresses) {
      const { value, context } = await rpc.getMultipleAccounts([...addresses], encoded).send()
      return { accounts: value.map((account) => account && toAccount(account)), slot: Number(context.slot) }
    },
    async programAccounts(bytes) {
      const accounts = await rpc.getProgramAccounts(program, { ...encoded, filters: toFilters(bytes) }).send()
      return accounts.map(({ pubkey, account }) => ({ address: pubkey, data: fromBase64(account.data[0]) }))
    },
    rent: (bytes) => rpc.getMinimumBalanceForRentExemption(BigInt(bytes)).send(),
    slot: async () => Number(await rpc.getSlot({ commitment }).send()),
    async blockhash() {
      const { blockhash, lastValidBlockHeight } = (await rpc.getLatestBlockhash({ commitment }).send()).value
      return { blockhash, lastValidBlockHeight: Number(lastValidBlockHeight) }
    },
    async recentFees(addresses) {
      const fees = await rpc.getRecentPrioritizationFees([...addresses]).send()
      return fees.map(({ prioritizationFee }) => Number(prioritizationFee))
    },
    async simulate(transaction) {
      const wire = getBase64EncodedWireTransaction(transaction)
      const options = { ...encoded, replaceRecentBlockhash: true, sigVerify: false } as const
      return toNumbers((await rpc.simulateTransaction(wire, options).send()).value)
    },
    signatures(address, { limit, before, until }) {
      const range = { ...(before && { before: before as never }), ...(until && { until: until as never }) }
      return rpc.getSignaturesForAddress(address, { limit, commitment, ...range }).send()
    },
    transaction: (signature) => readTransaction(rpc, signature, commitment),
    async accountAt(address) {
      const { value, context } = await rpc.getAccountInfo(address, encoded).send()
      return { account: value && toAccount(value), slot: Number(context.slot) }
    },
    async programAccountsAt(bytes) {
      const options = { ...encoded, filters: toFilters(bytes), withContext: true } as const
      const { context, value } = await rpc.getProgramAccounts(program, options).send()
      const accounts = value.map(({ pubkey, account }): [string, Uint8Array] => [
        pubkey,
        fromBase64(account.data[0]),
      ])
      return { accounts, slot: Number(context.slot) }
    },
    watchAccount: (address, take, onLive) =>
      listen(
        subscriptions().accountNotifications(address, encoded),
        ({ context, value }) => take(toAccount(value), Number(context.slot)),
        onLive,
      ),
    watchAccounts: (bytes, take, onLive) =>
      listen(
        subscriptions().programNotifications(program, { ...encoded, filters: toFilters(bytes) }),
        ({ context, value: { pubkey, account } }) => take(pubkey, toAccount(account), Number(context.slot)),
        onLive,
      ),
    watchLogs: (listener) =>
      listen(
        subscriptions().logsNotifications({ mentions: [program] }, { commitment }),
        ({ context, value }) => {
          if (!value.err) listener(value.logs ?? [], value.signature, Number(context.slot))
        },
      ),
  }
}

/** An account as the node returns it. */
interface EncodedAccount {
  owner: Address
  lamports: bigint
  data: readonly [string, string]
}

function toAccount({ owner, lamports, data }: EncodedAccount): Account<Address> {
  return { owner, lamports, data: fromBase64(data[0]) }
}

/** Milliseconds before a lost subscription is renewed. */
const RETRY_MS = 500

/** Handles the notifications of a subscription, which is renewed whenever it is lost. */
function listen<T>(
  request: { subscribe(options: { abortSignal: AbortSignal }): Promise<AsyncIterable<T>> },
  take: (notification: T) => void,
  onLive: () => void = () => {},
): Unsubscribe {
  const end = new AbortController()
  const run = async () => {
    while (!end.signal.aborted) {
      try {
        const notifications = await request.subscribe({ abortSignal: end.signal })
        onLive()
        for await (const notification of notifications) take(notification)
      } catch {
        // The connection was lost; what was missed is read once it is back.
      }
      if (!end.signal.aborted) await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
  run()
  return async () => end.abort()
}
