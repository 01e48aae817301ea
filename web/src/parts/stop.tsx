import { t } from '../text/language.ts'

/** A button that stops waiting for a wallet that does not answer; nothing while none is waited for. */
export function Stop({ onStop }: { onStop: (() => void) | undefined }) {
  if (!onStop) return null
  return (
    <button type="button" class="link-button" onClick={onStop}>
      {t().common.stopWaiting}
    </button>
  )
}
