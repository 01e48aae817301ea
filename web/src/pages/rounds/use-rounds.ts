// The series of rounds at the top of the list: the next one to close as its hero.

import { listRounds } from '../../api/gateway.ts'
import type { RoundSeries } from '../../model/types.ts'
import { type Loaded, useEvents, useLoaded, usePolling } from '../../state/loaded.ts'

/** A round begins without an event that the page could wait for. */
const POLL_MS = 3_000

/** All series, the shortest first: its rounds close soonest. */
export function useRounds(): Loaded<RoundSeries[]> {
  const rounds = useLoaded('rounds', async (signal) =>
    (await listRounds(signal)).toSorted((a, b) => Number(a.lengthSeconds) - Number(b.lengthSeconds)),
  )
  useEvents((event) => event.type === 'resolution' || event.type === 'bet', rounds.reload)
  usePolling(POLL_MS, true, rounds.reload)
  return rounds
}
