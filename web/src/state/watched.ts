// The markets whose decisions are notified, in this browser's storage.

import { signal } from '@preact/signals'
import { MOST_IDS, readIds } from '../text/stored-ids.ts'

const STORAGE_KEY = 'watched'

/** Ids of the markets, newest first. */
export const watched = signal<readonly string[]>(readIds(localStorage.getItem(STORAGE_KEY)))

/** Starts or stops to watch a market. */
export function setWatched(id: string, isWatched: boolean): void {
  const others = watched.value.filter((one) => one !== id)
  watched.value = isWatched ? [id, ...others].slice(0, MOST_IDS) : others
  localStorage.setItem(STORAGE_KEY, JSON.stringify(watched.value))
}
