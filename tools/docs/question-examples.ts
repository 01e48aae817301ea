// Writes docs/question-examples.md: questions of every kind, and what the parser reads in each.

import { parseQuestion, type QuestionContext } from '@prediction-market/sdk/question'
import { markdownTable } from './table.ts'

/** The document, relative to the root. */
export const EXAMPLES_DOCUMENT = 'docs/question-examples.md'

const FROG = 'FroG1111111111111111111111111111111111111111'
const BONK = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
const NOW = new Date('2026-11-16T12:00:00Z')

/** Questions of every kind, each with the market that it is asked for: by default one until the end of November. */
const EXAMPLES: [question: string, market?: Partial<QuestionContext>][] = [
  ['Will SOL be above $250?'],
  ['Will BTC close above 100k on November 30?'],
  ['Will SOL reach $200 by November 30?'],
  ['Will DOGE hit a dollar this month?', { currentValue: '0.2' }],
  ["Will BONK's market cap exceed $3 billion?", { tokenAddress: BONK }],
  ['Will this token have 1,000 holders at expiry?', { tokenAddress: FROG }],
  ["Will this token's supply fall below 900 million?", { tokenAddress: FROG }],
  ['Will this token migrate?', { tokenAddress: FROG }],
  ['Will SOL be higher at 00:00 UTC on December 1 than at 23:00 UTC on November 30?'],
  ['Will it rain in Lisbon on November 30?'],
  ['Will Arsenal win the cup by December 31?'],
  ['Will Trump win the 2028 election?'],
  ['Will the 2027 budget be passed by November 30?'],
  ['Will the vote pass by 01/02/2027?'],
  ['wil soalna be abuv 200'],
  ['Will SOL be between $150 and $200 at expiry?'],
  ['Will ETH double?', { currentValue: '3400' }],
  ['Will SOL stay above $100?'],
  ['Will 500 people hold this token at expiry?', { tokenAddress: FROG }],
  ["Will this token's supply be above 1 billion at expiry?", { tokenAddress: FROG }],
  ['Will Tesla stock be above $400?'],
  ['Will SOL moon?'],
]

/** What is said of a question: what makes it Yes, or why it is asked back, and what is offered. */
function answerOf(question: string, market: Partial<QuestionContext> = {}): string {
  const result = parseQuestion(question, { expireAt: new Date('2026-12-01T00:00:00Z'), now: NOW, ...market })
  if (result.ok) return `${shorten(result.description)}.`
  if (result.event && !result.event.namesAsset) return 'Attestors answer it.'
  const offered = result.alternatives.map(({ question: words, expireAt }) => {
    const until = expireAt.toISOString().slice(0, 16).replace('T', ' ')
    return words === question ? `the same until ${until} UTC` : `“${words}”`
  })
  const reason = result.reason.split(': ')[0]?.replaceAll('"', '')
  return `Asked back: ${reason}.${offered.length > 0 ? ` Offered: ${offered.join('; ')}.` : ''}`
}

/** A description without who can move what is measured, and which update decides. */
function shorten(description: string): string {
  const [sentence = ''] = description.split('; otherwise')
  return sentence
    .replace(
      / \([^)]*\)|, (?:each )?by the first .*| in any .*? opens| in its mint account|, as a quorum .* them/g,
      '',
    )
    .replace(/token \w{32,44}/, 'the token')
}

/** The document of all examples. */
export function examplesDocument(): string {
  const rows = EXAMPLES.map(([question, market]) => [question, answerOf(question, market)])
  return `# Questions and what they mean

Generated from the parser by \`node tools/run.mjs tools/generate-docs.ts\`, for a market that opens on November 16, 2026 and
ends with November. "This token" is the token that the market is about. Where the present price matters ("hit", "double"), one
is given.

${markdownTable([['question', 'what it means'], ...rows])}
`
}
