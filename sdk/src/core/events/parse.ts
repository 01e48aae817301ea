// The program's events with web3.js addresses: types and parser.

import { PublicKey } from '@solana/web3.js'
import { type AddressInput, requireAddress } from '../../web3/input.ts'
import { PROGRAM_ID } from '../../web3/program-id.ts'
import { type EventDataOf, eventDecoder, type ProgramEventOf } from './data.ts'
import { type ParsedEventsOf, readEvents } from './read.ts'

/** The data of each event. Times are unix seconds, amounts base units. */
export type EventData = EventDataOf<PublicKey>

/** An event of the program; the type of `data` follows from its name. */
export type ProgramEvent = ProgramEventOf<PublicKey>

/** The events of a transaction. */
export type ParsedEvents = ParsedEventsOf<PublicKey>

const decode = /* @__PURE__ */ eventDecoder((bytes) => new PublicKey(bytes))

/**
 * Parses the program's events from the logs of a successful transaction. Only lines of the program itself count:
 * another program in the same transaction can log the same bytes. Events that this version does not know are left
 * out.
 */
export function parseEvents(logs: readonly string[], programId: AddressInput = PROGRAM_ID): ParsedEvents {
  return readEvents(logs, requireAddress('programId', programId).toBase58(), decode)
}
