// Corrects misspelt words of a question and drops filler words.

import { isNear } from '../core/feeds/lookup.ts'
import { PRICE_FEEDS } from '../core/feeds/table.ts'
import { MONTH_INDEX, WEEKDAY_INDEX } from './calendar.ts'
import { list, table, tableOf } from './phrases.ts'
import type { Token, WordToken } from './tokens.ts'
import { KNOWN_WORDS } from './vocabulary.ts'

/**
 * Words that are recognised with one wrong letter. None of them is one letter away from another word of the grammar
 * that could replace it: `least` is not here, because of `last`.
 */
const CORRECTED = list(
  'above|below|reach|reaches|exceed|exceeds|before|surpass|price|market|holders|supply|' +
    'million|billion|trillion|thousand|dollars|migrate|graduate|pumpswap|expiry|token|between',
)

/** Parts of the names of assets. */
export const NAME_WORDS: ReadonlySet<string> = new Set(
  PRICE_FEEDS.flatMap(({ symbol, name, aliases }) => [symbol, name, ...aliases]).flatMap((name) =>
    name.toLowerCase().split(' '),
  ),
)

/** Ordinary words that are one letter away from those. */
const OTHER_WORDS = tableOf('prices|prince|prize|pride|abode|bullion|marker|taken|react')

/** Dates may be misspelt with a capital letter too. */
const CORRECTED_DATES = [
  ...[...MONTH_INDEX.keys(), ...WEEKDAY_INDEX.keys()].filter((name) => name.length > 5),
  ...list('christmas|xmas|thanksgiving|tomorrow|tonight|today'),
]

/** Misspellings that are too short for the rule of one letter. */
const SLIPS = table(
  ['the', 'teh'],
  ['will', 'wil|wll'],
  ['going to', 'gonna'],
  ['before', 'b4'],
  ['at', '@'],
  ['hit', 'hti'],
  ['above', 'abuv'],
  ['over', 'ovr'],
  ['under', 'undr'],
  ['below', 'belo'],
  ['fall', 'fal'],
  ['reach', 'rech'],
  ['tomorrow', 'tommorow'],
  ['tonight', 'tonite'],
  ['wednesday', 'wendsday|wensday'],
  ['sol', 's0l'],
)

/** Words without meaning for the question. */
const FILLERS = tableOf('again|finally|actually|really|even|eventually|yet|please|lol|bro|yo')

/** Corrects words of the grammar that are misspelt by one letter, and drops fillers. */
export function tidy(tokens: readonly Token[]): Token[] {
  return tokens
    .filter((token) => token.kind !== 'word' || token.cashtag || !FILLERS.has(token.text))
    .flatMap((token, index): Token[] => (token.kind === 'word' ? correct(token, index === 0) : [token]))
}

function correct(token: WordToken, isFirst: boolean): WordToken[] {
  const { text, raw, cashtag } = token
  if (cashtag || KNOWN_WORDS.has(text)) return [token]
  const slip = SLIPS.get(text)
  if (slip) return slip.split(' ').map((word) => ({ ...token, text: word }))
  if (text.length < 4 || NAME_WORDS.has(text) || OTHER_WORDS.has(text)) return [token]
  // A capitalised word is a name and is not corrected.
  const isName = /^\p{Lu}/u.test(raw) && !isFirst
  const candidates = (isName ? CORRECTED_DATES : [...CORRECTED, ...CORRECTED_DATES]).filter(
    (word) => word[0] === text[0] && isNear(text, word),
  )
  const [meant, another] = candidates
  return [meant !== undefined && another === undefined ? { ...token, text: meant } : token]
}
