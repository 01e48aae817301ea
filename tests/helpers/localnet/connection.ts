// Opens and closes web3.js connections.

import { Connection } from '@solana/web3.js'
import type { NodeConnection } from '../../../app/src/chain/node-connection.ts'
import { RpcNodes } from '../../../app/src/chain/rpc-nodes.ts'

/** The private websocket of web3.js, which it never closes while anything is subscribed. */
interface Internals {
  _subscriptionDisposeFunctionsByClientSubscriptionId: Record<number, () => Promise<void>>
  _rpcWebSocket: { close(): void; setAutoReconnect(reconnect: boolean): void }
}

/** A web3.js connection to a node, at commitment `confirmed`. */
export function openConnection(node: { rpcUrl: string; wsUrl: string }): Connection {
  return new Connection(node.rpcUrl, { commitment: 'confirmed', wsEndpoint: node.wsUrl })
}

/** A connection as the app's services have it. */
export function openNodeConnection(node: { rpcUrl: string; wsUrl: string }): NodeConnection {
  return new RpcNodes([node], { call: () => {} }).connection
}

/** Ends the subscriptions of a connection and its websocket, which otherwise reconnects forever. */
export async function closeConnection(connection: Connection): Promise<void> {
  const internals = connection as unknown as Internals
  const disposals = Object.values(internals._subscriptionDisposeFunctionsByClientSubscriptionId)
  await Promise.all(disposals.map((dispose) => dispose()))
  // Ignores errors: the node may stop before it answers.
  internals._rpcWebSocket.setAutoReconnect(false)
  internals._rpcWebSocket.close()
}
