import type { PublicKey } from '@solana/web3.js'
import { readLogs } from '../logs.ts'
import { decodeRawEvent, PROGRAM_ID } from '../program.ts'
import { decodeEventData, type ProgramEvent } from './data.ts'

/** What a transaction's logs say. */
export interface ParsedEvents {
  /** In the order in which things happened. */
  events: ProgramEvent[]
  /** Whether the node cut the logs, so that events may be missing. The accounts still tell the truth. */
  isTruncated: boolean
}

const DATA = 'Program data: '

/**
 * Reads the program's events from the logs of a transaction that succeeded. Only what the program itself
 * wrote counts: another program in the same transaction can write the same bytes. Events that this version
 * does not know are left out.
 */
export function parseEvents(logs: readonly string[], programId: PublicKey = PROGRAM_ID): ParsedEvents {
  const { lines, isTruncated } = readLogs(logs)
  const program = programId.toBase58()
  const events = lines
    .filter((line) => line.program === program && line.text.startsWith(DATA))
    .flatMap(({ text }) => parseEvent(text.slice(DATA.length)) ?? [])
  return { events, isTruncated }
}

function parseEvent(base64: string): ProgramEvent | null {
  const raw = decodeRawEvent(base64)
  return raw && decodeEventData(raw)
}
