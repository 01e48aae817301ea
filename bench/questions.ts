// Measures how long the longest questions take to read, by what they consist of. Fails if one takes more than 10 ms of
// processor time. `npm run bench -- questions`

import { parseQuestion } from '@prediction-market/sdk/question'
import { conclude } from './run.ts'
import { printTable } from './table.ts'

/** The longest question, in bytes. */
const LONGEST = 280

/** The most milliseconds of processor time. */
const BAR = 10

/** A question is read so often; the fastest counts, since other processes only make it slower. */
const TIMES = 15

/** What a hostile question repeats: ligatures that become 18 letters, signs, numbers, dates, names, words of phrases. */
const UNITS = [
  ...['\ufdfa', 'é', '🚀', '-', '(', '"', '€', '?', 'x', 'AAAA', `${'A'.repeat(31)}1 `],
  ...[
    '1 ',
    '1,',
    '0.',
    '$1 ',
    '5% ',
    '10x ',
    '1e5 ',
    '1:11 am ',
    'half a ',
    'one hundred ',
    'between 1 and ',
  ],
  ...[
    '2028 ',
    'on 1/2 ',
    'by December 31 ',
    'next Friday ',
    'this week ',
    'the end of ',
    'within 3 ',
    'before ',
  ],
  ...['SOL ', 'Solana (SOL) ', 'soalna ', 'etherium ', 'Avalanch ', 'dogwifhit ', 'this token ', 'Will '],
  ...[
    'a ',
    'the ',
    'above ',
    'at least ',
    'all the way ',
    'no more than ',
    'up or down ',
    'than at 12:05 UTC ',
  ],
]

const OPENINGS = ['', 'Will SOL ', 'Will SOL be above ', 'Will it ', 'Yes if ']

/** The longest question that begins with one text and repeats another. */
function filled(opening: string, unit: string): string {
  const room = LONGEST - Buffer.byteLength(opening)
  return opening + unit.repeat(Math.floor(room / Buffer.byteLength(unit)))
}

function milliseconds(question: string): number {
  const context = { now: 1_795_000_000n, expireAt: 1_796_000_000n, tokenAddress: null, currentValue: '150' }
  const spent = Array.from({ length: TIMES }, () => {
    const before = process.cpuUsage()
    parseQuestion(question, context)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  })
  return Math.min(...spent)
}

const questions = UNITS.flatMap((unit) => OPENINGS.map((opening) => filled(opening, unit)))
// The first reading of all compiles the parser.
for (const question of questions) milliseconds(question)
const measured = questions
  .map((question) => ({ question, spent: milliseconds(question) }))
  .sort((one, other) => other.spent - one.spent)
printTable(
  `The slowest of ${questions.length} questions of ${LONGEST} bytes`,
  measured.slice(0, 10).map(({ question, spent }) => ({
    'begins with': JSON.stringify(question.slice(0, 40)),
    'milliseconds of processor time': spent.toFixed(1),
  })),
)
const slow = measured.filter(({ spent }) => spent > BAR)
conclude(slow.map(({ question, spent }) => `${spent.toFixed(1)} ms for ${question.slice(0, 40)}…`))
