import { useEffect } from 'preact/hooks'

/** Sets the title of the document while a view is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Prediction market`
  }, [title])
}
