// Draws the picture of a market, and of a win, as an SVG, with its texts broken into lines that fit.

import { formatAmount, formatMoment, formatMoney, type Outcome, payoutRatio } from '@prediction-market/sdk'
import { currencyOf } from '@prediction-market/sdk/currency'
import type { KnownMarket } from '../../gateway/markets/find-market.ts'
import { marketWords, shownOdds, sideNames, titleOf } from '../../gateway/markets/words.ts'

/** The size that sites and messengers ask for. */
const WIDTH = 1_200
const HEIGHT = 630
const MARGIN = 72

/** The page's colours in the dark. */
const INK = '#f2f4f8'
const MUTED = '#a3acbb'
const YES = '#2fbf84'
const NO = '#f0745a'
const EMPTY = '#2a303a'
const COLORS: Record<Outcome, string> = { Yes: YES, No: NO }

/** Sizes of a title, the largest first, and the lines that fit. */
const TITLES = [
  { size: 64, lines: 3 },
  { size: 46, lines: 4 },
  { size: 36, lines: 5 },
] as const

/** The picture of a market for links to it: what it asks, the odds, the pool and the end of betting, or the outcome. */
export function marketCard(known: KnownMarket, acceptingBets: boolean): string {
  const { market } = known
  const { pools, decimals, outcome, closeAt, status } = market
  const pool = `${formatMoney(pools.Yes + pools.No, currencyOf(market), decimals)} pool`
  if (status === 'open') {
    const when = acceptingBets ? `Bets until ${formatMoment(closeAt)}` : 'Betting has ended'
    return card(known, [...oddsLines(known), ...line(560, 30, MUTED, `${pool}  ·  ${when}`)])
  }
  const names = sideNames(market.condition)
  const ratio = outcome && `${ratioText(market, outcome)} for each ${names[outcome]}`
  const verdict = outcome ? `${names[outcome]} won` : 'Void: every stake is paid back'
  return card(known, [
    ...line(500, 84, outcome ? COLORS[outcome] : INK, verdict, 600),
    ...line(560, 30, MUTED, ratio ? `${pool}  ·  ${ratio}` : pool),
  ])
}

/** What a wallet won on a market. Amounts are in base units. */
export interface Win {
  /** In base58. */
  wallet: string
  outcome: Outcome
  /** What the wallet had staked, on both sides. */
  staked: bigint
  /** What it was paid or is to be paid, refunds included. */
  paid: bigint
}

export function winCard(known: KnownMarket, { wallet, outcome, staked, paid }: Win): string {
  const { market } = known
  const money = (units: bigint) => `${shortly(units, market.decimals)} ${currencyOf(market)}`
  const won = `${sideNames(market.condition)[outcome]} won`
  const short = `${wallet.slice(0, 4)}…${wallet.slice(-4)}`
  return card(known, [
    ...line(500, 96, YES, `+${money(paid - staked)}`, 600),
    ...line(560, 30, MUTED, `${short} staked ${money(staked)} and was paid ${money(paid)}: ${won}`),
  ])
}

/** Four significant digits, or all of a whole number. */
function shortly(units: bigint, decimals: number): string {
  const number = Number(formatAmount(units, decimals))
  return number.toLocaleString('en-US', { maximumSignificantDigits: Math.abs(number) >= 1_000 ? 6 : 4 })
}

/** The odds in figures and as a bar; that there are none while a side is empty. */
function oddsLines({ market }: KnownMarket): string[] {
  const { pools } = market
  const odds = shownOdds(pools)
  const names = sideNames(market.condition)
  const pays = (outcome: Outcome) =>
    pools[outcome] === 0n ? names[outcome] : `${names[outcome]} ${ratioText({ ...market, outcome }, outcome)}`
  const width = WIDTH - 2 * MARGIN
  const yes = odds ? Math.round((width * Number(pools.Yes)) / Number(pools.Yes + pools.No)) : 0
  return [
    ...(odds
      ? [
          ...line(446, 84, INK, odds.Yes, 600),
          `<text x="${MARGIN + widthOf(odds.Yes, 84) + 24}" y="446" font-size="40" fill="${MUTED}">${names.Yes}</text>`,
        ]
      : line(446, 56, MUTED, 'No odds yet', 600)),
    ...line(446, 40, YES, pays('Yes'), 600, WIDTH - MARGIN - 250),
    ...line(446, 40, NO, pays('No'), 600, WIDTH - MARGIN),
    `<rect x="${MARGIN}" y="476" width="${width}" height="24" rx="12" fill="${odds ? NO : EMPTY}"/>`,
    ...(yes > 0
      ? [
          `<path d="M${MARGIN + 12} 476H${MARGIN + Math.max(yes, 12)}v24H${MARGIN + 12}a12 12 0 0 1 0-24z" fill="${YES}"/>`,
        ]
      : []),
  ]
}

/** What one unit on the outcome is paid. */
function ratioText(market: KnownMarket['market'], outcome: Outcome): string {
  return `×${Number(formatAmount(payoutRatio(market)[outcome], 4)).toFixed(2)}`
}

/** @param right - where the text ends, if it does not start at the margin */
function line(y: number, size: number, color: string, text: string, weight = 400, right?: number): string[] {
  const place = right === undefined ? `x="${MARGIN}"` : `x="${right}" text-anchor="end"`
  return [
    `<text ${place} y="${y}" font-size="${size}" font-weight="${weight}" fill="${color}">${escapeXml(text)}</text>`,
  ]
}

/** When a market ends, by its day: "by 18 Dec 2026". */
function endOf({ market: { condition, expireAt } }: KnownMarket): string {
  const day = new Date(Number(expireAt) * 1_000).toLocaleDateString('en-GB', DAY)
  return `${'timing' in condition && condition.timing === 'byExpiry' ? 'by' : 'on'} ${day}`
}

const DAY = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const

function card(known: KnownMarket, parts: readonly string[]): string {
  const title = titleOf(marketWords(known))
  const width = WIDTH - 2 * MARGIN
  const fits = TITLES.find(({ size, lines }) => wrap(title, size, width, lines + 1).length <= lines)
  const { size, lines } = fits ?? TITLES[2]
  const shown = wrap(title, size, width, lines)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="Geist">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#0c0e12"/>`,
    `<g transform="translate(${MARGIN - 4} 52) scale(1.5)"><path fill="${YES}" d="M15 3.1v25.8a13 13 0 0 1 0-25.800z"/>`,
    `<path fill="${NO}" d="M18 3.1a13 13 0 0 1 0 25.800z"/></g>`,
    `<text x="${MARGIN + 56}" y="86" font-size="30" font-weight="600" fill="${INK}">Prediction market</text>`,
    ...line(86, 30, MUTED, endOf(known), 400, WIDTH - MARGIN),
    ...shown.flatMap((text, index) => line(130 + size + index * size * 1.2, size, INK, text, 600)),
    ...parts,
    '</svg>',
  ].join('\n')
}

/** About how wide characters of Geist are, as a share of the font size; a picture has no browser that measures. */
const NARROW = /[ijlIt.,:;'|!()[\]/ ]/
const WIDE = /[mwMW@%…]/

/** About the width of a text in pixels. */
export function widthOf(text: string, size: number): number {
  let width = 0
  for (const character of text) {
    width += NARROW.test(character)
      ? 0.33
      : WIDE.test(character)
        ? 0.88
        : /[A-Z0-9$]/.test(character)
          ? 0.66
          : 0.57
  }
  return width * size
}

/** Breaks a text into lines that are not wider than `width`; a word that is wider is cut, and so is the last line. */
export function wrap(text: string, size: number, width: number, most: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(`${last} ${word}`, size) <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(cut(word, size, width))
  }
  if (lines.length <= most) return lines
  const kept = lines.slice(0, most)
  kept.push(cut(`${kept.pop()}…`, size, width))
  return kept
}

function cut(text: string, size: number, width: number): string {
  if (widthOf(text, size) <= width) return text
  const characters = [...text.replace(/…$/, '')]
  while (characters.length > 0 && widthOf(`${characters.join('')}…`, size) > width) characters.pop()
  return `${characters.join('')}…`
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text for HTML or XML, also in an attribute in quotes; what XML forbids is replaced. */
export function escapeXml(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '\uFFFD')
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}
