import { type DecisionSituation, type Metric, modelDecision, type Timing } from './decision-model.ts'

const DESCRIPTION = [
  'What a call of resolve_market leads to, worked out by an independent model of the rules and read by the tests of',
  'the program and of the SDK. Times are unix seconds. Each case: [metric, timing, market, isRecorded, shown (at, previous, isMet) or null,',
  "now, result]; 'market' names the times of one of 'markets'. Regenerate with: npx tsx tools/vectors/decisions.ts",
].join(' ')

type Times = Pick<DecisionSituation, 'createdAt' | 'closeAt' | 'expireAt' | 'proofWindow' | 'voidDelay'>

/** A long market whose state grace is a tenth of the proof window, a short one, and one that closes early. */
const MARKETS: Record<string, Times> = {
  long: { createdAt: 100_000, closeAt: 199_990, expireAt: 200_000, proofWindow: 1_000, voidDelay: 5_000 },
  short: { createdAt: 1_000, closeAt: 1_098, expireAt: 1_100, proofWindow: 30, voidDelay: 120 },
  closesEarly: { createdAt: 1_000, closeAt: 1_040, expireAt: 1_100, proofWindow: 100, voidDelay: 300 },
}

const METRICS: Metric[] = ['price', 'marketCap', 'supply', 'migration', 'holders', 'event']
const TIMINGS: Timing[] = ['atExpiry', 'byExpiry']

/** The seconds around which a rule turns. */
function boundaries({ createdAt, closeAt, expireAt, proofWindow, voidDelay }: Times): number[] {
  const grace = Math.max(60, Math.floor(proofWindow / 10))
  const turns = [createdAt, closeAt, expireAt, expireAt + 60, expireAt + grace, expireAt + proofWindow]
  const around = [...turns, expireAt + voidDelay].flatMap((second) => [second - 1, second, second + 1])
  return [...new Set(around)].sort((a, b) => a - b)
}

/** Every combination of what is shown and when that a boundary could tell apart. */
function situations(times: Times): DecisionSituation[] {
  const seconds = boundaries(times)
  const { createdAt, expireAt } = times
  const moments = seconds.filter((second) => second >= createdAt)
  const list: DecisionSituation[] = []
  for (const metric of METRICS) {
    const hasPrevious = metric === 'price' || metric === 'marketCap'
    const isState = metric === 'supply' || metric === 'migration'
    const shownAt = isState ? [0] : seconds.filter((second) => second <= expireAt + 61)
    for (const timing of TIMINGS) {
      for (const isRecorded of timing === 'byExpiry' && !isState ? [false, true] : [false]) {
        for (const now of moments) {
          const base = { ...times, metric, timing, isRecorded, now }
          list.push({ ...base, shown: null })
          for (const at of shownAt) {
            const previous = at > expireAt ? [expireAt - 1, expireAt] : [at - 1]
            for (const before of hasPrevious ? previous : [null]) {
              for (const isMet of [true, false]) {
                list.push({ ...base, shown: { at: isState ? now : at, previous: before, isMet } })
              }
            }
          }
        }
      }
    }
  }
  return list
}

/** The text of `tests/vectors/decisions.json`: one case a line. */
export function decisionVectors(): string {
  const cases = Object.entries(MARKETS).flatMap(([name, times]) =>
    situations(times).map((situation) => {
      const { metric, timing, isRecorded, shown, now } = situation
      const evidence = shown && [shown.at, shown.previous, shown.isMet]
      return JSON.stringify([metric, timing, name, isRecorded, evidence, now, modelDecision(situation)])
    }),
  )
  const head = `  "description": ${JSON.stringify(DESCRIPTION)},\n  "markets": ${JSON.stringify(MARKETS)},`
  return `{\n${head}\n  "cases": [\n${cases.join(',\n')}\n  ]\n}\n`
}
