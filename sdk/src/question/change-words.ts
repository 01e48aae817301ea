// The vocabulary of questions about a change: "higher", "gain", "double", "than".

import { combine, list, table } from './phrases.ts'
import { FALL, gerund, RISE, thirdPerson } from './verbs.ts'

/** The direction of a price between two moments. */
export type Side = 'up' | 'down'

/** The meaning of a word about a change. Brief ones, such as "dip", may happen any time between the moments. */
export type ChangeWord =
  | { side: Side; bps?: number; orEqual?: true; isBrief?: true }
  /** To close on a day means the value at its end. */
  | { closes: true }
  /** Either direction is meant, so Yes and No are undefined. */
  | { isEither: true }
  /** Without meaning: `be`, `than now`, `in price`. */
  | { isFiller: true }

const UP: ChangeWord = { side: 'up' }
const DOWN: ChangeWord = { side: 'down' }
const FILLER: ChangeWord = { isFiller: true }

const UP_VERBS = 'rise|climb|grow|increase|appreciate|gain|go up|go higher|move up'
const DOWN_VERBS = 'fall|drop|decline|decrease|sink|slide|lose|go down|go lower|move down'

const conjugated = (verbs: string) => {
  const forms = list(verbs).flatMap((verb) => [
    verb,
    verb.replace(/^\w+/, thirdPerson),
    verb.replace(/^\w+/, gerund),
  ])
  return forms.join('|')
}

/** Words between the subject and the times of a question about a change. */
export const CHANGE_WORDS = table<ChangeWord>(
  [{ side: 'up', isBrief: true }, conjugated(RISE)],
  [{ side: 'down', isBrief: true }, conjugated(FALL)],
  [UP, conjugated(UP_VERBS)],
  [DOWN, conjugated(DOWN_VERBS)],
  [UP, 'higher|up|greater|worth more|be worth more|in the green|green'],
  [DOWN, 'lower|down|cheaper|worth less|be worth less|in the red|red'],
  [{ side: 'up', bps: 10_000, isBrief: true }, conjugated('double')],
  [{ side: 'up', bps: 20_000, isBrief: true }, conjugated('triple')],
  [{ side: 'down', bps: 5_000, isBrief: true }, conjugated('halve')],
  [{ side: 'up', orEqual: true }, 'no lower|at least as high'],
  [{ side: 'down', orEqual: true }, 'no higher'],
  [{ isEither: true }, `up or down|higher or lower|green or red|${conjugated('move|change')}`],
  [FILLER, 'be|is|be trading|trade|trades|be priced|be worth|in price|in value'],
  [FILLER, 'than now|than it is now|from now|than it started'],
  [{ closes: true }, conjugated('close|end|end up|finish')],
)

/** Words before the reference moment, and the direction that some of them imply. */
export const THAN = table<Side | ''>(
  ['', 'than|than its price|than it was|as|from|compared to|compared with|versus|vs'],
  ['up', 'above its price'],
  ['down', 'below its price'],
)

/** Words before a duration that begins now. */
export const FROM_NOW = `the next|next|${combine('in|within|over', '|the next|next')}`
