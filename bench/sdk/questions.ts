// Measures how long the longest questions take to read, and texts that are no questions any more, by what they repeat.

import {
  findContradiction,
  parseQuestion,
  type QuestionContext,
  questionAgrees,
  questionMeasures,
} from '@prediction-market/sdk/question'
import type { Row } from '../table.ts'

/** The longest question, and the longest body of a request, in bytes. */
const LENGTHS = [280, 65_536]

const EVENT = { type: 'event', timing: 'byExpiry' } as const

/** Everything that reads words. */
const READERS: readonly ((question: string, context: QuestionContext) => unknown)[] = [
  parseQuestion,
  questionMeasures,
  (question, context) => questionAgrees(question, EVENT, context),
  (question, context) => findContradiction(question, EVENT, context),
]

/** A question is read so often; the fastest counts, since other processes only make it slower. */
const TIMES = 15

const OPENINGS = ['', 'Will SOL ', 'Will SOL be above ', 'Will it ', 'Yes if ']

/** What a hostile question repeats: ligatures that become 18 letters, signs, numbers, dates, names, words of phrases. */
const UNITS = [
  '\ufdfa|é|🚀|-|(|"|€|?|x|AAAA|1 |1,|0.|$1 |5% |10x |1e5 |1:11 am |half a |one hundred |between 1 and ',
  '2028 |on 1/2 |by December 31 |next Friday |this week |the end of |within 3 |before |a |the |above |at least ',
  "'|31st of |in the of |by A A A |in A |in 1-2 |next a |the first |Friday at 5 |at least 2x ",
  'SOL |Solana (SOL) |soalna |etherium |Avalanch |dogwifhit |this token |Will |all the way |no more than ',
  `up or down |than at 12:05 UTC |${'A'.repeat(31)}1 `,
].flatMap((line) => line.split('|'))

/** The longest text that begins with one text and repeats another. */
function filled(opening: string, unit: string, length: number): string {
  const room = length - Buffer.byteLength(opening)
  return opening + unit.repeat(Math.floor(room / Buffer.byteLength(unit)))
}

/** The time of the slowest reader. */
function milliseconds(question: string): number {
  const context = { now: 1_795_000_000n, expireAt: 1_796_000_000n, tokenAddress: null, currentValue: '150' }
  const fastest = READERS.map((read) => {
    const spent = Array.from({ length: TIMES }, () => {
      const before = process.cpuUsage()
      read(question, context)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1_000
    })
    return Math.min(...spent)
  })
  return Math.max(...fastest)
}

/** The slowest questions, with their milliseconds of processor time. */
export function measureQuestions(): Row[] {
  const questions = UNITS.flatMap((unit) =>
    OPENINGS.flatMap((opening) => LENGTHS.map((length) => filled(opening, unit, length))),
  )
  // The first reading of all compiles the parser.
  for (const question of questions) milliseconds(question)
  return questions
    .map((question) => ({ 'begins with': JSON.stringify(question.slice(0, 40)), ms: milliseconds(question) }))
    .sort((one, other) => other.ms - one.ms)
    .slice(0, 5)
}
