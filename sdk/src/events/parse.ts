import { decodeRawEvent } from '../coder.ts'
import { type AddressInput, requireAddress } from '../input.ts'
import { readLogs } from '../logs.ts'
import { PROGRAM_ID } from '../program.ts'
import { decodeEventData, type ProgramEvent } from './data.ts'

/** The events of a transaction. */
export interface ParsedEvents {
  /** In the order in which they were emitted. */
  events: ProgramEvent[]
  /** Whether the logs were truncated, so that events may be missing. */
  isTruncated: boolean
}

const DATA = 'Program data: '

/**
 * Parses the program's events from the logs of a successful transaction. Only lines of the program itself count:
 * another program in the same transaction can log the same bytes. Events that this version does not know are left
 * out.
 */
export function parseEvents(logs: readonly string[], programId: AddressInput = PROGRAM_ID): ParsedEvents {
  const { lines, isTruncated } = readLogs(logs)
  const program = requireAddress('programId', programId).toBase58()
  const events = lines
    .filter((line) => line.program === program && line.text.startsWith(DATA))
    .flatMap(({ text }) => parseEvent(text.slice(DATA.length)) ?? [])
  return { events, isTruncated }
}

function parseEvent(base64: string): ProgramEvent | null {
  const raw = decodeRawEvent(base64)
  return raw && decodeEventData(raw)
}
