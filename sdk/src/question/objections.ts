// Explains words outside the grammar: why they are refused and what to ask instead.

import { longDate } from './calendar.ts'
import type { Cursor } from './cursor.ts'
import { list, table } from './phrases.ts'
import { Refusal } from './refusal.ts'

/** Words outside the grammar, with a specific reason for refusing them. */
type Objections = ReadonlyMap<string, string>

const SHIFTS = 'changes its meaning from day to day: name the date, as in "on {date}" or "by {date}"'
const WEEKDAYS = list('monday | tuesday | wednesday | thursday | friday | saturday | sunday')

/** Dates whose meaning changes from day to day. */
const SHIFTING_DATES: Objections = table<string>(
  [SHIFTS, 'tonight | yesterday | now | soon | eod | eow | this weekend | the weekend | weekend | this week'],
  [
    SHIFTS,
    'next week | next month | next year | next quarter | the end of the week | end of the week | in the next | within',
  ],
  [SHIFTS, 'hours | days | weeks | months | minutes'],
  [SHIFTS, WEEKDAYS.map((day) => `next ${day}`).join(' | ')],
)

const GIVE_VALUE = 'give the value itself, as in "rise above $200"'
const COMPARE = `${GIVE_VALUE}, or both times, as in "be 5% higher at 12:10 than at 12:05 UTC"`
const ASK_MEASURED = 'ask about a price, a market cap, holders, the supply or a migration'

/** Quantities that people ask about and the program does not measure. */
const UNMEASURED: Objections = table<string>(
  [
    `compares with another time: ${GIVE_VALUE}`,
    'new all time high | all time high | all time low | new ath | ath',
  ],
  [
    `compares with another time: ${GIVE_VALUE}`,
    'atl | new high | new low | record high | record low | double',
  ],
  [`is a percentage: ${COMPARE}`, 'percent | percentage | pct | percentage points'],
  [
    `names no value: ${COMPARE}`,
    'up | down | up or down | green | red | bullish | bearish | zero | moon | higher | lower | figures | digits',
  ],
  [`compares with another asset: ${GIVE_VALUE}`, 'outperform | underperform | versus | vs'],
  ['is not a value: ask about one, as in "Will USDC fall below $0.99?"', 'peg | depeg | its peg'],
  [
    'is not what the program reads: say "market cap" for the price times the supply, or "supply" for that of the mint',
    'circulating | max | maximum | circulation',
  ],
  ['may be several things: say "market cap" for the price times the supply', 'valuation'],
  [
    'may be full before the token migrates: ask "Will this token migrate to PumpSwap?"',
    'bonding curve | curve',
  ],
  [
    'is not counted: say "holders"',
    'wallets | wallet | owners | addresses | accounts | investors | people | persons',
  ],
  [
    `is not measured: ${ASK_MEASURED}`,
    'volume | tvl | liquidity | revenue | fees | dominance | inflows | users | followers | tps | apy',
  ],
  [
    'is not measured: ask about the supply that is left, as in "Will this token\'s supply fall below 900 million?"',
    'burned | burn | burnt',
  ],
)

/** Words that can follow a claim and change its meaning. */
const LOOSE_ENDS: Objections = table<string>(
  [
    'depends on something else: ask about one thing',
    'if | unless | while | because | assuming | before | than',
  ],
  ['depends on something else: ask about one thing', 'first | in a row'],
  ['is a second question: ask about one thing', 'and | or | per | each | every'],
  ['leaves the day open: name the date, as in "by {date}"', 'after | from | since | for'],
  [
    'asks for a part of all: ask for a total, as in "reach 1,000 holders"',
    'new | more | another | additional',
  ],
  ['is another place: say "to PumpSwap"', 'to raydium | on raydium | to meteora | to orca'],
  [
    'asks for the opposite: ask what must happen, and bet on No',
    'avoid | without | fail | cannot | not | never',
  ],
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
    const proposals = questions.map((question) => ({ question }))
    throw new Refusal(`"${words}" ${found.replaceAll('{date}', date)}`, proposals)
  }
}

/** A preposition that is superfluous after a date was replaced. */
const PREPOSITION = /\b(?:by|on|in|before|at|over|sometime) (?=(?:by|on) \p{Lu}\p{L}+ \d+, \d{4})/giu

/** Whether there is an objection to the next words, so that they are not a name. */
export function isObjectionable(cursor: Cursor): boolean {
  return cursor.startsWith(AFTER_CLAIM)
}
