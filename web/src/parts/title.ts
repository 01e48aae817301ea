import { useEffect } from 'preact/hooks'
import { t } from '../text/language.ts'

/** Sets the title of the document while a view is shown. */
export function useTitle(title: string): void {
  const whole = `${title} · ${t().common.brand}`
  useEffect(() => {
    document.title = whole
  }, [whole])
}
