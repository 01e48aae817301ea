import type { ComponentChildren } from 'preact'
import { messageOf } from '../api/http.ts'

/** Grey lines in place of what is being loaded. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div class="skeleton" role="status">
      <span class="sr-only">Loading…</span>
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} aria-hidden="true" />
      ))}
    </div>
  )
}

/** What is shown in place of an empty list. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children && <div class="muted">{children}</div>}
    </div>
  )
}

/** Why something could not be loaded, and a button to try again. */
export function LoadError({ error, reload }: { error: Error | null; reload(): void }) {
  return (
    <div class="empty" role="alert">
      <p class="empty-title">This could not be loaded</p>
      <p class="muted">{messageOf(error)}</p>
      <button type="button" class="button quiet" onClick={reload}>
        Try again
      </button>
    </div>
  )
}

/** An error of a form; nothing if it is empty. */
export function ErrorText({ children, id }: { children: string; id?: string }) {
  return (
    <p class="error-text" role="alert" id={id}>
      {children}
    </p>
  )
}
