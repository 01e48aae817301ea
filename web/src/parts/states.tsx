// What is shown while something loads, when it failed, is empty or stale.

import type { ComponentChildren } from 'preact'
import { messageOf } from '../api/http.ts'
import type { Loaded, LoadedList } from '../state/loaded.ts'
import { t } from '../text/language.ts'

/** Grey lines in place of what is being loaded. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div class="skeleton" role="status">
      <span class="sr-only">{t().common.loading}</span>
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} aria-hidden="true" />
      ))}
    </div>
  )
}

/** What is shown in place of an empty list. */
export function Empty({
  title,
  heading: Title = 'p',
  children,
}: {
  title: string
  /** A heading if it is all that a view shows. */
  heading?: 'h1' | 'p'
  children?: ComponentChildren
}) {
  return (
    <div class="empty">
      <Title class="empty-title">{title}</Title>
      {children && <div class="muted">{children}</div>}
    </div>
  )
}

/** Why something could not be loaded, and a button to try again. */
export function LoadError({ error, reload }: { error: Error | null; reload(): void }) {
  return (
    <div class="empty" role="alert">
      <p class="empty-title">{t().common.loadError}</p>
      <p class="muted">{messageOf(error)}</p>
      <button type="button" class="button quiet" onClick={reload}>
        {t().common.tryAgain}
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

interface ShowProps<T> {
  of: Loaded<T>
  /** In place of what is being loaded: so many grey lines. */
  lines?: number
  /** In place of something that does not exist. */
  gone?: ComponentChildren
  children: (data: T) => ComponentChildren
}

/** Something that is loaded, in whatever state it is. */
export function Show<T>({ of, lines = 3, gone, children }: ShowProps<T>) {
  switch (of.state) {
    case 'loading':
      return <Skeleton lines={lines} />
    case 'error':
      return <LoadError error={of.error} reload={of.reload} />
    case 'gone':
      return <>{gone ?? <Empty title={t().common.gone} />}</>
    case 'stale':
      return (
        <>
          <Stale error={of.error} reload={of.reload} />
          {children(of.data)}
        </>
      )
    case 'ready':
      return <>{children(of.data)}</>
  }
}

/** Says that what is shown may have changed since it was loaded. */
function Stale({ error, reload }: { error: Error; reload(): void }) {
  return (
    <p class="stale" role="alert">
      {t().common.stale(messageOf(error))}{' '}
      <button type="button" class="link-button" onClick={reload}>
        {t().common.tryAgain}
      </button>
    </p>
  )
}

/** A button that loads more of a list, and why it could not. */
export function More({
  of,
  children,
}: {
  of: Pick<LoadedList<unknown>, 'more' | 'moreError'>
  children: string
}) {
  if (!of.more) return null
  return (
    <>
      <ErrorText>{of.moreError ? messageOf(of.moreError) : ''}</ErrorText>
      <p class="more">
        <button type="button" class="button quiet" onClick={of.more}>
          {children}
        </button>
      </p>
    </>
  )
}

/** A button that stops waiting for a wallet that does not answer; nothing while none is waited for. */
export function Stop({ onStop }: { onStop: (() => void) | undefined }) {
  if (!onStop) return null
  return (
    <button type="button" class="link-button" onClick={onStop}>
      {t().common.stopWaiting}
    </button>
  )
}
