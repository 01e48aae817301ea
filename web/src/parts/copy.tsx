// A button that copies a text.

import { useState } from 'preact/hooks'
import { t } from '../text/language.ts'

const SHOWN_MS = 1_500

interface Props {
  text: string
  label: string
}

/** A button that copies a text. */
export function Copy({ text, label }: Props) {
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

/** A text that is shown once, such as a key, and a button that copies it; nothing without one. */
export function Issued({ text, label, testId, children }: Props & { testId: string; children: string }) {
  if (!text) return null
  return (
    <div class="panel issued" role="status">
      <p>{children}</p>
      <p>
        <code data-testid={testId}>{text}</code> <Copy text={text} label={label} />
      </p>
    </div>
  )
}
