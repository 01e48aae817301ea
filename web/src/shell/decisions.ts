import { onEvent } from '../api/stream.ts'
import { calledBy } from '../parts/event-line.tsx'
import { notify } from '../state/notices.ts'
import { setWatched, watched } from '../state/watched.ts'
import { t } from '../text/language.ts'

/** Tells when a market is decided that somebody watches: in the page, and by the browser if it may. */
export function announceDecisions(): void {
  onEvent((event) => {
    if (event.type !== 'resolution' || !watched.value.includes(event.marketId)) return
    setWatched(event.marketId, false)
    const { sides, voidSentence } = t().common
    const { winningOutcome: winner } = event
    const text = winner ? t().shell.notices.decided(sides[winner]) : voidSentence
    const href = `/markets/${event.marketId}`
    notify({ kind: 'plain', text, link: { href, text: calledBy(event) } })
    tell(text, calledBy(event), href)
  })
}

function tell(title: string, body: string, href: string): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  try {
    const notification = new Notification(title, { body, tag: href, icon: '/icons/icon-192.png' })
    notification.onclick = () => {
      window.focus()
      location.href = href
    }
  } catch {
    // Phones allow it to service workers only; the notice in the page is there.
  }
}
