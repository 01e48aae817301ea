// Reads transactions with their instructions and events.

import { type Connection, PublicKey } from '@solana/web3.js'
import bs58 from 'bs58'
import type { EventName } from '../events/data.ts'
import type { EventData, ProgramEvent } from '../events/parse.ts'
import { parseEvents } from '../events/parse.ts'
import { READ_CONFIRMED } from '../transaction/status.ts'

/** An instruction of a transaction, also one that another program called. */
export interface ExecutedInstruction {
  programId: PublicKey
  accounts: PublicKey[]
  data: Uint8Array
}

/** A successful transaction. */
export interface ExecutedTransaction {
  signature: string
  slot: number
  /** In the order in which they ran. */
  instructions: ExecutedInstruction[]
  /** The program's events. */
  events: ProgramEvent[]
}

/** Reads a transaction of any version; `null` if the node does not have it, or it failed. */
export async function readTransaction(
  connection: Connection,
  signature: string,
  programId: PublicKey,
): Promise<ExecutedTransaction | null> {
  const found = await connection.getTransaction(signature, READ_CONFIRMED)
  if (!found?.meta || found.meta.err) return null
  const { logMessages, loadedAddresses, innerInstructions } = found.meta
  const { staticAccountKeys, compiledInstructions } = found.transaction.message
  const keys = [
    ...staticAccountKeys,
    ...(loadedAddresses?.writable ?? []),
    ...(loadedAddresses?.readonly ?? []),
  ].map((key) => new PublicKey(key))
  const executed = (programIndex: number, accounts: readonly number[], data: Uint8Array) => ({
    programId: keys[programIndex] ?? PublicKey.default,
    accounts: accounts.map((index) => keys[index] ?? PublicKey.default),
    data,
  })
  const instructions = compiledInstructions.flatMap((outer, position) => {
    const inner = innerInstructions?.find(({ index }) => index === position)?.instructions ?? []
    return [
      executed(outer.programIdIndex, outer.accountKeyIndexes, outer.data),
      ...inner.map(({ programIdIndex, accounts, data }) =>
        executed(programIdIndex, accounts, bs58.decode(data)),
      ),
    ]
  })
  const { events } = parseEvents(logMessages ?? [], programId)
  return { signature, slot: found.slot, instructions, events }
}

/** The event of a name about a market. */
export function eventOf<Name extends Extract<EventName, `Market${string}` | 'ObservationRecorded'>>(
  { events }: ExecutedTransaction,
  name: Name,
  market: PublicKey,
): EventData[Name] | null {
  const event = events.find(
    (one) => one.name === name && 'market' in one.data && one.data.market.equals(market),
  )
  return (event?.data as EventData[Name] | undefined) ?? null
}
