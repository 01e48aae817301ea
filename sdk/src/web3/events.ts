// The SDK's entry `/events`: the program's events, from the logs of a transaction, for web3.js.

import type { PublicKey } from '@solana/web3.js'
import * as events from '../core/events/data.ts'
import { decodeEvent as decodeText } from './coder.ts'
import { type AddressInput, PROGRAM_ID, requireAddress } from './input.ts'
import type { Web3 } from './library.ts'

export type { EventName } from '../core/events/data.ts'

/** The data of each event. Times are unix seconds, amounts base units. */
export type EventData = events.EventDataOf<PublicKey>

/** An event of the program; the type of `data` follows from its name. */
export type ProgramEvent = events.ProgramEventOf<PublicKey>

/** The events of a transaction. */
export type ParsedEvents = events.ParsedEventsOf<PublicKey>

const decode = /* @__PURE__ */ events.eventDecoder<Web3>({ decodeEvent: decodeText })

/** Decodes the bytes of an event, as `parseEvents` returns them; `null` if this version does not know it. */
export function decodeEvent(bytes: Uint8Array): ProgramEvent | null {
  return decode(btoa(String.fromCharCode(...bytes)))
}

/**
 * Parses the program's events from the logs of a successful transaction. Only lines of the program itself count:
 * another program in the same transaction can log the same bytes. Events that this version does not know are left
 * out.
 */
export function parseEvents(logs: readonly string[], programId: AddressInput = PROGRAM_ID): ParsedEvents {
  return events.readEvents(logs, requireAddress('programId', programId).toBase58(), decode)
}
