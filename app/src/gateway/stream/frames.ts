// Formats events as server-sent events.

import {
  type EventFilter,
  type LoggedEvent,
  STREAMED_KINDS,
  type StreamedKind,
} from '../../history/queries/events.ts'
import { writeJson } from '../../json/json.ts'
import { eventView } from './views.ts'

export interface FrameFilter extends EventFilter {
  /** Any of these; all if it is empty. */
  kinds?: readonly StreamedKind[] | undefined
}

export interface Frame {
  id: number
  kind: StreamedKind
  market: string
  wallet: string | null
  bytes: Buffer
}

/**
 * Formats the events that are streamed; leaves out the others.
 *
 * @param utilityDecimals - decimals of the utility mint
 */
export function toFrames(events: readonly LoggedEvent[], utilityDecimals: number): Frame[] {
  return events.filter(isStreamed).map((event) => ({
    id: event.id,
    kind: event.kind,
    market: event.market,
    wallet: event.wallet,
    bytes: Buffer.from(
      `id: ${event.id}\nevent: ${event.kind}\ndata: ${writeJson(eventView(event, utilityDecimals))}\n\n`,
    ),
  }))
}

export function jsonOf({ bytes }: Frame): string {
  return /\ndata: (.*)\n\n$/.exec(bytes.toString())?.[1] ?? ''
}

/** Whether a frame passes a filter. Dropped events may have been of any wallet. */
export function matches({ markets = [], wallet, kinds = [] }: FrameFilter, frame: Frame): boolean {
  return (
    (kinds.length === 0 || kinds.includes(frame.kind)) &&
    (markets.length === 0 || markets.includes(frame.market)) &&
    (wallet === undefined || frame.wallet === wallet || frame.kind === 'dropped')
  )
}

export function join(frames: readonly Frame[]): Buffer {
  return Buffer.concat(frames.map(({ bytes }) => bytes))
}

function isStreamed(event: LoggedEvent): event is LoggedEvent<StreamedKind> {
  return (STREAMED_KINDS as readonly string[]).includes(event.kind)
}
