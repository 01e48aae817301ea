// Reads the accounts of a program from RPC nodes.

import type { LogsCallback, ProgramAccountChangeCallback } from '@solana/web3.js'
import { type AccountSource, reportLogs, type SourceOptions } from './account-source.ts'
import { NodeListener } from './node-listener.ts'
import { programAccounts } from './program-accounts.ts'

/** The line of a program that failed; no transaction with one succeeds. */
const FAILED = /^Program \w+ failed/

/**
 * Reads the accounts of a program from RPC nodes: `getProgramAccounts`, and subscriptions on one node at a time. One to
 * accounts does not report those that are closed; their events do.
 */
export class RpcAccountSource implements AccountSource {
  constructor(private readonly options: SourceOptions) {}

  read: AccountSource['read'] = (filters, findKnown) => {
    const { rpc, programId } = this.options
    return programAccounts(rpc.connection, programId, { filters, findKnown })
  }

  follow: AccountSource['follow'] = (filters, listener, others = []) => {
    const { rpc, programId, silenceMs, onError } = this.options
    const onAccount: ProgramAccountChangeCallback = ({ accountId, accountInfo }, { slot }) => {
      const isOwn = accountInfo.owner.equals(programId) && accountInfo.data.length > 0
      listener.onAccount(accountId.toBase58(), isOwn ? accountInfo.data : null, slot)
    }
    const onLogs: LogsCallback = ({ signature, err, logs }, { slot }) => {
      // The localnet's node does not report the error of a transaction that failed; its logs do.
      if (err || logs.some((line) => FAILED.test(line))) return
      reportLogs({ signature, slot, logs }, { logs: rpc.logs, programId, listener })
    }
    const nodes = new NodeListener({
      nodes: rpc.addresses,
      silenceMs,
      onError,
      onGap: () => listener.onGap(),
      isCurrent: (slot) => rpc.isCurrent(slot),
      onSlot: (slot) => listener.onSlot(slot),
      subscribe: (socket) => {
        socket.onProgramAccountChange(programId, onAccount, { commitment: 'confirmed', filters })
        socket.onLogs(programId, onLogs, 'confirmed')
        for (const address of others) {
          socket.onAccountChange(
            address,
            (accountInfo, context) => onAccount({ accountId: address, accountInfo }, context),
            { commitment: 'confirmed' },
          )
        }
      },
    })
    nodes.start()
    return nodes
  }
}
