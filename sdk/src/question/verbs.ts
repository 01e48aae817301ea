// The verbs of questions and their meanings.

import type { Comparison } from '../core/condition/types.ts'
import { combine, table } from './phrases.ts'

/** Meanings of a verb. */
export type Verb =
  /**
   * Holds at a moment and needs a comparison: `be above`. `needsMoment`: "trade above" may be at a moment or at any
   * time, so the moment must be named. `closes`: the value at the end of the day. `still`: the value at the end.
   * Neither of the last two is at any time.
   */
  | { kind: 'state'; needsMoment?: boolean; closes?: boolean; still?: boolean }
  | { kind: 'have'; still?: boolean }
  /** Happens at some time and implies its comparison: `exceed`, `fall to`. */
  | { kind: 'change'; comparison: Comparison }
  /** Happens at some time, from either side: `hit` (the value itself), `cross` (a value beyond it). */
  | { kind: 'meet'; beyond: boolean }
  /** About a span of time: `stay`. */
  | { kind: 'last' }
  /** May count from now or in total: `gain`. */
  | { kind: 'gain' }
  /** May be the price or the market cap: `be valued`. */
  | { kind: 'value' }
  /** Names no value: `moon`. */
  | { kind: 'vague' }
  /** Compares with another asset: `flip`. */
  | { kind: 'compare' }
  /** Leaves the bonding curve, or has left it. */
  | { kind: 'migrate' }
  /** Completes the bonding curve, which may come before the migration. */
  | { kind: 'complete' }

export const RISE =
  'rise|climb|grow|jump|surge|rally|soar|pump|increase|advance|skyrocket|rocket|shoot|moon|' +
  'run|rip|spike|blast|blow|smash|bounce|rebound|recover|fly|pop|march|break out|edge|appreciate'
export const FALL =
  'fall|drop|dip|sink|crash|slide|slip|decline|dump|plunge|tumble|tank|plummet|decrease|' +
  'nuke|bleed|collapse|retrace|pull back|break down|wick'
const MOVE = 'go|get|move|break|cross|come|push|make it|return'
const CURVE = 'its bonding curve|the bonding curve|bonding curve|bonding'

const ABOVE = 'above|over|past|beyond|north of|higher than'
const BELOW = 'below|under|beneath|sub|south of|lower than'

/** Verbs with the adverbs that people put after them: `climb`, `climb back`, `climb all the way up`. */
const RISING = combine(RISE, '|back|back up|up|all the way')
const FALLING = combine(FALL, '|back|back down|down|all the way')
const MOVING = combine(MOVE, '|back|up|back up|down|back down|all the way')

/** Every known verb, in its base form. */
export const VERBS = table<Verb>(
  [{ kind: 'vague' }, `go up|go down|do well|${RISE}|${FALL}`],
  [
    { kind: 'state' },
    'be|be back|be trading|be priced|be worth|cost|sit|stand|be selling|be selling for|be trading for',
  ],
  [{ kind: 'state', needsMoment: true }, 'trade|sell for'],
  [{ kind: 'state', closes: true }, 'close|close out|end|end up|finish|settle'],
  [{ kind: 'last' }, 'stay|remain|hold|keep|keep trading|maintain'],
  [{ kind: 'state', still: true }, 'still be|still be trading'],
  [{ kind: 'have' }, 'have'],
  [{ kind: 'have', still: true }, 'still have'],
  [
    { kind: 'change', comparison: 'atLeast' },
    'reach|achieve|reclaim|regain|reach or exceed|hit or exceed|meet or exceed',
  ],
  [{ kind: 'change', comparison: 'atLeast' }, combine(`get|make it|go up|${RISING}`, 'to')],
  [{ kind: 'change', comparison: 'atLeast' }, combine(`go|get|${RISING}`, 'as high as|to or above')],
  [{ kind: 'change', comparison: 'above' }, 'exceed|surpass|pass|top|clear|eclipse'],
  [{ kind: 'change', comparison: 'above' }, combine(`${MOVING}|${RISING}`, ABOVE)],
  [{ kind: 'change', comparison: 'below' }, combine(`${MOVING}|${FALLING}`, BELOW)],
  [{ kind: 'change', comparison: 'atMost' }, combine(`go down|${FALLING}`, 'to')],
  [{ kind: 'change', comparison: 'atMost' }, combine(`go|get|${FALLING}`, 'as low as|to or below')],
  [
    { kind: 'meet', beyond: false },
    'hit|touch|see|print|tap|tag|go to|move to|return to|go back to|get back to|come back to',
  ],
  [{ kind: 'meet', beyond: true }, 'cross|break|breach|crack|smash|take out|breakthrough'],
  [{ kind: 'meet', beyond: true }, combine('break|go|pass|push|slice', 'through')],
  [{ kind: 'change', comparison: 'above' }, combine('smash|blast|rip|run', 'through')],
  [{ kind: 'gain' }, 'get|gain|attract|add|lose'],
  [{ kind: 'value' }, 'be valued'],
  [{ kind: 'vague' }, combine('be', 'up|down|green|red|bullish|bearish')],
  [{ kind: 'vague' }, 'go to zero|double|triple|halve|do|close green|close red'],
  [{ kind: 'compare' }, 'flip|overtake|outperform|beat'],
  [
    { kind: 'migrate' },
    `migrate|graduate|bond|${combine('be|get|have|have been', 'migrated|graduated|bonded')}`,
  ],
  [{ kind: 'migrate' }, combine('leave', CURVE)],
  [{ kind: 'migrate' }, combine('make it to|get to|reach|go to', 'pumpswap|pump swap')],
  [{ kind: 'complete' }, combine('complete|finish|fill|fill up', CURVE)],
)

const PLAIN_VERBS = [...VERBS].filter(([phrase]) => !/^(be|have|still)\b/.test(phrase))

/** Third-person forms, as in headlines: `hits`, `falls below`. */
export const THIRD_PERSON_VERBS = new Map([
  ...inflected(PLAIN_VERBS, thirdPerson),
  ...table<Verb>([{ kind: 'migrate' }, 'migrated|graduated|bonded']),
])

/** Gerunds: `hitting`, `falling below`. */
export const GERUND_VERBS = inflected(PLAIN_VERBS, gerund)

/** Phrases with the first word of each in another form. */
function inflected(verbs: readonly [string, Verb][], form: (verb: string) => string): Map<string, Verb> {
  return new Map(verbs.map(([phrase, verb]) => [phrase.replace(/^\w+/, form), verb]))
}

export function thirdPerson(verb: string): string {
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`
  return /(?:ch|sh|ss|o)$/.test(verb) ? `${verb}es` : `${verb}s`
}

export function gerund(verb: string): string {
  return /[^e]e$/.test(verb) ? `${verb.slice(0, -1)}ing` : `${doubled(verb)}ing`
}

/** `hitt` of `hit`: before an ending that begins with a vowel. */
function doubled(verb: string): string {
  return /^[^aeiou]*[aeiou][bdgmnpt]$/.test(verb) ? verb + verb.at(-1) : verb
}
