// Reads transactions with their instructions and events.

import { type EventDataOf, type EventName, eventDecoder, type ProgramEventOf } from '../events/data.ts'
import { readEvents } from '../events/read.ts'
import type { ChainReader, Codec, Library } from '../wire.ts'

/** An instruction of a transaction, also one that another program called. */
export interface ExecutedInstruction<Address> {
  program: Address
  accounts: Address[]
  data: Uint8Array
}

/** A successful transaction. */
export interface ExecutedTransaction<Address> {
  signature: string
  slot: number
  /** In the order in which they ran. */
  instructions: ExecutedInstruction<Address>[]
  /** The program's events. */
  events: ProgramEventOf<Address>[]
}

/** Reads a transaction of any version; `null` if the node does not have it, or it failed. */
export async function readTransaction<L extends Library>(
  wire: ChainReader<L>,
  signature: string,
): Promise<ExecutedTransaction<L['Address']> | null> {
  const found = await wire.transaction(signature)
  if (!found || found.err) return null
  const { events } = readEvents(found.logs, wire.text(wire.program), eventDecoder(wire))
  return { signature, slot: found.slot, instructions: found.instructions(), events }
}

/** The event of a name about a market. */
export function eventOf<
  L extends Library,
  Name extends Extract<EventName, `Market${string}` | 'ObservationRecorded'>,
>(
  codec: Codec<L>,
  { events }: ExecutedTransaction<L['Address']>,
  name: Name,
  market: L['Address'],
): EventDataOf<L['Address']>[Name] | null {
  const event = events.find((one) => one.name === name && isAbout(codec, one, market))
  return (event?.data as EventDataOf<L['Address']>[Name] | undefined) ?? null
}

/** Whether an event is about a market. */
export function isAbout<L extends Library>(
  codec: Codec<L>,
  { data }: ProgramEventOf<L['Address']>,
  market: L['Address'],
): boolean {
  return 'market' in data && codec.isSame(data.market as L['Address'], market)
}
