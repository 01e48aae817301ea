// Which view a path names.

/** A view of the page. */
export type Route =
  | { name: 'markets' }
  | { name: 'market'; id: string }
  | { name: 'rounds'; series: number }
  | { name: 'new' }
  | { name: 'wallet'; address: string | null }
  | { name: 'leaderboard' }
  | { name: 'burns' }
  | { name: 'developers' }
  | { name: 'how' }
  | { name: 'activity' }
  | { name: 'unknown' }

/** The view that a path names, with or without a slash at its end. */
export function readRoute(path: string): Route {
  const [first = '', second, ...rest] = path.replace(/\/+$/, '').split('/').slice(1).map(decode)
  if (rest.length > 0) return { name: 'unknown' }
  if (first === 'markets' && second) return { name: 'market', id: second }
  if (first === 'markets') return { name: 'markets' }
  if (first === 'rounds' && second && SERIES.test(second)) return { name: 'rounds', series: Number(second) }
  if (first === 'wallet' && !second) return { name: 'wallet', address: null }
  if (first === 'wallet' && second && WALLET.test(second)) return { name: 'wallet', address: second }
  if (second) return { name: 'unknown' }
  if (first === '') return { name: 'markets' }
  if (isPlain(first)) return { name: first }
  return { name: 'unknown' }
}

/** The number of a series of rounds. */
const SERIES = /^[1-9]\d{0,2}$/

/** 32 bytes in base58. */
const WALLET = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/

/** Views without anything after their name. */
const PLAIN = ['new', 'leaderboard', 'burns', 'developers', 'how', 'activity'] as const

function isPlain(name: string): name is (typeof PLAIN)[number] {
  return (PLAIN as readonly string[]).includes(name)
}

/** A part of a path; as it is if its escapes mean nothing. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The parts of a link that say where it goes. */
export type Link = Pick<HTMLAnchorElement, 'target' | 'origin' | 'pathname' | 'search' | 'hash'>

/** Pages of their own are not views. */
const OWN_PAGES = /^\/(docs|v1|health|verify)\b/

/** The view that a link opens; `undefined` if the browser must follow it: elsewhere, or to a part of this view. */
export function viewOf(
  link: Link,
  here: Pick<Location, 'origin' | 'pathname' | 'search'>,
): string | undefined {
  const { target, origin, pathname, search, hash } = link
  if (target || origin !== here.origin || OWN_PAGES.test(pathname)) return undefined
  if (hash && pathname === here.pathname && search === here.search) return undefined
  return pathname + search + hash
}
