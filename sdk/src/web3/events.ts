// The SDK's entry `/events`: the program's events, from the logs of a transaction, for web3.js.

import type { PublicKey } from '@solana/web3.js'
import { type EventDataOf, eventDecoder, type ProgramEventOf } from '../core/events/data.ts'
import { type ParsedEventsOf, readEvents } from '../core/events/read.ts'
import { decodeEvent as decodeText } from './coder.ts'
import { type AddressInput, requireAddress } from './input.ts'
import type { Web3 } from './library.ts'
import { PROGRAM_ID } from './program-id.ts'

export type { EventName } from '../core/events/data.ts'

/** The data of each event. Times are unix seconds, amounts base units. */
export type EventData = EventDataOf<PublicKey>

/** An event of the program; the type of `data` follows from its name. */
export type ProgramEvent = ProgramEventOf<PublicKey>

/** The events of a transaction. */
export type ParsedEvents = ParsedEventsOf<PublicKey>

const decode = /* @__PURE__ */ eventDecoder<Web3>({ decodeEvent: decodeText })

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
  return readEvents(logs, requireAddress('programId', programId).toBase58(), decode)
}
