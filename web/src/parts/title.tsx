import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { t } from '../text/language.ts'

/** Sets the title of the document while a view is shown. */
export function useTitle(title: string): void {
  const whole = `${title} · ${t().common.brand}`
  useEffect(() => {
    document.title = whole
  }, [whole])
}

/** The head of a view: its heading, and what it is. */
export function PageHead({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="page-head">
      <h1>{title}</h1>
      <p class="lead">{children}</p>
    </div>
  )
}
