import { computed, signal } from '@preact/signals'

/** A view of the page. */
export type Route =
  | { name: 'markets' }
  | { name: 'market'; id: string }
  | { name: 'new' }
  | { name: 'wallet'; address: string | null }
  | { name: 'leaderboard' }
  | { name: 'burns' }
  | { name: 'unknown' }

const path = signal(location.pathname)

/** Fields of the query of the current address. */
export const query = signal(new URLSearchParams(location.search))

/** The view that the address names. */
export const route = computed<Route>(() => {
  const [first = '', second, ...rest] = path.value.split('/').slice(1)
  if (rest.length > 0) return { name: 'unknown' }
  if (first === 'markets' && second) return { name: 'market', id: decodeURIComponent(second) }
  if (first === 'wallet') return { name: 'wallet', address: second ?? null }
  if (second) return { name: 'unknown' }
  if (first === '') return { name: 'markets' }
  if (first === 'new' || first === 'leaderboard' || first === 'burns') return { name: first }
  return { name: 'unknown' }
})

/** Goes to another view. */
export function navigate(to: string): void {
  history.pushState(null, '', to)
  readAddress()
  scrollTo(0, 0)
}

/** Changes fields of the query in place; an empty value removes one. */
export function setQuery(fields: Record<string, string>): void {
  const next = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(fields)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  const text = next.toString()
  history.replaceState(null, '', `${location.pathname}${text && `?${text}`}`)
  readAddress()
}

/** Follows links and the browser's history without loading the page again. */
export function startRouter(): void {
  addEventListener('popstate', readAddress)
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = (event.target as Element).closest('a')
    if (!link || link.target || link.origin !== location.origin || !isView(link.pathname)) return
    event.preventDefault()
    navigate(link.pathname + link.search)
  })
}

function readAddress(): void {
  path.value = location.pathname
  query.value = new URLSearchParams(location.search)
}

/** The gateway's own pages are not views. */
function isView(pathname: string): boolean {
  return !/^\/(docs|v1|health)\b/.test(pathname)
}
