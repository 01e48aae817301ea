// Short messages at the edge of the page.

import { signal } from '@preact/signals'

/** A short message at the edge of the page. */
export interface Notice {
  id: number
  kind: 'good' | 'plain'
  text: string
  link?: { href: string; text: string }
}

/** How long a notice stays. */
const LIFE_MS = 8_000

let count = 0

/** The notices that are shown, oldest first. */
export const notices = signal<readonly Notice[]>([])

/** Shows a notice, which screen readers announce. */
export function notify(notice: Omit<Notice, 'id'>): void {
  count += 1
  const id = count
  notices.value = [...notices.value, { ...notice, id }]
  setTimeout(() => dismiss(id), LIFE_MS)
}

/** Removes a notice. */
export function dismiss(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id)
}
