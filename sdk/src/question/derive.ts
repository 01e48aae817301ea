// Turns a question that was read into a condition: comparison and timing.

import { toCondition } from '../core/condition/encode.ts'
import { isDated } from '../core/condition/kinds/index.ts'
import type { Comparison, Condition, Timing } from '../core/condition/types.ts'
import { isEndOfDay, longDate, type Reading } from './calendar.ts'
import type { Claim } from './claim.ts'
import { entityOf, type QuestionMeasure } from './measure.ts'
import { askChange, askState, directionOf, isRise, OPPOSITE, type Phrasing, phrase } from './phrasing.ts'
import { requireMarketCap, requirePrice, requireUnambiguous } from './plausible.ts'
import { refuse } from './refusal.ts'
import type { Statement } from './statement.ts'
import type { Verb } from './verbs.ts'

const BOTH = 'the question means one moment and any time at once'
const NEVER = 'the question asks for something that never happens'

/** Derives a condition from the statement of a question and what it measures. */
export function derive(statement: Statement, measured: QuestionMeasure, reading: Reading): Condition {
  const { expireAt, currentValue } = reading
  const { claim, verb, isNegated } = statement
  if (isNegated && (verb.kind === 'change' || verb.kind === 'meet')) {
    refuse(NEVER, 'ask what must happen, without "not", and bet on No')
  }
  if (measured.type === 'migration' || !claim) {
    return { type: 'migration', timing: migrationTiming(statement, expireAt) }
  }
  const { value } = claim
  const isNamed = (statement.subject.metric ?? claim.metric) !== undefined
  const entity = entityOf(statement)
  if (measured.type === 'price' && entity?.kind === 'asset') requireUnambiguous(entity, value)
  if (measured.type === 'marketCap') requireMarketCap(value)
  else if (!isNamed && entity?.kind === 'asset') requirePrice(entity, value, currentValue)

  const phrasing = phrase(measured, value, isNamed)
  const comparison = comparisonOf(statement, claim, phrasing, currentValue)
  const timing = timingOf(statement, comparison, phrasing, expireAt)
  if (isNegated && timing === 'byExpiry') {
    refuse(NEVER, `ask ${askChange(phrasing, comparison)} and bet on No`)
  }
  if (timing === 'atExpiry' && !isDated(measured)) {
    refuseMoment(phrasing, isNegated ? OPPOSITE[comparison] : comparison, reading)
  }
  if (claim.isNegative && timing === 'byExpiry') refuseNegative(phrasing, comparison)
  const said = isNegated ? OPPOSITE[comparison] : comparison
  const feed = 'feed' in measured ? measured.feed : ''
  const compared = { comparison: said, target: value.target, timing, minimumBalance: 1n }
  return toCondition({ type: measured.type, feed, ...compared })
}

function comparisonOf(
  { verb, timeframes }: Statement,
  { said, value, isInexact, isNegative }: Claim,
  phrasing: Phrasing,
  currentValue: string | undefined,
): Comparison {
  if (isInexact) return refuseExact(phrasing)
  switch (verb.kind) {
    case 'last': {
      const broken = askChange(phrasing, OPPOSITE[said ?? 'atLeast'])
      return refuse('the question is about a span of time, not a moment', `ask ${broken} and bet on No`)
    }
    case 'gain': {
      const total = askChange(phrasing, 'atLeast')
      return refuse('the amount gained may count from now or in total', `ask ${total}`)
    }
    case 'change':
      if (said === undefined || said === verb.comparison) return verb.comparison
      if (verb.comparison === 'atLeast' && said === 'above') return said
      if (verb.comparison === 'atMost' && said === 'below') return said
      return refuse('the question compares in two ways', 'ask about one')
    case 'meet':
      if (said && isNegative) return refuseNegative(phrasing, said)
      return said ?? directionOf(phrasing, value.target, verb.beyond, currentValue)
    default:
      // A token that has 1,200 holders has 1,000.
      if (verb.kind === 'have' && phrasing.isCounted) return said ?? 'atLeast'
      if (said) return said
      // "Is SOL at $200 by Friday" asks whether it gets there.
      if (!timeframes.has('by') || isFinal(verb)) return refuseExact(phrasing)
      return directionOf(phrasing, value.target, false, currentValue)
  }
}

/** `be no more than $250 at any time` may mean at some time or all the time. */
function refuseNegative(phrasing: Phrasing, comparison: Comparison): never {
  const broken = askChange(phrasing, OPPOSITE[comparison])
  return refuse(
    '"no" and "not" leave open whether once is enough',
    `ask ${broken} and bet on No, or ${askState(phrasing, comparison)}`,
  )
}

/**
 * Refuses a supply at one moment, which whoever can move it would move in the last second. A supply that nobody can
 * raise only falls, so that its fall means the same, or the opposite.
 */
function refuseMoment(phrasing: Phrasing, comparison: Comparison, { canMint, expireAt }: Reading): never {
  if (canMint) {
    refuse('more of the token can be minted', 'ask about its price')
  }
  const isFall = !isRise(comparison)
  const fall = askChange(phrasing, isFall ? comparison : OPPOSITE[comparison], `by ${longDate(expireAt)}`)
  return refuse(
    'a supply cannot be asked for one moment, and only falls',
    isFall ? `ask ${fall}` : `ask ${fall} and bet on No`,
  )
}

/** Refuses a question for an exact value. */
function refuseExact(phrasing: Phrasing): never {
  const [above, below] = [askState(phrasing, 'atLeast'), askState(phrasing, 'atMost')]
  return refuse('the question asks for an exact value', `ask ${above} or ${below}`)
}

function timingOf(
  { verb, timeframes }: Statement,
  comparison: Comparison,
  phrasing: Phrasing,
  expireAt: Date,
): Timing {
  const date = longDate(expireAt)
  const atAnyTime = askChange(phrasing, comparison, `by ${date}`)
  const instead = `ask ${atAnyTime} or ${askState(phrasing, comparison)}`
  const isEver = timeframes.has('ever')
  const isLimited = timeframes.has('by') || timeframes.has('during') || timeframes.has('end')
  if (timeframes.has('at') && (isEver || timeframes.has('any'))) {
    refuse(BOTH, instead)
  }
  if (isEver && !isLimited) refuse('"ever" has no end, but a market does', `ask ${atAnyTime}`)
  if (verb.kind === 'change' || verb.kind === 'meet') {
    if (timeframes.has('at')) refuse('the verb is about any time, but the question names one moment', instead)
    return 'byExpiry'
  }
  if (isEver || timeframes.has('any')) {
    if (isFinal(verb)) refuse(BOTH, instead)
    return 'byExpiry'
  }
  if (timeframes.has('by')) {
    const isOpen = isFinal(verb) || timeframes.has('at')
    if (isOpen) refuse('the question leaves open whether any time counts or only the last', instead)
    return 'byExpiry'
  }
  if (timeframes.has('during')) refuse('the question leaves open whether once is enough', instead)
  if (verb.kind !== 'state' || timeframes.has('at') || timeframes.has('end')) return 'atExpiry'
  if (verb.needsMoment) refuse('the question leaves open when', instead)
  if (verb.closes && !isEndOfDay(expireAt.getTime())) {
    refuse('the market does not expire at the end of a day', `ask ${askState(phrasing, comparison)}`)
  }
  return 'atExpiry'
}

/** Whether a verb is about the end: `close above`, `still be above`. */
function isFinal(verb: Verb): boolean {
  if (verb.kind === 'have') return verb.still === true
  return verb.kind === 'state' && (verb.closes === true || verb.still === true)
}

function migrationTiming({ verb, timeframes, isNegated }: Statement, expireAt: Date): Timing {
  if (verb.kind === 'complete') {
    refuse('a complete bonding curve is not yet a migration', 'ask "Will this token migrate to PumpSwap?"')
  }
  if (isNegated) refuse(NEVER, 'ask "Will this token migrate?" and bet on No')
  if (timeframes.has('ever') && !timeframes.has('by') && !timeframes.has('during')) {
    const limited = `ask "Will this token migrate by ${longDate(expireAt)}?"`
    refuse('"ever" has no end, but a market does', limited)
  }
  if (!timeframes.has('at')) return 'byExpiry'
  return refuse(
    'a migration cannot be asked for one moment',
    `ask "Will this token migrate by ${longDate(expireAt)}?"`,
  )
}
