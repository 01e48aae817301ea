import { useState } from 'preact/hooks'
import { setWatched, watched } from '../../state/watched.ts'
import { t } from '../../text/language.ts'

/** Asks to be told when a market is decided. The browser is asked after the click only. */
export function Watch({ id }: { id: string }) {
  const isWatched = watched.value.includes(id)
  const [permission, setPermission] = useState(() => currentPermission())
  const toggle = async () => {
    setWatched(id, !isWatched)
    if (isWatched || permission !== 'default') return
    setPermission(await Notification.requestPermission())
  }
  return (
    <div class="watch">
      <button type="button" class="button quiet small" aria-pressed={isWatched} onClick={toggle}>
        {isWatched ? t().market.watch.on : t().market.watch.off}
      </button>
      {isWatched && <p class="muted small-text">{describe(permission)}</p>}
    </div>
  )
}

function currentPermission(): NotificationPermission {
  return 'Notification' in window ? Notification.permission : 'denied'
}

function describe(permission: NotificationPermission): string {
  const { byBrowser, byPage } = t().market.watch
  return permission === 'granted' ? byBrowser : byPage
}
