import type { Comparison } from '../types.ts'

/** What a question can measure. */
export type Metric = 'price' | 'marketCap' | 'supply' | 'holders'

/**
 * What a verb says. A `state` holds at a moment and needs a comparison (`be above`), a `lasting` one speaks
 * of a while. A `change` happens at some time and brings its comparison along (`hit`, `fall below`). An
 * `unclear` verb does not say in which direction. To migrate is to leave the bonding curve, or to have left it.
 */
export type Verb =
  | { kind: 'state'; lasting?: boolean }
  | { kind: 'have' }
  | { kind: 'change'; comparison: Comparison; ofHolders?: boolean }
  | { kind: 'unclear' }
  | { kind: 'migrate'; done?: boolean }

/** When a claim must hold: at expiry, by it, or at any time before it. */
export type Timeframe = 'at' | 'by' | 'any'

/** A table of phrases; the phrases of one meaning are written in one line. */
function table<T>(...meanings: [value: T, phrases: string][]): ReadonlyMap<string, T> {
  return new Map(meanings.flatMap(([value, phrases]) => list(phrases).map((phrase) => [phrase, value])))
}

function list(phrases: string): string[] {
  return phrases.split(' | ')
}

/** `go above | go over | rise above | rise over`, of `go | rise` and `above | over`. */
function combine(verbs: string, endings: string): string {
  return list(verbs)
    .flatMap((verb) => list(endings).map((ending) => `${verb} ${ending}`))
    .join(' | ')
}

const RISE = 'rise | climb | grow | jump | surge | rally | soar | pump'
const FALL = 'fall | drop | dip | sink | crash | slide | slip | decline | dump'
const MOVE = 'go | get | move | break | cross'
const CURVE = 'its bonding curve | the bonding curve | bonding curve | bonding'

/** Every verb we understand, in its base form. */
export const VERBS = table<Verb>(
  [{ kind: 'state' }, 'be | still be | be trading | be priced | be valued | be worth | trade | cost | sit'],
  [{ kind: 'state' }, 'close | end | end up | finish | settle'],
  [{ kind: 'state', lasting: true }, 'stay | remain | hold'],
  [{ kind: 'have' }, 'have | still have'],
  [{ kind: 'change', comparison: 'atLeast' }, 'reach | hit | touch | attain | achieve'],
  [{ kind: 'change', comparison: 'atLeast' }, combine(`get | make it | get up | go up | ${RISE}`, 'to')],
  [{ kind: 'change', comparison: 'atLeast', ofHolders: true }, 'get | gain | attract'],
  [{ kind: 'change', comparison: 'above' }, 'exceed | surpass | pass | top'],
  [{ kind: 'change', comparison: 'above' }, combine(`${MOVE} | ${RISE}`, 'above | over | past')],
  [{ kind: 'change', comparison: 'below' }, combine(`${MOVE} | ${FALL}`, 'below | under')],
  [{ kind: 'change', comparison: 'atMost' }, combine(`go down | ${FALL}`, 'to')],
  [{ kind: 'unclear' }, 'cross | break | break through | go through | go to | move to | come to'],
  [{ kind: 'migrate' }, 'migrate | graduate | bond'],
  [{ kind: 'migrate', done: true }, combine('be | get | have | have been', 'migrated | graduated | bonded')],
  [{ kind: 'migrate' }, combine('complete | finish | fill | leave', CURVE)],
)

/** What can stand before a number. */
export const COMPARISON_PHRASES = table<Comparison>(
  ['above', 'above | over | more than | greater than | higher than | > | in excess of'],
  ['atLeast', 'at least | at or above | at or over | no less than | no lower than | >= | ≥'],
  ['atLeast', 'greater than or equal to | above or equal to'],
  ['below', 'below | under | less than | lower than | fewer than | <'],
  ['atMost', 'at most | at or below | at or under | no more than | no higher than | <= | ≤'],
  ['atMost', 'less than or equal to | below or equal to'],
)

/** What can stand after a number. */
export const COMPARISON_ENDINGS = table<Comparison>(
  ['atLeast', '+ | or more | or higher | or above | or over | or greater | and above'],
  ['atMost', 'or less | or lower | or below | or under | or fewer | and below'],
)

/** Nouns for what is measured. */
export const METRIC_NOUNS = table<Metric>(
  ['price', 'price | spot price | token price | usd price | dollar price | pyth price'],
  ['marketCap', 'market cap | marketcap | mcap | market capitalisation | market capitalization'],
  ['supply', 'supply | total supply | token supply'],
  ['holders', 'holders | holder count | number of holders | token holders | unique holders'],
)

/** Names for the token the market is about. */
export const TOKEN_PHRASES = [
  ...list('this token | the token | my token | our token | this coin | the coin | my coin | our coin'),
  ...list('this memecoin | the memecoin | this | it'),
]

/** What can follow a migration without changing it. */
export const MIGRATION_ENDINGS = [
  ...list('to pumpswap | to pump swap | onto pumpswap | on pumpswap'),
  ...list('from pump.fun | off pump.fun | on pump.fun | from pumpfun | off pumpfun | on pumpfun'),
  ...list('from the bonding curve | off the bonding curve | from its bonding curve | off its bonding curve'),
]

/** Ways of naming a moment without a date. */
export const TIMEFRAME_PHRASES = table<Timeframe>(
  ['at', 'at expiry | at expiration | at the expiry | on expiry | upon expiry | at the deadline'],
  ['at', 'when the market expires | when this market expires | when it expires'],
  ['by', 'by expiry | by expiration | by the expiry | before expiry | before expiration | before the expiry'],
  ['by', 'by the deadline | before the deadline | before the market expires | before this market expires'],
  ['by', 'before it expires'],
  ['any', 'at any time | at any point | at any moment | at some point | at some time | at least once'],
  ['any', 'ever | anytime'],
)

/** Words for a direction, a joining or a doubt that we refuse by name. */
export const REFUSED_WORDS = table<string>(
  ['asks for the opposite: ask what must happen, and bet on No', "not | never | won't | isn't | doesn't"],
  ['asks for the opposite: ask what must happen, and bet on No', "can't | cannot | fail | avoid | without"],
  ['names two values: ask about one', 'between | range | within'],
  ['is a percentage: give the value itself', 'percent | percentage | pct'],
  ['is a comparison with another time: give the value itself', 'double | triple | halve | high | ath | atl'],
  ['depends on something else: ask about one thing', 'if | unless | while | because | assuming'],
  ['depends on when it is read: name a date, or none', 'today | tomorrow | tonight | yesterday | now | soon'],
  ['depends on when it is read: name a date, or none', 'next | week | weeks | weekend | hour | hours | days'],
  ['depends on when it is read: name a date, or none', 'eod | eow | minutes | months | years | quarter'],
  ['depends on when it is read: name a date, or none', 'monday | tuesday | wednesday | thursday | friday'],
  ['depends on when it is read: name a date, or none', 'saturday | sunday'],
  ['is not the supply of a mint', 'circulating | max | maximum | diluted | fdv'],
)

/** Currencies other than the US dollar that a value might be given in. */
export const FOREIGN_CURRENCIES: ReadonlySet<string> = new Set(
  list(
    'eur | euro | euros | gbp | pound | pounds | jpy | yen | cny | yuan | inr | rupees | cad | aud | chf | krw | won | sats',
  ),
)
