// Reads changes of accounts, slots and logs from Yellowstone gRPC.

import type { GetProgramAccountsFilter, PublicKey } from '@solana/web3.js'
import type { SubscribeRequest, SubscribeUpdate } from '@triton-one/yellowstone-grpc'
import bs58 from 'bs58'
import { type AccountListener, type AccountSource, reportLogs, type SourceOptions } from './account-source.ts'
import { programAccounts } from './program-accounts.ts'
import { EMPTY_REQUEST, type YellowstoneAddress, YellowstoneStream } from './yellowstone-stream.ts'

/** `CommitmentLevel.CONFIRMED` and `SlotStatus.SLOT_PROCESSED` of the protocol, whose module is loaded when it is needed. */
const CONFIRMED = 1
const PROCESSED = 0

/**
 * Reads the changes of accounts, slots and logs from Yellowstone gRPC, the Geyser plugin of Triton One: one stream instead
 * of several subscriptions, which costs no calls. As with nodes, accounts that are closed are known by their events.
 */
export class YellowstoneAccountSource implements AccountSource {
  constructor(private readonly options: SourceOptions & { address: YellowstoneAddress }) {}

  read: AccountSource['read'] = (filters, findKnown) => {
    const { rpc, programId } = this.options
    return programAccounts(rpc.connection, programId, { filters, findKnown })
  }

  follow: AccountSource['follow'] = (filters, listener, others = []) => {
    const { address, silenceMs, onError, programId } = this.options
    const stream = new YellowstoneStream({
      address,
      request: requestOf(programId, filters, others),
      silenceMs,
      onOpen: () => listener.onGap(),
      onUpdate: (update) => this.#take(update, listener),
      onError,
    })
    stream.start()
    return stream
  }

  /** @returns whether it is a new slot */
  #take({ account, slot, transaction }: SubscribeUpdate, listener: AccountListener): boolean {
    const { rpc, programId } = this.options
    if (account?.account) {
      const { pubkey, owner, data } = account.account
      const isOwn = programId.toBytes().every((byte, index) => byte === owner[index]) && data.length > 0
      listener.onAccount(bs58.encode(pubkey), isOwn ? Buffer.from(data) : null, Number(account.slot))
    }
    const { signature, meta } = transaction?.transaction ?? {}
    if (signature && meta && !meta.err && !meta.logMessagesNone) {
      const logs = meta.logMessages
      const reported = { signature: bs58.encode(signature), slot: Number(transaction?.slot), logs }
      reportLogs(reported, { logs: rpc.logs, programId, listener })
    }
    if (slot?.status !== PROCESSED) return false
    listener.onSlot(Number(slot.slot))
    return true
  }
}

/** Subscribes to accounts and transactions once they are confirmed, and to slots at once. */
function requestOf(
  programId: PublicKey,
  filters: readonly GetProgramAccountsFilter[],
  others: readonly PublicKey[],
): SubscribeRequest {
  const program = programId.toBase58()
  const some = { account: others.map(String), owner: [], filters: [] }
  return {
    ...EMPTY_REQUEST,
    commitment: CONFIRMED,
    accounts: {
      all: { account: [], owner: [program], filters: filters.map(filterOf) },
      ...(others.length > 0 ? { some } : {}),
    },
    transactions: {
      program: {
        vote: false,
        failed: false,
        accountInclude: [program],
        accountExclude: [],
        accountRequired: [],
      },
    },
    slots: { all: { filterByCommitment: false } },
  }
}

function filterOf(filter: GetProgramAccountsFilter) {
  if ('dataSize' in filter) return { datasize: String(filter.dataSize) }
  const { offset, bytes, encoding = 'base58' } = filter.memcmp
  return { memcmp: { offset: String(offset), [encoding]: bytes } }
}
