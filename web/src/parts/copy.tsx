// A button that copies a text.

import { useState } from 'preact/hooks'
import { t } from '../text/language.ts'

const SHOWN_MS = 1_500

/** A button that copies a text. */
export function Copy({ text, label }: { text: string; label: string }) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setIsCopied(true)
    setTimeout(() => setIsCopied(false), SHOWN_MS)
  }
  return (
    <button type="button" class="link-button" onClick={copy} aria-label={label}>
      {isCopied ? t().common.copied : t().common.copy}
    </button>
  )
}
