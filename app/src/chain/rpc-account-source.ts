// Reads the accounts of a program from RPC nodes.

import type { GetProgramAccountsFilter, ProgramAccountChangeCallback, PublicKey } from '@solana/web3.js'
import type { AccountListener, AccountSource } from './account-source.ts'
import { NodeListener } from './node-listener.ts'
import { type FindKnown, type ProgramAccounts, programAccounts } from './program-accounts.ts'
import type { RpcNodes } from './rpc-nodes.ts'

/** Options of the source. */
export interface RpcSourceOptions {
  rpc: RpcNodes
  programId: PublicKey
  /** Milliseconds that a node may report no slot before the next node is subscribed to. */
  silenceMs: number
  onError: (error: Error, what: string) => void
}

/**
 * Reads the accounts of a program from RPC nodes: `getProgramAccounts`, and `programSubscribe` on one node at a time.
 */
export class RpcAccountSource implements AccountSource {
  constructor(private readonly options: RpcSourceOptions) {}

  read(filters: GetProgramAccountsFilter[], findKnown?: FindKnown): Promise<ProgramAccounts> {
    const { rpc, programId } = this.options
    return programAccounts(rpc.connection, programId, { filters, findKnown })
  }

  follow(filters: GetProgramAccountsFilter[], listener: AccountListener): { stop(): void } {
    const { rpc, programId, silenceMs, onError } = this.options
    const onAccount: ProgramAccountChangeCallback = ({ accountId, accountInfo }, { slot }) => {
      const isOwn = accountInfo.owner.equals(programId) && accountInfo.data.length > 0
      listener.onAccount(accountId.toBase58(), isOwn ? accountInfo.data : null, slot)
    }
    const nodes = new NodeListener({
      nodes: rpc.addresses,
      silenceMs,
      onError,
      onOpen: () => listener.onGap(),
      seenSlot: () => rpc.slot,
      onSlot: (slot) => listener.onSlot(slot),
      subscribe: (socket) => {
        socket.onProgramAccountChange(programId, onAccount, { commitment: 'confirmed', filters })
      },
    })
    nodes.start()
    return nodes
  }
}
