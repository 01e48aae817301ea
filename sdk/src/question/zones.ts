// Time zones that questions name.

import { refuse } from './refusal.ts'

/** A zone that a time of day can be given in. */
export interface Zone {
  /** Name in the IANA database, or minutes east of UTC. */
  place: string | number
  /** The UTC offset of the abbreviation, in hours; on some dates the place has another. */
  hours?: number
}

const MINUTE = 60_000

/** Zones by their common names; the runtime's database has the offsets of places. */
export const ZONES: ReadonlyMap<string, Zone> = new Map<string, Zone>([
  ...named(0, 'utc | gmt | z | zulu | utc time'),
  ...named('America/New_York', 'et | eastern | eastern time | us eastern | us eastern time | new york time'),
  ...named('America/New_York', 'ny time | nyc time | new york'),
  ...named('America/Chicago', 'ct | central time | us central time | chicago time'),
  ...named('America/Denver', 'mt | mountain time | denver time'),
  ...named(
    'America/Los_Angeles',
    'pt | pacific | pacific time | us pacific time | la time | california time',
  ),
  ...named('Europe/London', 'uk time | london time | london'),
  ...named('Europe/Berlin', 'berlin time | paris time | madrid time | rome time | central european time'),
  ...named('Europe/Lisbon', 'lisbon time'),
  ...named('Europe/Moscow', 'msk | moscow time'),
  ...named('Asia/Dubai', 'dubai time'),
  ...named('Asia/Kolkata', 'india time | indian time'),
  ...named('Asia/Singapore', 'sgt | singapore time'),
  ...named('Asia/Hong_Kong', 'hkt | hong kong time'),
  ...named('Asia/Shanghai', 'china time | beijing time'),
  ...named('Asia/Tokyo', 'jst | tokyo time | japan time'),
  ...named('Asia/Seoul', 'kst | seoul time | korea time'),
  ...named('Australia/Sydney', 'sydney time'),
  ...named('America/New_York', 'est', -5),
  ...named('America/New_York', 'edt', -4),
  ...named('America/Chicago', 'cdt', -5),
  ...named('America/Denver', 'mst', -7),
  ...named('America/Denver', 'mdt', -6),
  ...named('America/Los_Angeles', 'pst', -8),
  ...named('America/Los_Angeles', 'pdt', -7),
  ...named('Europe/London', 'bst', 1),
  ...named('Europe/Berlin', 'cet', 1),
  ...named('Europe/Berlin', 'cest', 2),
  ...named('Australia/Sydney', 'aest', 10),
  ...named('Australia/Sydney', 'aedt', 11),
])

/** Abbreviations of more than one zone. */
export const AMBIGUOUS_ZONES: ReadonlyMap<string, string> = new Map([
  ['cst', 'Central Time or China time'],
  ['ist', 'India time or Israel time'],
  ['ast', 'Atlantic time or Arabia time'],
])

function named(place: string | number, names: string, hours?: number): [string, Zone][] {
  return names.split(' | ').map((name) => [name, hours === undefined ? { place } : { place, hours }])
}

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
