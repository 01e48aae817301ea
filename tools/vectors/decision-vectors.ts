// Computes tests/vectors/decisions.json: every call of `resolve_market` around a boundary of the rules.

import {
  type DecisionSituation,
  type Metric,
  modelDecision,
  type Reading,
  type ShownEvidence,
  type Timing,
} from './decision-model.ts'

const DESCRIPTION = [
  'The result of a call of resolve_market, computed by an independent model of the rules and read by the tests of',
  'the program and of the SDK. Times are unix seconds. Each case: [metric, timing, market, recorded, shown, now, result].',
  'recorded: false, true for "not met", the second of a complete bonding curve, or of a change when its reference was',
  'published; a change has one value more, the reference that is shown. shown: null, or at, previous, met (null for',
  'a price that is too wide), certain (both bounds of the supply agree) and complete (a bonding curve without a pool).',
  "'market' names the times of one of 'markets'. Regenerate with: npx tsx tools/vectors/write.ts",
].join(' ')

type Times = Pick<
  DecisionSituation,
  'createdAt' | 'closeAt' | 'expireAt' | 'proofWindow' | 'voidDelay' | 'referenceAt'
>

/** A long market, a short one whose proof window is shorter than a minute, and one that closes early. */
const MARKETS: Record<string, Times> = {
  long: { createdAt: 100_000, closeAt: 198_800, expireAt: 200_000, proofWindow: 1_000, voidDelay: 5_000 },
  short: { createdAt: 1_000, closeAt: 1_098, expireAt: 1_100, proofWindow: 30, voidDelay: 120 },
  closesEarly: { createdAt: 1_000, closeAt: 1_040, expireAt: 1_100, proofWindow: 100, voidDelay: 300 },
}

/** Rounds: of a minute, and one so short that an update for the reference may come after expiry. */
const ROUNDS: Record<string, Times & { referenceAt: number }> = {
  round: {
    createdAt: 1_000,
    closeAt: 1_028,
    referenceAt: 1_030,
    expireAt: 1_100,
    proofWindow: 30,
    voidDelay: 120,
  },
  shortRound: {
    createdAt: 1_000,
    closeAt: 1_028,
    referenceAt: 1_030,
    expireAt: 1_042,
    proofWindow: 30,
    voidDelay: 120,
  },
}

const METRICS: Metric[] = ['price', 'marketCap', 'supply', 'migration', 'holders', 'event']

function timingsOf(metric: Metric): Timing[] {
  return metric === 'supply' || metric === 'migration' ? ['byExpiry'] : ['atExpiry', 'byExpiry']
}

/** The seconds at which a rule changes. */
function boundaries({ createdAt, closeAt, expireAt, proofWindow, voidDelay }: Times): number[] {
  const turns = [createdAt, closeAt, expireAt, expireAt + 60, expireAt + proofWindow]
  const around = [...turns, expireAt + voidDelay].flatMap((second) => [second - 1, second, second + 1])
  return [...new Set(around)].sort((a, b) => a - b)
}

/** Every combination of evidence and time that a boundary distinguishes. */
function situations(times: Times): DecisionSituation[] {
  const moments = boundaries(times).filter((second) => second >= times.createdAt)
  const list: DecisionSituation[] = []
  for (const metric of METRICS) {
    for (const timing of timingsOf(metric)) {
      for (const recorded of recordings(metric, timing, times)) {
        for (const now of moments) {
          const base = { ...times, metric, timing, recorded, now }
          list.push({ ...base, shown: null })
          for (const shown of evidence(metric, times, now)) list.push({ ...base, shown })
        }
      }
    }
  }
  return list
}

function recordings(metric: Metric, timing: Timing, { createdAt }: Times): DecisionSituation['recorded'][] {
  if (timing === 'atExpiry' || metric === 'supply') return [null]
  return metric === 'migration' ? [null, createdAt + 5] : [null, 'notMet']
}

function evidence(metric: Metric, times: Times, now: number): ShownEvidence[] {
  const shown = { at: now, previous: null, isSure: false }
  const met: ShownEvidence = { ...shown, reading: 'met' }
  const notMet: ShownEvidence = { ...shown, reading: 'notMet' }
  if (metric === 'migration') return [met, notMet, { ...shown, reading: 'complete' }]
  if (metric === 'supply') return [met, notMet, { ...met, isSure: true }, { ...notMet, isSure: true }]
  const { createdAt, closeAt, expireAt } = times
  const seconds = [createdAt, createdAt + 1, closeAt, expireAt - 1, expireAt, expireAt + 60, expireAt + 61]
  if (metric === 'holders' || metric === 'event') {
    return seconds.flatMap((at) => [met, notMet].map((one) => ({ ...one, at })))
  }
  const readings: ShownEvidence[] = [met, notMet, { ...met, reading: 'unreadable' }]
  if (metric === 'marketCap') readings.push({ ...met, isSure: true }, { ...notMet, isSure: true })
  return seconds.flatMap((at) =>
    publicationsBefore(at, times).flatMap((previous) => readings.map((one) => ({ ...one, at, previous }))),
  )
}

/** The previous publications that a rule distinguishes. */
function publicationsBefore(at: number, { createdAt, expireAt }: Times): number[] {
  if (at < expireAt) return [at - 1]
  return [createdAt, createdAt + 1, expireAt - 1, expireAt].filter((previous) => previous < at)
}

function written(recorded: DecisionSituation['recorded']): boolean | number {
  return recorded === 'notMet' ? true : (recorded ?? false)
}

function listed({ at, previous, reading, isSure }: ShownEvidence) {
  const isMet = reading === 'unreadable' ? null : reading === 'met'
  return [at, previous, isMet, isSure, reading === 'complete']
}

/** Every reference price and price at expiry that a boundary distinguishes, together and alone. */
function changes(times: Times & { referenceAt: number }): DecisionSituation[] {
  const { referenceAt, closeAt, expireAt, voidDelay } = times
  const around = (second: number, before: readonly number[], readings: readonly Reading[]): ShownEvidence[] =>
    [second - 1, second, second + 60, second + 61].flatMap((at) =>
      before
        .filter((previous) => previous < at)
        .flatMap((previous) => readings.map((reading) => ({ at, previous, reading, isSure: false }))),
    )
  const references = [null, ...around(referenceAt, [referenceAt - 1, referenceAt], ['notMet', 'unreadable'])]
  const before = [referenceAt - 1, referenceAt, expireAt - 1, expireAt]
  const prices = [null, ...around(expireAt, before, ['met', 'notMet', 'unreadable'])]
  const moments = [closeAt - 1, closeAt, expireAt, expireAt + voidDelay - 1, expireAt + voidDelay]
  const list: DecisionSituation[] = []
  for (const now of moments) {
    const base = { ...times, metric: 'change', timing: 'atExpiry', now } as const
    for (const shown of prices) {
      for (const reference of references) list.push({ ...base, recorded: null, shown, reference })
      for (const recorded of [referenceAt, expireAt - 1, expireAt]) list.push({ ...base, recorded, shown })
    }
  }
  return list
}

/** The text of `tests/vectors/decisions.json`: one case per line. */
export function decisionVectors(): string {
  const all = [
    ...Object.entries(MARKETS).map(([name, times]) => ({ name, list: situations(times) })),
    ...Object.entries(ROUNDS).map(([name, times]) => ({ name, list: changes(times) })),
  ]
  const cases = all.flatMap(({ name, list }) => list.map((situation) => caseOf(name, situation)))
  const markets = JSON.stringify({ ...MARKETS, ...ROUNDS })
  const head = `  "description": ${JSON.stringify(DESCRIPTION)},\n  "markets": ${markets},`
  return `{\n${head}\n  "cases": [\n${cases.join(',\n')}\n  ]\n}\n`
}

function caseOf(name: string, situation: DecisionSituation): string {
  const { metric, timing, recorded, shown, reference, now } = situation
  const result = modelDecision(situation)
  const fields = [metric, timing, name, written(recorded), shown && listed(shown), now, result]
  return JSON.stringify(metric === 'change' ? [...fields, reference ? listed(reference) : null] : fields)
}
