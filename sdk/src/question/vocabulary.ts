import { CONDITION_KINDS, type Condition, type Grammar, kindOf } from '../condition/kinds/index.ts'
import type { Comparison } from '../condition/types.ts'

/** Quantities that a question can measure. */
export type Metric = Extract<Condition, { target: string }>['type']

/** Meanings of a verb. */
export type Verb =
  /**
   * Holds at a moment and needs a comparison: `be above`. To trade above something happens at a moment or
   * at any time, so such a verb needs one named. To close on a day is to be there when the day ends, and to
   * be `still` somewhere is to be there at the end: neither happens at any time.
   */
  | { kind: 'state'; needsMoment?: boolean; closes?: boolean; still?: boolean }
  | { kind: 'have'; still?: boolean }
  /** Happens at some time and brings its comparison along: `exceed`, `fall to`. */
  | { kind: 'change'; comparison: Comparison }
  /** Happens at some time, from either side: `hit` (the value itself), `cross` (a value beyond it). */
  | { kind: 'meet'; beyond: boolean }
  /** Speaks of a while: `stay`. */
  | { kind: 'last' }
  /** May count from now or in all: `gain`. */
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

/**
 * When a claim must hold: at expiry, by it, or at any time before it. `end` is a bare `EOY`: what happens then has
 * happened by it, what is then is so at it.
 */
export type Timeframe = 'at' | 'by' | 'any' | 'end'

/** A table of phrases; the phrases of one meaning are written in one line. */
export function table<T>(...meanings: [value: T, phrases: string][]): ReadonlyMap<string, T> {
  return new Map(meanings.flatMap(([value, phrases]) => list(phrases).map((phrase) => [phrase, value])))
}

/** The phrases of a line. */
export function list(phrases: string): string[] {
  return phrases.split(' | ')
}

/** `go above | go over | rise above | rise over`, of `go | rise` and `above | over`. */
function combine(verbs: string, endings: string): string {
  return list(verbs)
    .flatMap((verb) => list(endings).map((ending) => `${verb} ${ending}`.trim()))
    .join(' | ')
}

const RISE =
  'rise | climb | grow | jump | surge | rally | soar | pump | increase | advance | skyrocket | rocket | shoot | moon | ' +
  'run | rip | spike | blast | blow | smash | power | bounce | rebound | recover | zoom | fly | pop | squeeze | march | ' +
  'break out | explode | inch | edge | creep | appreciate'
const FALL =
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

/** Every verb we understand, in its base form. */
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
  [{ kind: 'complete' }, combine('complete | finish | fill', CURVE)],
)

const PLAIN_VERBS = [...VERBS].filter(([phrase]) => !/^(be|have|still)\b/.test(phrase))

/** The verbs as a headline has them: `hits`, `falls below`. */
export const THIRD_PERSON_VERBS: ReadonlyMap<string, Verb> = new Map(
  PLAIN_VERBS.map(([phrase, verb]) => [phrase.replace(/^\w+/, thirdPerson), verb]),
)

/** `hitting`, `falling below`. */
export const GERUND_VERBS: ReadonlyMap<string, Verb> = new Map(
  PLAIN_VERBS.map(([phrase, verb]) => [phrase.replace(/^\w+/, gerund), verb]),
)

function thirdPerson(verb: string): string {
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`
  return /(?:ch|sh|ss|o)$/.test(verb) ? `${verb}es` : `${verb}s`
}

function gerund(verb: string): string {
  if (/[^e]e$/.test(verb)) return `${verb.slice(0, -1)}ing`
  return /^[^aeiou]*[aeiou][bdgmnpt]$/.test(verb) ? `${verb}${verb.at(-1)}ing` : `${verb}ing`
}

/** Words that can stand before a number. */
export const COMPARISON_PHRASES = table<Comparison>(
  [
    'above',
    'above | over | more than | greater than | higher than | > | in excess of | north of | upwards of | past',
  ],
  ['atLeast', 'at least | at or above | at or over | no less than | no lower than | >= | ≥ | not less than'],
  ['atLeast', 'greater than or equal to | above or equal to | not below | a minimum of'],
  ['below', 'below | under | less than | lower than | fewer than | < | beneath | sub | south of'],
  ['atMost', 'at most | at or below | at or under | no more than | no higher than | <= | ≤ | not more than'],
  ['atMost', 'less than or equal to | below or equal to | not above'],
)

/** Comparisons that say what is not so; at any time they may mean some time or all the time. */
export const NEGATIVE_COMPARISONS = table<true>(
  [true, 'no less than | no lower than | not less than | not below'],
  [true, 'no more than | no higher than | not more than | not above'],
)

/** Words that can stand after a number. */
export const COMPARISON_ENDINGS = table<Comparison>(
  ['atLeast', '+ | or more | or higher | or above | or over | or greater | or better | and above | and up'],
  ['atMost', 'or less | or lower | or below | or under | or fewer | and below'],
)

/** Words before a number that leave its value open. */
export const INEXACT = table<true>([
  true,
  'exactly | around | about | roughly | approximately | near | nearly | almost | close to | equal to | precisely',
])

/** How questions speak of a quantity. */
export function grammarOf(type: Metric): Grammar {
  return kindOf({ type }).grammar as Grammar
}

/** Nouns for what is measured. */
export const METRIC_NOUNS = table<Metric>(
  ...CONDITION_KINDS.flatMap(({ type, grammar }): [Metric, string][] =>
    grammar ? [[type as Metric, grammar.nouns]] : [],
  ),
)

/** Names for the token the market is about. */
export const TOKEN_PHRASES = [
  ...list('this token | the token | my token | our token | this coin | the coin | my coin | our coin'),
  ...list('this memecoin | this meme coin | this pump.fun token | this pumpfun token | this pump.fun coin'),
  ...list('this solana token | this | it'),
]

/** Words that can follow a migration without changing its meaning. */
export const MIGRATION_ENDINGS = [
  ...list('to pumpswap | to pump swap | onto pumpswap | on pumpswap'),
  ...list('from pump.fun | off pump.fun | on pump.fun | from pumpfun | off pumpfun | on pumpfun'),
  ...list('from the bonding curve | off the bonding curve | from its bonding curve | off its bonding curve'),
]

/** Ways of naming a moment without a date. */
export const TIMEFRAME_PHRASES = table<Timeframe>(
  ['at', 'at expiry | at expiration | at the expiry | on expiry | upon expiry | at the deadline'],
  ['at', 'when the market expires | when this market expires | when it expires | when the market ends'],
  ['by', 'by expiry | by expiration | by the expiry | before expiry | before expiration | before the expiry'],
  ['by', 'by the deadline | before the deadline | before the market expires | before this market expires'],
  ['by', 'before it expires | before the market ends | before this market ends | until expiry | till expiry'],
  ['any', 'at any time | at any point | at any moment | at some point | at some time | at least once'],
  ['any', 'ever | anytime | once | just once'],
)

/** Currencies other than the US dollar that a value might be given in. */
export const FOREIGN_CURRENCIES: ReadonlySet<string> = new Set(
  list(
    'eur | euro | euros | gbp | pound | pounds | quid | jpy | yen | cny | rmb | yuan | inr | rupees | rupee | cad | aud | ' +
      'chf | francs | krw | sats | satoshi | satoshis | brl | reais | mxn | pesos | lira | rub | rubles | ' +
      'ngn | naira | hkd | sgd | nzd | sek | nok | dkk | pln | zar | aed | dirhams | vnd | idr | php | thb | baht | ' +
      'australian | canadian | singapore | singaporean | swiss | aussie | hong kong | new zealand',
  ),
)

/** Every word of the grammar, which is no misspelling of another. */
export const KNOWN_WORDS: ReadonlySet<string> = new Set(
  [VERBS, THIRD_PERSON_VERBS, GERUND_VERBS, COMPARISON_PHRASES, COMPARISON_ENDINGS, INEXACT, METRIC_NOUNS]
    .flatMap((phrases) => [...phrases.keys()])
    .concat(TOKEN_PHRASES, MIGRATION_ENDINGS, [...TIMEFRAME_PHRASES.keys()], ['tokens', 'coins'])
    .flatMap((phrase) => phrase.split(' ')),
)
