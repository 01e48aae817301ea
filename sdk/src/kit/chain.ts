// Reads over an RPC of Kit.

import type { Address } from '@solana/kit'
import { getBase64EncodedWireTransaction } from '@solana/kit'
import { InvalidInputError } from '../core/errors.ts'
import type { Finality } from '../core/transaction/status.ts'
import type { Account, Chain } from '../core/wire.ts'
import { fromBase64 } from './coder.ts'
import { type ClientSubscriptions, listenToLogs, rpcFeed } from './feed.ts'
import type { Kit } from './library.ts'
import { readTransaction, rpcNode } from './node.ts'
import { type ClientRpc, toFilters } from './rpc.ts'

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
      return toAccount((await rpc.getAccountInfo(address, options).send()).value)
    },
    async accounts(addresses) {
      const { value, context } = await rpc.getMultipleAccounts([...addresses], encoded).send()
      return { accounts: value.map(toAccount), slot: Number(context.slot) }
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
      const { err, logs, unitsConsumed } = (await rpc.simulateTransaction(wire, options).send()).value
      return { err, logs, unitsConsumed: unitsConsumed === undefined ? undefined : Number(unitsConsumed) }
    },
    signatures(address, { limit, before, until }) {
      const range = { ...(before && { before: before as never }), ...(until && { until: until as never }) }
      return rpc.getSignaturesForAddress(address, { limit, commitment, ...range }).send()
    },
    transaction: (signature) => readTransaction(rpc, signature, commitment),
    feed: () => rpcFeed({ rpc, program, commitment }, subscriptions),
    watchLogs: (listener) => listenToLogs(subscriptions(), program, commitment, listener),
  }
}

/** An account as the node returns it. */
interface EncodedAccount {
  owner: Address
  lamports: bigint
  data: readonly [string, string]
}

function toAccount(account: EncodedAccount | null): Account<Address> | null {
  return account && { owner: account.owner, lamports: account.lamports, data: fromBase64(account.data[0]) }
}
