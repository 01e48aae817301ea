// Forms: what they do instead of leaving the page, and what went wrong with it.

import { useState } from 'preact/hooks'
import { messageOf } from '../api/http.ts'

/** What a form does when it is submitted, instead of leaving the page. */
export const submits = (act: () => unknown) => (event: Event) => {
  event.preventDefault()
  act()
}

/** Does things that can fail, one after the other, and keeps what went wrong with the last one. */
export function useAction() {
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState('')
  const act = async (action: () => Promise<unknown>) => {
    setIsBusy(true)
    setError('')
    await action().catch((reason) => setError(messageOf(reason)))
    setIsBusy(false)
  }
  return { isBusy, error, act }
}
