import { dismiss, notices } from '../state/notices.ts'
import { t } from '../text/language.ts'

/** The notices, in a region that screen readers announce. */
export function NoticeList() {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.value.map(({ id, kind, text, link }) => (
        <div key={id} class={`notice ${kind}`}>
          <p>
            {text} {link && <a href={link.href}>{link.text}</a>}
          </p>
          <button
            type="button"
            class="icon-button"
            aria-label={t().shell.dismiss}
            onClick={() => dismiss(id)}
          >
            ×
          </button>
        </div>
      ))}
    </div>
  )
}
