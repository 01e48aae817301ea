import {
  type EventFilter,
  type LoggedEvent,
  PUBLIC_KINDS,
  type PublicKind,
} from '../../history/queries/events.ts'
import { writeJson } from '../../json/write.ts'
import { eventView } from '../views/event.ts'

/** An event in the format of server-sent events. */
export interface Frame {
  id: number
  market: string
  wallet: string | null
  bytes: Buffer
}

/**
 * Formats the public events among `events`.
 *
 * @param utilityDecimals - decimals of the utility mint
 */
export function toFrames(events: readonly LoggedEvent[], utilityDecimals: number): Frame[] {
  return events.filter(isPublic).map((event) => ({
    id: event.id,
    market: event.market,
    wallet: event.wallet,
    bytes: Buffer.from(
      `id: ${event.id}\nevent: ${event.kind}\ndata: ${writeJson(eventView(event, utilityDecimals) ?? null)}\n\n`,
    ),
  }))
}

/** Whether a frame passes a filter. */
export function matches({ market, wallet }: EventFilter, frame: Frame): boolean {
  return (
    (market === undefined || frame.market === market) && (wallet === undefined || frame.wallet === wallet)
  )
}

/** Joins frames for one write. */
export function join(frames: readonly Frame[]): Buffer {
  return Buffer.concat(frames.map(({ bytes }) => bytes))
}

function isPublic(event: LoggedEvent): event is LoggedEvent<PublicKind> {
  return (PUBLIC_KINDS as readonly string[]).includes(event.kind)
}
