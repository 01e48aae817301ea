// The program's events: their data, their decoder for any type of address, and how they are read from logs.

import type { PredictionMarket } from '../../idl/prediction_market.ts'
import { decodeCondition } from '../condition/encode.ts'
import type { Condition } from '../condition/types.ts'
import { readLogs } from '../logs.ts'
import { capitalize } from '../program.ts'
import type { Raw } from '../raw.ts'
import * as values from '../shapes.ts'
import type { Codec, Library } from '../wire.ts'

/** The fields that have another form than in the IDL, which documents every field. */
interface Converted<Key> {
  ConfigUpdated: { pendingAdmin: Key | null }
  /** `mint` is `null` for SOL. */
  MarketCreated: { token: Key | null; mint: Key | null; condition: Condition }
  BetPlaced: { outcome: values.Outcome; pools: values.Stakes; stakes: values.Stakes }
  /**
   * One of three records. "Not met" at expiry: No follows at the end of the proof window, unless an early Yes is
   * proven. A complete bonding curve, which dates the stakes that are late for its migration. Or the reference price of
   * a change.
   */
  ObservationRecorded: { kind: 'notMet' | 'curve' | 'reference' }
  MarketResolved: { outcome: values.Outcome; pools: values.Stakes; late: values.Stakes }
  MarketVoided: { answer: values.Outcome | null; pools: values.Stakes }
  FeesCollected: { mint: Key | null }
  PositionSettled: { stakes: values.Stakes }
  BankrollDeposited: { mint: Key | null }
  BankrollWithdrawn: { mint: Key | null }
  /** Without limits the delegate ended. */
  DelegateSet: { limits: values.DelegateLimits | null }
  BankrollBet: { spent: values.Amounts }
}

/** The name of an event. */
export type EventName = Capitalize<PredictionMarket['events'][number]['name']>

/** The data of each event. Times are unix seconds, amounts base units. */
export type EventDataOf<Key> = {
  [Name in EventName]: Name extends keyof Converted<Key>
    ? Omit<Raw<Uncapitalize<Name>, Key>, keyof Converted<Key>[Name]> & Converted<Key>[Name]
    : Raw<Uncapitalize<Name>, Key>
}

/** An event of the program; the type of `data` follows from its name. */
export type ProgramEventOf<Key> = {
  [Name in EventName]: { name: Name; data: EventDataOf<Key>[Name] }
}[EventName]

type Decoders<Key> = {
  [Name in EventName]: (raw: Raw<Uncapitalize<Name>, Key>) => EventDataOf<Key>[Name]
}

const asIs = <T>(raw: T): T => raw

/** Every field of an event is published; those named here have another form in the IDL. */
function decoders<Key extends values.AnyKey>(): Decoders<Key> {
  const withMint = <T extends { mint: Key }>(raw: T) => ({ ...raw, mint: values.toAddress(raw.mint) })
  return {
    ConfigInitialized: asIs,
    ConfigUpdated: (raw) => ({ ...raw, pendingAdmin: values.toAddress(raw.pendingAdmin) }),
    AdminAccepted: asIs,
    AttestorSetCreated: asIs,
    MarketCreated: (raw) => ({
      ...withMint(raw),
      token: values.toAddress(raw.token),
      condition: decodeCondition(raw.condition),
    }),
    MarketCancelled: asIs,
    BetPlaced: (raw) => ({
      ...raw,
      outcome: values.toOutcome(raw.outcome),
      pools: values.toStakes(raw.pools),
      stakes: values.toStakes(raw.stakes),
    }),
    ObservationRecorded: (raw) => ({
      ...raw,
      kind: raw.kind.curve ? 'curve' : raw.kind.reference ? 'reference' : 'notMet',
    }),
    MarketResolved: (raw) => ({
      ...raw,
      outcome: values.toOutcome(raw.outcome),
      pools: values.toStakes(raw.pools),
      late: values.toStakes(raw.late),
    }),
    MarketVoided: (raw) => ({
      ...raw,
      answer: raw.answer && values.toOutcome(raw.answer),
      pools: values.toStakes(raw.pools),
    }),
    FeesCollected: withMint,
    PositionSettled: (raw) => ({ ...raw, stakes: values.toStakes(raw.stakes) }),
    MarketClosed: asIs,
    TokensBurned: asIs,
    BankrollDeposited: withMint,
    BankrollWithdrawn: withMint,
    DelegateSet: (raw) => ({ ...raw, limits: raw.limits && values.toLimits(raw.limits) }),
    BankrollBet: (raw) => ({ ...raw, spent: values.toAmounts(raw.spent) }),
    BankrollClosed: asIs,
  }
}

/** Creates the decoder of events in base64; it returns `null` for an event that this version does not know. */
export function eventDecoder<L extends Library>({
  decodeEvent,
}: Pick<Codec<L>, 'decodeEvent'>): (text: string) => ProgramEventOf<L['Address']> | null {
  const known = decoders<L['Address']>()
  return (text) => {
    const event = decodeEvent(text)
    if (!event) return null
    const name = capitalize(event.name) as EventName
    const convert = known[name] as (raw: object) => object
    return { name, data: convert(event.data) } as ProgramEventOf<L['Address']>
  }
}

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
