// Explains words outside the grammar: why they are refused and what to ask instead.

import { longDate, WEEKDAY_INDEX } from './calendar.ts'
import type { Cursor } from './cursor.ts'
import { combine, table } from './phrases.ts'
import { COMPARE, GIVE_VALUE, Refusal } from './refusal.ts'

/** Words outside the grammar, with a specific reason for refusing them. */
type Objections = ReadonlyMap<string, string>

const SHIFTS = 'changes its meaning from day to day: name the date, as in "on {date}" or "by {date}"'

/** Dates whose meaning changes from day to day. */
const SHIFTING_DATES: Objections = table<string>(
  [
    SHIFTS,
    'tonight|now|soon|eod|eow|this weekend|the weekend|weekend|this week|the end of the week|end of the week|' +
      'in the next|within',
  ],
  [SHIFTS, combine('next', ['week|month|year|quarter', ...WEEKDAY_INDEX.keys()].join('|'))],
)

const ASK_MEASURED = 'ask about a price, a market cap, holders, a supply or a migration'

/** Quantities that people ask about and the program does not measure. */
const UNMEASURED: Objections = table<string>(
  [
    `compares with another time: ${GIVE_VALUE}`,
    'new all time high|all time high|all time low|new ath|ath|atl|new high|new low|record high|double',
  ],
  [`is a percentage: ${COMPARE}`, 'percent|percentage|pct'],
  [`names no value: ${COMPARE}`, 'up|down|green|red|bullish|bearish|zero|moon|higher|lower|figures|digits'],
  [`compares with another asset: ${GIVE_VALUE}`, 'outperform|versus|vs'],
  ['is not a value: ask about one, as in "Will USDC fall below $0.99?"', 'peg|depeg|its peg'],
  ['may be several things: say "market cap" or "supply"', 'circulating|max|maximum|circulation|valuation'],
  [
    'is where a token migrates from: ask "Will this token migrate to PumpSwap?", and bet on No',
    'on pump.fun',
  ],
  [
    'may be full before the token migrates: ask "Will this token migrate to PumpSwap?"',
    'bonding curve|curve',
  ],
  ['is not counted: say "holders"', 'wallets|wallet|owners|addresses|accounts|investors|people'],
  [`is not measured: ${ASK_MEASURED}`, 'volume|tvl|liquidity|revenue|fees|dominance|users|apy'],
  ['is not measured: ask about the supply that is left', 'burned|burn|burnt'],
)

/** Words that can follow a claim and change its meaning. */
const LOOSE_ENDS: Objections = table<string>(
  ['depends on something else: ask about one thing', 'if|unless|while|because|before|than|first|in a row'],
  ['is a second question: ask about one thing', 'and|or|per|each|every'],
  ['leaves the day open: name the date, as in "by {date}"', 'after|from|since|for'],
  ['is another place: say "to PumpSwap"', 'to raydium|on raydium'],
  ['asks for the opposite: ask what must happen, and bet on No', 'avoid|without|fail|cannot|not|never'],
)

/** Objections to the words after a claim. */
export const AFTER_CLAIM: Objections = new Map([...LOOSE_ENDS, ...UNMEASURED, ...SHIFTING_DATES])

/** Objections to a question about an asset. */
export const ABOUT_ASSETS: Objections = new Map([...UNMEASURED, ...SHIFTING_DATES])

/** Throws the objection to the first word from here on that has one. */
export function throwObjection(objections: Objections, cursor: Cursor, expireAt: Date): void {
  const date = longDate(expireAt)
  for (const place of cursor.places()) {
    const { found, words, replaced } = place.quote(() => place.longest(objections))
    if (found === undefined) continue
    const better = /: say "([^"]+)"/.exec(found)?.[1]
    const dated = ['by', 'on'].map((word) => replaced(`${word} ${date}`).replace(PREPOSITION, ''))
    const questions = found === SHIFTS ? dated : better === undefined ? [] : [replaced(better)]
    throw new Refusal(`"${words}" ${found.replaceAll('{date}', date)}`, questions)
  }
}

/** A preposition that is superfluous after a date was replaced. */
const PREPOSITION = /\b(?:by|on|in|before|at|over|sometime) (?=(?:by|on) \p{Lu}\p{L}+ \d+, \d{4})/giu
