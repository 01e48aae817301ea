// The calls to a node that sending and confirming needs.

/** How final a transaction must be before it counts. */
export type Finality = 'confirmed' | 'finalized'

/** The status of a transaction that a block has included. */
export interface NodeStatus {
  slot: number
  err: unknown
  confirmationStatus?: 'processed' | 'confirmed' | 'finalized' | null
}

/** A node for sending and confirming: a `Connection` of web3.js is one; the Kit client wraps its RPC. */
export interface Node<Status = NodeStatus> {
  sendRawTransaction(
    transaction: Uint8Array,
    options: { skipPreflight: boolean; maxRetries: number },
  ): Promise<string>
  getSignatureStatuses(
    signatures: string[],
    options: { searchTransactionHistory: boolean },
  ): Promise<{ context: { slot: number }; value: (Status | null)[] }>
  getBlockHeight(finality: 'confirmed' | 'finalized'): Promise<number>
  getEpochInfo(finality: 'confirmed' | 'finalized'): Promise<{ absoluteSlot: number; blockHeight?: number }>
  getTransaction(
    signature: string,
    options: { commitment: 'confirmed'; maxSupportedTransactionVersion: number },
  ): Promise<{ meta: object | null } | null>
}

/** Reports confirmations sooner than the next poll; a `Connection` of web3.js does. */
export interface NodeListener {
  onSignature(
    signature: string,
    callback: (result: { err: unknown }, context: { slot: number }) => void,
    commitment: 'processed' | 'confirmed' | 'finalized',
  ): number
  removeSignatureListener(id: number): Promise<void>
}
