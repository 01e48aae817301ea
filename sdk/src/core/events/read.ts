// Reads the program's events from the logs of a transaction.

import { readLogs } from '../logs.ts'
import type { ProgramEventOf } from './data.ts'

/** The events of a transaction. */
export interface ParsedEventsOf<Key> {
  /** In the order in which they were emitted. */
  events: ProgramEventOf<Key>[]
  /** The bytes of each event, as the program logged them. */
  bytes: Uint8Array[]
  /** Whether the logs were truncated, so that events may be missing. */
  isTruncated: boolean
}

const DATA = 'Program data: '

/**
 * Reads the events of a program from the logs of a successful transaction. Only lines of the program itself count:
 * another program in the same transaction can log the same bytes. Events that `decode` does not know are left out.
 */
export function readEvents<Key>(
  logs: readonly string[],
  program: string,
  decode: (text: string) => ProgramEventOf<Key> | null,
): ParsedEventsOf<Key> {
  const { lines, isTruncated } = readLogs(logs)
  const found = lines
    .filter((line) => line.program === program && line.text.startsWith(DATA))
    .map(({ text }) => text.slice(DATA.length))
    .flatMap((text) => {
      const event = decode(text)
      return event ? [{ event, text }] : []
    })
  return {
    events: found.map(({ event }) => event),
    bytes: found.map(({ text }) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))),
    isTruncated,
  }
}
