// Answers of a gateway that were recorded once, so that the pictures show the same data each time.

import { readFileSync } from 'node:fs'
import type { Request } from 'playwright-core'
import type { PicturedMarkets } from './views.ts'

/** An answer of the gateway. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

/** What the page received, and when. */
export interface Recording {
  /** Unix milliseconds; the clock of the page stands still at this time. */
  now: number
  markets: PicturedMarkets
  /** By `requestKey`. */
  answers: Record<string, Answer>
}

export const RECORDING = new URL('../../../tests/web/pictures/answers.json', import.meta.url)

/** The headers that the page reads. `Date` is not among them: the page would set its clock by it. */
export const KEPT_HEADERS = ['content-type', 'x-next-cursor', 'x-error-code'] as const

/** Paths of the gateway's interface. */
export const isCall = ({ pathname }: URL): boolean => pathname.startsWith('/v1/')

/** The stream of events, which never ends. Nothing happens in a picture. */
export const isStream = ({ pathname }: URL): boolean => pathname === '/v1/events'

/** What tells requests apart. Signatures do not: they are in headers. */
export function requestKey(request: Request): string {
  const { pathname, search } = new URL(request.url())
  const body = request.postData()
  return `${request.method()} ${pathname}${search}${body ? ` ${body}` : ''}`
}

export function readRecording(): Recording {
  return JSON.parse(readFileSync(RECORDING, 'utf8'))
}
