import type { ComponentChildren } from 'preact'

/** A button below a list that shows more of it. */
export function ShowMore({ onClick, children }: { onClick: () => void; children: ComponentChildren }) {
  return (
    <p class="more">
      <button type="button" class="link-button" onClick={onClick}>
        {children}
      </button>
    </p>
  )
}
