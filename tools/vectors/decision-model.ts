// An independent model of the rules of decisions, from which the test vectors are computed.

/** The metric of a condition, and its timing. */
export type Metric = AbsoluteMetric | 'change'
type AbsoluteMetric = 'price' | 'marketCap' | 'supply' | 'migration' | 'holders' | 'event'
export type Timing = 'atExpiry' | 'byExpiry'

/**
 * The reading of an observation. `unreadable`: a price that is too uncertain, zero or negative; `complete`: a bonding
 * curve that is complete and has no pool yet.
 */
export type Reading = 'met' | 'notMet' | 'unreadable' | 'complete'

/** The evidence that is submitted. Times are unix seconds. */
export interface ShownEvidence {
  /** Of a price its publication; of an account's state the current second. */
  at: number
  /** Of a price: the publication before it. */
  previous: number | null
  reading: Reading
  /** Whether both bounds of the supply, at creation and now, give this answer. */
  isSure: boolean
}

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
  /** Of a change: the second of its reference price. */
  referenceAt?: number | undefined
  /**
   * What was recorded before: "not met" at expiry, the second of a complete bonding curve, or the publication of a
   * change's reference price.
   */
  recorded: 'notMet' | number | null
  shown: ShownEvidence | null
  /** Of a change: its reference price, if it is submitted. */
  reference?: ShownEvidence | null | undefined
  now: number
}

/** The result of the call. `asOf`: the second that stakes are checked against, if they are. */
export type DecisionResult =
  | { resolve: 'Yes' | 'No'; asOf: number | null }
  | { record: true; asOf: number | null }
  | { recordCurve: true }
  | { recordReference: true }
  | { resolveRecorded: true }
  | { refuse: string }

/**
 * Seconds after expiry in which a price may be published or a state read, and after an early price in which a supply
 * may be read that could have been another one.
 */
const MINUTE = 60

/** [if met, if not met]; the state of an account has no `atExpiry`. */
type Answers = Record<AbsoluteMetric, { atExpiry?: [string, string]; byExpiry: [string, string] }>

/** What an observation before expiry decides. */
const EARLY: Answers = {
  price: { atExpiry: ['NotExpired', 'NotExpired'], byExpiry: ['Yes', 'NotDecidableYet'] },
  marketCap: { atExpiry: ['NotExpired', 'NotExpired'], byExpiry: ['Yes', 'NotDecidableYet'] },
  supply: { byExpiry: ['Yes', 'NotDecidableYet'] },
  migration: { byExpiry: ['Yes', 'NotDecidableYet'] },
  holders: { atExpiry: ['NotExpired', 'NotExpired'], byExpiry: ['Yes', 'NotDecidableYet'] },
  event: { atExpiry: ['Yes', 'No'], byExpiry: ['Yes', 'No'] },
}

/** What the observation at expiry decides; `wait`: No, after the proof window. */
const AT_EXPIRY: Answers = {
  price: { atExpiry: ['Yes', 'No'], byExpiry: ['Yes', 'wait'] },
  marketCap: { atExpiry: ['Yes', 'No'], byExpiry: ['Yes', 'wait'] },
  supply: { byExpiry: ['Yes', 'No'] },
  migration: { byExpiry: ['Yes', 'No'] },
  holders: { atExpiry: ['Yes', 'No'], byExpiry: ['Yes', 'wait'] },
  event: { atExpiry: ['Yes', 'No'], byExpiry: ['Yes', 'wait'] },
}

/**
 * The rules of decisions, written from the design and independently of the program: windows of time, and tables of what
 * an observation in each of them decides.
 */
export function modelDecision(situation: DecisionSituation): DecisionResult {
  const { shown, now, expireAt, recorded } = situation
  const isRecorded = recorded === 'notMet'
  // From the end of the proof window on, a recorded observation decides.
  if (isRecorded && now >= expireAt + situation.proofWindow) return { resolveRecorded: true }
  if (now >= expireAt + situation.voidDelay) return { refuse: 'DecisionTooLate' }
  if (situation.metric === 'change') return decideChange(situation)
  if (shown === null) return { refuse: 'EvidenceMissing' }
  const window = windowOf(situation, shown)
  if (window === 'none') return { refuse: 'ObservationOutOfTime' }
  const { metric } = situation
  return window === 'early'
    ? decideEarly(situation, metric, shown)
    : decideAtExpiry(situation, metric, shown, window)
}

/** Compares the price at expiry with the reference price. */
function decideChange(situation: DecisionSituation): DecisionResult {
  const { shown, reference, recorded, referenceAt = 0, expireAt, closeAt, now } = situation
  const problems = (one: ShownEvidence, second: number): string[] => {
    const isTheOne = (one.previous ?? second) < second && second <= one.at && one.at <= second + MINUTE
    return [
      ...(isTheOne ? [] : ['ObservationOutOfTime']),
      ...(one.reading === 'unreadable' ? ['PriceUncertain'] : []),
    ]
  }
  if (recorded === null) {
    if (!reference) return { refuse: 'EvidenceMissing' }
    const [problem] = problems(reference, referenceAt)
    if (problem) return { refuse: problem }
    if (!shown) return { recordReference: true }
  }
  if (!shown) return { refuse: 'EvidenceMissing' }
  const [problem] = problems(shown, expireAt)
  if (problem) return { refuse: problem }
  const published = typeof recorded === 'number' ? recorded : (reference?.at ?? 0)
  // One update cannot be both prices.
  if ((shown.previous ?? 0) < published) return { refuse: 'ObservationOutOfTime' }
  const asOf = now < closeAt ? Math.min(shown.at, now) : null
  return { resolve: shown.reading === 'met' ? 'Yes' : 'No', asOf }
}

function answersOf(table: Answers, metric: AbsoluteMetric, timing: Timing): [string, string] {
  const answers = table[metric][timing]
  if (!answers) throw new RangeError(`${metric} has no ${timing}`)
  return answers
}

function decideEarly(
  situation: DecisionSituation,
  metric: AbsoluteMetric,
  shown: ShownEvidence,
): DecisionResult {
  const { timing, recorded, now } = situation
  const answers = answersOf(EARLY, metric, timing)
  if (answers[0] === 'NotExpired') return { refuse: 'NotExpired' }
  const isInTime = now < situation.expireAt + situation.proofWindow
  const isWithItsSupply = metric !== 'marketCap' || shown.isSure || now <= shown.at + MINUTE
  if (!isInTime || !isWithItsSupply) return { refuse: 'ObservationOutOfTime' }
  if (shown.reading === 'unreadable') return { refuse: 'PriceUncertain' }
  if (shown.reading === 'complete' && recorded === null) return { recordCurve: true }
  const answer = answers[shown.reading === 'met' ? 0 : 1]
  if (answer === 'NotDecidableYet') return { refuse: answer }
  const second = isState(metric) ? now : shown.at
  const dated = typeof recorded === 'number' ? recorded : second
  return { resolve: answer === 'Yes' ? 'Yes' : 'No', asOf: Math.min(dated, now) }
}

function decideAtExpiry(
  situation: DecisionSituation,
  metric: AbsoluteMetric,
  shown: ShownEvidence,
  window: 'atExpiry' | 'notMet',
): DecisionResult {
  const { timing, recorded, now, expireAt } = situation
  if (recorded === 'notMet') return { refuse: 'NotDecidableYet' }
  const proves = window === 'notMet' || (shown.reading === 'unreadable' && timing === 'byExpiry')
  if (!proves && shown.reading === 'unreadable') return { refuse: 'PriceUncertain' }
  const reading = proves || shown.reading !== 'met' ? 'notMet' : 'met'
  if (!proves && !isCertain(metric, shown, reading, now - expireAt)) return { refuse: 'ObservationOutOfTime' }
  const answer = answersOf(AT_EXPIRY, metric, timing)[reading === 'met' ? 0 : 1]
  const asOf = now < situation.closeAt ? Math.min(isState(metric) ? now : shown.at, now) : null
  if (answer === 'wait' && now < expireAt + situation.proofWindow) return { record: true, asOf }
  return { resolve: answer === 'Yes' ? 'Yes' : 'No', asOf }
}

/**
 * The kind of an observation: before expiry, at expiry, one whose times alone prove "not met", or one that does not
 * count.
 */
function windowOf(
  { metric, timing, createdAt, expireAt, now }: DecisionSituation,
  { at, previous }: ShownEvidence,
): 'early' | 'atExpiry' | 'notMet' | 'none' {
  if (isState(metric)) return now < expireAt ? 'early' : 'atExpiry'
  if (at <= createdAt) return 'none'
  if (at < expireAt) return 'early'
  if (previous === null) return at === expireAt ? 'atExpiry' : 'none'
  if (previous >= expireAt) return 'none'
  if (timing === 'atExpiry') return at <= expireAt + MINUTE ? 'atExpiry' : 'none'
  if (previous <= createdAt) return 'none'
  return at <= expireAt + MINUTE ? 'atExpiry' : 'notMet'
}

/** Whether an account's state some seconds after expiry must give the same answer as at expiry. */
function isCertain(metric: Metric, shown: ShownEvidence, reading: Reading, secondsAfter: number): boolean {
  if (metric === 'price' || metric === 'holders' || metric === 'event') return true
  if (secondsAfter <= MINUTE) return true
  return metric === 'migration' ? reading === 'notMet' : shown.isSure
}

/** Whether the state of an account decides, which is not dated. */
function isState(metric: Metric): boolean {
  return metric === 'supply' || metric === 'migration'
}
