import { type EventFilter, type LoggedEvent, TOLD, type ToldKind } from '../../history/queries/log.ts'
import { writeJson } from '../../json/write.ts'
import { eventView } from '../views/event.ts'

/** An event in the form in which it is sent. */
export interface Frame {
  id: number
  market: string
  wallet: string | null
  bytes: Buffer
}

/** Events in the form in which they are sent; those that are not told are left out. */
export function framesOf(events: readonly LoggedEvent[]): Frame[] {
  return events.filter(isTold).map((event) => ({
    id: event.id,
    market: event.market,
    wallet: event.wallet,
    bytes: Buffer.from(
      `id: ${event.id}\nevent: ${event.kind}\ndata: ${writeJson(eventView(event) ?? null)}\n\n`,
    ),
  }))
}

/** Whether an event is one of a filter. */
export function passes({ market, wallet }: EventFilter, frame: Frame): boolean {
  return (
    (market === undefined || frame.market === market) && (wallet === undefined || frame.wallet === wallet)
  )
}

/** Whether a filter lets everything through. */
export function isEmpty({ market, wallet }: EventFilter): boolean {
  return market === undefined && wallet === undefined
}

/** Several events in one piece. */
export function join(frames: readonly Frame[]): Buffer {
  return Buffer.concat(frames.map(({ bytes }) => bytes))
}

function isTold(event: LoggedEvent): event is LoggedEvent<ToldKind> {
  return (TOLD as readonly string[]).includes(event.kind)
}
