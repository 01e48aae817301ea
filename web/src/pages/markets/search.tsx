// The search field of the list.

import { useEffect, useRef, useState } from 'preact/hooks'
import { setQuery } from '../../state/router.ts'
import { t } from '../../text/language.ts'

/** How long the search waits for the next key. */
const TYPING_MS = 250

/** The field that searches the list; the key `/` leads to it. */
export function Search({ words }: { words: string }) {
  const [text, setText] = useState(words)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select')
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      field.current?.focus()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [])
  // The address can change without typing: by "show all markets", or by the browser's history.
  useEffect(() => {
    if (text.trim() !== words) setText(words)
  }, [words])
  useEffect(() => {
    const timer = setTimeout(() => {
      if (text.trim() !== words) setQuery({ q: text.trim() })
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [text, words])
  return (
    <input
      ref={field}
      class="search"
      type="search"
      aria-label={t().markets.search}
      placeholder={`${t().markets.search}   /`}
      maxLength={100}
      value={text}
      onInput={(event) => setText(event.currentTarget.value)}
    />
  )
}
