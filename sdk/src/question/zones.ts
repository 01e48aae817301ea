// Time zones that questions name.

import { table } from './phrases.ts'
import { refuse } from './refusal.ts'

/** A zone that a time of day can be given in. */
export interface Zone {
  /** Name in the IANA database, or minutes east of UTC. */
  place: string | number
  /** The UTC offset of the abbreviation, in hours; on some dates the place has another. */
  hours?: number | undefined
}

const MINUTE = 60_000

/** One place a line, with the hours if its names are an abbreviation, and its names. */
const PLACES = `
UTC;utc|gmt|z
America/New_York;et|eastern|eastern time|new york time|ny time|new york
America/Chicago;ct|central time|chicago time
America/Denver;mt|mountain time
America/Los_Angeles;pt|pacific|pacific time
Europe/London;uk time|london time|london
Europe/Berlin;berlin time|paris time
Europe/Lisbon;lisbon time
Asia/Dubai;dubai time
Asia/Kolkata;india time
Asia/Singapore;sgt|singapore time
Asia/Shanghai;china time
Asia/Tokyo;jst|tokyo time
Australia/Sydney;sydney time
America/New_York -5;est
America/New_York -4;edt
America/Chicago -5;cdt
America/Denver -7;mst
America/Denver -6;mdt
America/Los_Angeles -8;pst
America/Los_Angeles -7;pdt
Europe/London 1;bst
Europe/Berlin 1;cet
Europe/Berlin 2;cest
Australia/Sydney 10;aest
Australia/Sydney 11;aedt`

/** Places, and the hours of an abbreviation, by common names; the runtime's database has the offsets of places. */
export const ZONES = table<string>(
  ...PLACES.trim()
    .split('\n')
    .map((line) => line.split(';') as [string, string]),
)

/** Abbreviations of more than one zone. */
export const AMBIGUOUS_ZONES = table(
  ['Central Time or China time', 'cst'],
  ['India time or Israel time', 'ist'],
)

/** Reads `utc+2` and `gmt-03:30`. */
export function zoneOf(word: string): Zone | undefined {
  const match = /^(?:utc|gmt)([+-])(\d{1,2}):?(\d{2})?$/.exec(word)
  if (!match) return undefined
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0)
  return { place: match[1] === '-' ? -minutes : minutes }
}

/** The offset of a zone from UTC at a moment, in milliseconds. */
export function offsetOf({ place }: Zone, moment: number): number {
  if (typeof place === 'number') return place * MINUTE
  const format = new Intl.DateTimeFormat('en-US', { timeZone: place, timeZoneName: 'longOffset' })
  const name = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE
}

/** Reads `17:00`, `5pm`, `5:30 p.m.`, `17:00Z`. */
export function readClockTime(written: string): { seconds: number; isUtc: boolean } {
  const [hours = 0, minutes = 0, seconds = 0] = written.split(':').map((part) => Number.parseInt(part, 10))
  const half = /[ap](?=\.?m)/i.exec(written)?.[0].toLowerCase()
  const isReal = half ? hours >= 1 && hours <= 12 : hours <= 24 - (minutes + seconds > 0 ? 1 : 0)
  if (!isReal || minutes > 59 || seconds > 59) {
    refuse(`${written} is not a time of day`, 'write times as 17:00 UTC')
  }
  const hour = half ? (hours % 12) + (half === 'p' ? 12 : 0) : hours
  return { seconds: hour * 3_600 + minutes * 60 + seconds, isUtc: /z$/i.test(written) }
}
