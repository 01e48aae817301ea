// Follows and changes the address of the page.

import { computed, signal } from '@preact/signals'
import { type Link, readRoute, viewOf } from './routes.ts'
import { restoreScroll, saveScroll, scrollToFragment } from './scroll.ts'

const path = signal(location.pathname)

/** Fields of the query of the current address. */
export const query = signal(new URLSearchParams(location.search))

/** The view that the address names. */
export const route = computed(() => readRoute(path.value))

/** Goes to another view, or to a part of it that the address names by its id. */
export function navigate(to: string): void {
  saveScroll()
  history.pushState(null, '', to)
  readAddress()
  if (location.hash) scrollToFragment(location.hash)
  else scrollTo(0, 0)
}

/** Changes fields of the query in place; an empty value removes one. */
export function setQuery(fields: Record<string, string>): void {
  const next = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(fields)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  const text = next.toString()
  history.replaceState(history.state, '', `${location.pathname}${text && `?${text}`}`)
  readAddress()
}

/** Follows links and the browser's history without loading the page again. */
export function startRouter(): void {
  // What was shown before is loaded after "back", when the browser has already scrolled.
  history.scrollRestoration = 'manual'
  addEventListener('pagehide', saveScroll)
  addEventListener('popstate', () => {
    readAddress()
    // Of a link within a view, which the browser follows itself, nothing is kept.
    if (history.state !== null || !location.hash) restoreScroll()
  })
  if (location.hash) scrollToFragment(location.hash)
  else restoreScroll()
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = (event.target as Element).closest('a')
    const to = link && viewOf(link as Link, location)
    if (!to) return
    event.preventDefault()
    navigate(to)
  })
}

function readAddress(): void {
  path.value = location.pathname
  query.value = new URLSearchParams(location.search)
}
