// A node that lists transactions of the program and shows them, for tests without a chain.

import type { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import type { NodeConnection } from '../../app/src/chain/node-connection.ts'
import { encodeEvent, logsOf } from './history/encode.ts'

/** A transaction as the node lists and returns it. */
export interface Told {
  signature: string
  slot: number
  err?: unknown
  /** Markets that events name. */
  events?: PublicKey[]
  /** Accounts of the message, and of its lookup tables. */
  keys?: string[]
  loaded?: string[]
  /** What the node returns instead. */
  read?: unknown
  logs?: string[] | null
  /** The slot of the transaction, if it has moved since it was listed. */
  movedTo?: number
}

/** The event of a market that was cancelled, in base64. */
export function cancelled(market: PublicKey): string {
  return encodeEvent('MarketCancelled', { market, sequence: 2, cancelledAt: 7n })
}

/** Answers `getSignaturesForAddress` and `getTransaction`. */
export class ListingNode {
  /** The latest transaction first. */
  listed: Told[] = []
  readonly asked: { method: string; params: unknown[] }[] = []
  /** The most transactions that were read at once. */
  atOnce = 0
  #running = 0

  /** The signatures of the transactions that were read. */
  get read(): unknown[] {
    return this.asked.filter(({ method }) => method === 'getTransaction').map(({ params }) => params[0])
  }

  readonly connection: NodeConnection = {
    _rpcRequest: async (method: string, params: [string, object]) => {
      this.asked.push({ method, params })
      if (method === 'getSignaturesForAddress') return { result: this.listed.map(listing) }
      this.#running += 1
      this.atOnce = Math.max(this.atOnce, this.#running)
      await Promise.resolve()
      this.#running -= 1
      const found = this.listed.find(({ signature }) => signature === params[0])
      return { result: transactionOf(found ?? expect.fail(`${params[0]} is not listed`)) }
    },
  } as unknown as NodeConnection
}

function listing({ signature, slot, err = null }: Told) {
  return { signature, slot, err }
}

function transactionOf(told: Told): unknown {
  if ('read' in told) return told.read
  const { keys = [], loaded, events = [], slot, movedTo = slot } = told
  const logMessages = told.logs === undefined ? logsOf(events.map(cancelled)) : told.logs
  return {
    slot: movedTo,
    transaction: { message: { accountKeys: keys } },
    meta: { logMessages, ...(loaded && { loadedAddresses: { writable: loaded } }) },
  }
}
