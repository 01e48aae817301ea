// Lies of a node about the chain, for `alter` of a proxy.

import { decodeEvent, type EventData, type EventName } from '@prediction-market/sdk/events'
import { encodeEvent } from '../history/encode.ts'
import type { RpcCall } from './rpc-proxy.ts'

const DATA = 'Program data: '

/** Changes fields of an event in the logs of a transaction. */
export function falsify<Name extends EventName>(
  transactionId: string,
  name: Name,
  changes: Partial<EventData[Name]>,
): (call: RpcCall) => unknown {
  return ({ method, params: [signature], result }) => {
    if (method !== 'getTransaction' || signature !== transactionId) return undefined
    const logMessages = result.meta.logMessages.map((line: string) => {
      const event = line.startsWith(DATA) && decodeEvent(Buffer.from(line.slice(DATA.length), 'base64'))
      if (!event || event.name !== name) return line
      return DATA + encodeEvent(name, { ...(event.data as EventData[Name]), ...changes })
    })
    return { ...result, meta: { ...result.meta, logMessages } }
  }
}

/** Denies an account. */
export function withoutAccount(account: string): (call: RpcCall) => unknown {
  return ({ method, params: [address], result }) =>
    method === 'getAccountInfo' && address === account ? { ...result, value: null } : undefined
}
