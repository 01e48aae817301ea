// The verbs of questions and their meanings.

import type { Comparison } from '../core/condition/types.ts'
import { combine, list, table } from './phrases.ts'

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
  | { kind: 'migrate'; done?: boolean }
  /** Completes the bonding curve, which may come before the migration. */
  | { kind: 'complete' }

export const RISE =
  'rise | climb | grow | jump | surge | rally | soar | pump | increase | advance | skyrocket | rocket | shoot | moon | ' +
  'run | rip | spike | blast | blow | smash | power | bounce | rebound | recover | zoom | fly | pop | squeeze | march | ' +
  'break out | explode | inch | edge | creep | appreciate'
export const FALL =
  'fall | drop | dip | sink | crash | slide | slip | decline | dump | plunge | tumble | tank | plummet | decrease | ' +
  'nuke | bleed | collapse | crater | retrace | correct | pull back | dive | nosedive | break down | retreat | sell off | wick'
const MOVE = 'go | get | move | break | cross | come | push | make it | burst | return'
const CURVE = 'its bonding curve | the bonding curve | its curve | the curve | bonding curve | bonding'

const ABOVE = 'above | over | past | beyond | north of | higher than | to above | to over | to more than'
const BELOW = 'below | under | beneath | sub | south of | lower than | to below | to under | to less than'

/** Verbs with the adverbs that people put after them: `climb`, `climb back`, `climb all the way up`. */
const RISING = combine(RISE, ' | back | back up | up | all the way | all the way up')
const FALLING = combine(FALL, ' | back | back down | down | all the way | all the way down')
const MOVING = combine(MOVE, ' | back | up | back up | down | back down | all the way')

/** Every known verb, in its base form. */
export const VERBS = table<Verb>(
  [{ kind: 'vague' }, `go up | go down | do well | do badly | ${RISE} | ${FALL}`],
  [
    { kind: 'state' },
    'be | be back | be trading | be priced | be worth | cost | sit | stand | be sitting | be quoted',
  ],
  [{ kind: 'state' }, 'be selling | be selling for | be going for | be trading for'],
  [{ kind: 'state', needsMoment: true }, 'trade | trade for | sell for | change hands'],
  [{ kind: 'state', closes: true }, 'close | close out | end | end up | finish | settle | wrap up'],
  [
    { kind: 'last' },
    'stay | remain | hold | keep | keep trading | maintain | hold on to | stay trading | hold up | consolidate',
  ],
  [{ kind: 'state', still: true }, 'still be | still be trading'],
  [{ kind: 'have' }, 'have'],
  [{ kind: 'have', still: true }, 'still have'],
  [{ kind: 'change', comparison: 'atLeast' }, 'reach | attain | achieve | reclaim | retake | regain'],
  [
    { kind: 'change', comparison: 'atLeast' },
    combine('reach | hit | meet', 'or exceed | or surpass | or pass'),
  ],
  [{ kind: 'change', comparison: 'atLeast' }, combine(`get | make it | get up | go up | ${RISING}`, 'to')],
  [{ kind: 'change', comparison: 'atLeast' }, combine(`go | get | ${RISING}`, 'as high as | to or above')],
  [{ kind: 'change', comparison: 'above' }, 'exceed | surpass | pass | top | clear | eclipse'],
  [{ kind: 'change', comparison: 'above' }, combine(`${MOVING} | ${RISING}`, ABOVE)],
  [{ kind: 'change', comparison: 'below' }, combine(`${MOVING} | ${FALLING}`, BELOW)],
  [{ kind: 'change', comparison: 'atMost' }, combine(`go down | get down | ${FALLING}`, 'to')],
  [
    { kind: 'change', comparison: 'atMost' },
    combine(`go | get | ${FALLING}`, 'as low as | to or below | to or under'),
  ],
  [
    { kind: 'meet', beyond: false },
    'hit | touch | see | print | tap | tag | kiss | go to | move to | come to | return to | go back to | get back to | come back to',
  ],
  [
    { kind: 'meet', beyond: true },
    'cross | break | breach | crack | shatter | smash | take out | breakthrough',
  ],
  [{ kind: 'meet', beyond: true }, combine('break | go | pass | push | burst | punch | slice', 'through')],
  [{ kind: 'change', comparison: 'above' }, combine('smash | blast | rip | power | run', 'through')],
  [{ kind: 'gain' }, 'get | gain | attract | add | acquire | pick up | lose'],
  [{ kind: 'value' }, 'be valued'],
  [{ kind: 'vague' }, combine('be', 'up | down | green | red | bullish | bearish')],
  [
    { kind: 'vague' },
    'go to zero | double | triple | halve | do | close green | close red | close up | close down',
  ],
  [{ kind: 'compare' }, 'flip | overtake | outperform | beat | underperform'],
  [{ kind: 'migrate' }, 'migrate | graduate | bond'],
  [{ kind: 'migrate', done: true }, combine('be | get | have | have been', 'migrated | graduated | bonded')],
  [{ kind: 'migrate' }, combine('leave', CURVE)],
  [{ kind: 'migrate' }, combine('make it to | get to | reach | move to | go to', 'pumpswap | pump swap')],
  [{ kind: 'complete' }, combine('complete | finish | fill | fill up', CURVE)],
)

const PLAIN_VERBS = [...VERBS].filter(([phrase]) => !/^(be|have|still)\b/.test(phrase))

/** Third-person forms, as in headlines: `hits`, `falls below`. */
export const THIRD_PERSON_VERBS: ReadonlyMap<string, Verb> = new Map([
  ...PLAIN_VERBS.map(([phrase, verb]): [string, Verb] => [phrase.replace(/^\w+/, thirdPerson), verb]),
  ...list('migrated | graduated | bonded').map((phrase): [string, Verb] => [
    phrase,
    { kind: 'migrate', done: true },
  ]),
])

/** Gerunds: `hitting`, `falling below`. */
export const GERUND_VERBS: ReadonlyMap<string, Verb> = new Map(
  PLAIN_VERBS.map(([phrase, verb]) => [phrase.replace(/^\w+/, gerund), verb]),
)

export function thirdPerson(verb: string): string {
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`
  return /(?:ch|sh|ss|o)$/.test(verb) ? `${verb}es` : `${verb}s`
}

export function gerund(verb: string): string {
  if (/[^e]e$/.test(verb)) return `${verb.slice(0, -1)}ing`
  return /^[^aeiou]*[aeiou][bdgmnpt]$/.test(verb) ? `${verb}${verb.at(-1)}ing` : `${verb}ing`
}

const PARTICIPLES: ReadonlyMap<string, string> = new Map(
  (
    'rise risen, fall fallen, hit hit, break broken, go gone, get gotten, grow grown, shoot shot, run run, blow blown, ' +
    'fly flown, sink sunk, slide slid, bleed bled, see seen, come come, burst burst, make made, take taken, ' +
    'meet met, retake retaken, sell sold'
  )
    .split(', ')
    .map((pair) => pair.split(' ') as [string, string]),
)

/** Perfect forms: `have reached`, `have fallen below`. */
export const PERFECT_VERBS: ReadonlyMap<string, Verb> = new Map(
  PLAIN_VERBS.filter(([, { kind }]) => kind === 'change' || kind === 'meet').map(([phrase, verb]) => [
    phrase.replace(/^\w+/, participle),
    verb,
  ]),
)

function participle(verb: string): string {
  const irregular = PARTICIPLES.get(verb)
  if (irregular) return irregular
  if (verb.endsWith('e')) return `${verb}d`
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`
  return /^[^aeiou]*[aeiou][bdgmnpt]$/.test(verb) ? `${verb}${verb.at(-1)}ed` : `${verb}ed`
}
