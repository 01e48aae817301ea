// Collects garbage on demand.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** A function that collects all garbage at once. */
export function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}
