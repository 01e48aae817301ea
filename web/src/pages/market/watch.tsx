import { useState } from 'preact/hooks'
import { setWatched, watched } from '../../state/watched.ts'

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
        {isWatched ? 'You will be told' : 'Tell me when it is decided'}
      </button>
      {isWatched && <p class="muted small-text">{describe(permission)}</p>}
    </div>
  )
}

function currentPermission(): NotificationPermission {
  return 'Notification' in window ? Notification.permission : 'denied'
}

function describe(permission: NotificationPermission): string {
  return permission === 'granted'
    ? 'By a notification of this browser, as long as this page is open in one of its tabs.'
    : 'By a message on this page, as long as it is open: this browser shows no notifications for it.'
}
