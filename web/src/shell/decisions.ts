// Tells of payouts and decisions wherever one is in the page.

import { onEvent } from '../api/stream.ts'
import { formatMoney, isPositive } from '../money/amounts.ts'
import { calledBy } from '../parts/event-line.tsx'
import { notify } from '../state/notices.ts'
import { setWatched, watched } from '../state/watched.ts'
import { t } from '../text/language.ts'
import { sidesOf } from '../text/sides.ts'
import { wallet } from '../wallet/current.ts'

/** Tells when a market is decided that somebody watches: in the page, and by the browser if it may. */
export function announceDecisions(): void {
  onEvent((event) => {
    if (event.type !== 'resolution' || !watched.value.includes(event.marketId)) return
    setWatched(event.marketId, false)
    const { winningOutcome: winner, condition } = event
    const text = winner ? t().shell.notices.decided(sidesOf(condition)[winner]) : t().common.voidSentence
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

/** Shows a notice for each payout to the wallet in use. */
export function announcePayouts(): void {
  onEvent((event) => {
    if (event.type !== 'payout' || event.wallet !== wallet.value?.address) return
    const { winnings, refund, currency, marketId } = event
    const link = { href: `/markets/${marketId}`, text: calledBy(event) }
    if (isPositive(winnings, currency)) {
      notify({ kind: 'good', text: t().shell.notices.paid(formatMoney(winnings, currency)), link })
    }
    if (isPositive(refund, currency)) {
      notify({ kind: 'plain', text: t().shell.notices.refunded(formatMoney(refund, currency)), link })
    }
  })
}
