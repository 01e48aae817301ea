/** What a market's condition measures, and when it must hold. */
export type Metric = 'price' | 'marketCap' | 'supply' | 'migration' | 'holders' | 'event'
export type Timing = 'atExpiry' | 'byExpiry'

/** One call of `resolve_market`. Times are unix seconds. */
export interface DecisionSituation {
  metric: Metric
  timing: Timing
  createdAt: number
  closeAt: number
  expireAt: number
  /** Seconds after expiry. */
  proofWindow: number
  voidDelay: number
  /** Whether "not met" at expiry has been recorded before. */
  isRecorded: boolean
  /** What is shown: its second, of a price also the second of the update before it. */
  shown: { at: number; previous: number | null; isMet: boolean } | null
  now: number
}

/** What the call leads to. `asOf`: the second that stakes are checked against, if they are. */
export type DecisionResult =
  | { resolve: 'Yes' | 'No'; asOf: number | null }
  | { record: true; asOf: number | null }
  | { resolveRecorded: true }
  | { refuse: string }

/** What an observation from before expiry decides: by metric and timing, for [met, not met]. */
const EARLY: Record<Metric, Record<Timing, [string, string]>> = {
  price: { atExpiry: ['NotExpired', 'NotExpired'], byExpiry: ['Yes', 'NotDecidableYet'] },
  marketCap: { atExpiry: ['NotExpired', 'NotExpired'], byExpiry: ['Yes', 'NotDecidableYet'] },
  supply: { atExpiry: ['NotExpired', 'NotExpired'], byExpiry: ['Yes', 'NotDecidableYet'] },
  migration: { atExpiry: ['NotExpired', 'NotExpired'], byExpiry: ['Yes', 'NotDecidableYet'] },
  holders: { atExpiry: ['NotExpired', 'NotExpired'], byExpiry: ['Yes', 'NotDecidableYet'] },
  event: { atExpiry: ['Yes', 'No'], byExpiry: ['Yes', 'No'] },
}

/** What the observation at expiry decides; `wait`: No, but not before the proof window is over. */
const AT_EXPIRY: Record<Metric, Record<Timing, [string, string]>> = {
  price: { atExpiry: ['Yes', 'No'], byExpiry: ['Yes', 'wait'] },
  marketCap: { atExpiry: ['Yes', 'No'], byExpiry: ['Yes', 'wait'] },
  supply: { atExpiry: ['Yes', 'No'], byExpiry: ['Yes', 'No'] },
  migration: { atExpiry: ['Yes', 'No'], byExpiry: ['Yes', 'No'] },
  holders: { atExpiry: ['Yes', 'No'], byExpiry: ['Yes', 'wait'] },
  event: { atExpiry: ['Yes', 'No'], byExpiry: ['Yes', 'wait'] },
}

/**
 * The rules of decisions once more, written from the design and independently of the program: a list of
 * windows, and tables of what an observation in one of them decides.
 */
export function modelDecision(situation: DecisionSituation): DecisionResult {
  const { metric, timing, shown, now, expireAt, isRecorded } = situation
  const endOfProofs = expireAt + situation.proofWindow
  if (now >= expireAt + situation.voidDelay) return { refuse: 'DecisionTooLate' }
  if (isRecorded && now >= endOfProofs) return { resolveRecorded: true }
  if (shown === null) return { refuse: 'EvidenceMissing' }

  const window = windowOf(situation, shown)
  if (window === 'none') return { refuse: 'ObservationOutOfTime' }
  const table = window === 'early' ? EARLY : AT_EXPIRY
  const answer = table[metric][timing][shown.isMet ? 0 : 1]
  if (answer === 'NotExpired') return { refuse: answer }
  if (window === 'atExpiry' && isRecorded) return { refuse: 'NotDecidableYet' }
  if (!isShownInTime(situation, shown, window)) return { refuse: 'ObservationOutOfTime' }
  if (answer === 'NotDecidableYet') return { refuse: answer }

  const second = isState(metric) ? now : shown.at
  const isOpenForBets = now < situation.closeAt
  const canBeNews = isOpenForBets || metric === 'event' || (timing === 'byExpiry' && answer === 'Yes')
  const asOf = canBeNews ? Math.min(second, now, situation.closeAt - 1) : null
  if (answer === 'wait' && now < endOfProofs) return { record: true, asOf }
  return { resolve: answer === 'Yes' ? 'Yes' : 'No', asOf }
}

/** Which observation it is: one from before expiry, the one at expiry, or none that counts. */
function windowOf(
  { metric, createdAt, expireAt, now }: DecisionSituation,
  { at, previous }: NonNullable<DecisionSituation['shown']>,
): 'early' | 'atExpiry' | 'none' {
  if (isState(metric)) return now < expireAt ? 'early' : 'atExpiry'
  if (at <= createdAt) return 'none'
  if (at < expireAt) return 'early'
  if (previous === null) return at === expireAt ? 'atExpiry' : 'none'
  return previous < expireAt && at <= expireAt + 60 ? 'atExpiry' : 'none'
}

/** Whether it is shown while it may still be shown. */
function isShownInTime(
  { metric, expireAt, proofWindow, now }: DecisionSituation,
  { at }: NonNullable<DecisionSituation['shown']>,
  window: 'early' | 'atExpiry',
): boolean {
  if (window === 'early') {
    return now < expireAt + proofWindow && (metric !== 'marketCap' || now <= at + 60)
  }
  const readsAnAccount = isState(metric) || metric === 'marketCap'
  return !readsAnAccount || now <= expireAt + Math.max(60, Math.floor(proofWindow / 10))
}

/** Whether the state of an account decides, which has no date. */
function isState(metric: Metric): boolean {
  return metric === 'supply' || metric === 'migration'
}
