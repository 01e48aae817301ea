import { useState } from 'preact/hooks'
import { setWatched, watched } from '../../state/watched.ts'
import { t } from '../../text/language.ts'

/** Asks to be told when a market is decided. The browser is asked after the click only. */
export function Watch({ id }: { id: string }) {
  const { watch: words } = t().market
  const isWatched = watched.value.includes(id)
  const [permission, setPermission] = useState<NotificationPermission>(
    'Notification' in window ? Notification.permission : 'denied',
  )
  const toggle = async () => {
    setWatched(id, !isWatched)
    if (isWatched || permission !== 'default') return
    setPermission(await Notification.requestPermission())
  }
  return (
    <div class="watch">
      <button type="button" class="button quiet small" aria-pressed={isWatched} onClick={toggle}>
        {isWatched ? words.on : words.off}
      </button>
      {isWatched && (
        <p class="muted small-text">{permission === 'granted' ? words.byBrowser : words.byPage}</p>
      )}
    </div>
  )
}
