// What is wrong with a question that is being built, and the buttons that solve it.

import { RestError } from '@prediction-market/sdk/rest'
import { config, isLocalnet, minimumStakeOf } from '../../api/config.ts'
import { fieldOf, messageOf } from '../../api/http.ts'
import type { Asset, QuestionAnswer } from '../../model/types.ts'
import { formatMoney } from '../../money/amounts.ts'
import { t } from '../../text/language.ts'
import { withUnit } from '../../text/measured.ts'
import { formatDecimal, formatPercent } from '../../text/numbers.ts'
import { formatTime } from '../../text/times.ts'
import { type Draft, fromMeant, tokensOf } from './draft.ts'
import { inSeconds, toLocal } from './local-time.ts'
import { isUpward } from './moves.ts'
import { isAboutToken, isEvent, isLevel, TOKEN_TOPIC } from './topics.ts'

/** What a button does about a problem. */
export interface Fix {
  text: string
  /** What it fills in; nothing for one that tries again. */
  change: Partial<Draft> | null
  /** Whether the wallet gets play money. */
  isFaucet?: true
}

/** Why a market cannot be opened as it is, in one sentence, and what can be done about it. */
export interface Problem {
  message: string
  fixes: readonly Fix[]
}

const HOUR = 3_600
const DAY = 24 * HOUR

/** What is left of a limit when somebody has read the sentence. */
const SLACK_S = 120

const again = (): Fix => ({ text: t().common.tryAgain, change: null })
const noStake = (): Fix => ({ text: t().builder.fixes.noStake, change: { stake: '' } })
const latest = (): Fix => ({ text: t().builder.when.closings.latest, change: { closing: 'latest' } })

/** What a question that is not understood lacks. */
export function problemOfReading(
  draft: Draft,
  { reason, alternatives, condition, ...asked }: QuestionAnswer,
  assets: readonly Asset[],
): Problem | null {
  if (isEvent(draft.topic)) {
    if (!condition || isEvent(condition.type)) return null
    const fill = fromMeant({ ...asked, condition }, assets)
    return {
      message: t().builder.fixes.measurable,
      fixes: [{ text: t().builder.fixes.measure, change: fill }],
    }
  }
  if (reason === null) return null
  const meant = alternatives.map((alternative) => ({
    text: alternative.question,
    change: fromMeant(alternative, assets),
  }))
  const written = /: write (\d[\d.,]*)$/.exec(reason)?.[1]
  const corrected = written === undefined ? [] : [{ text: written, change: { target: written } }]
  const fixes = [...meant, ...corrected]
  return {
    message: messageOf(reason),
    fixes: fixes.length > 0 ? fixes : valueFixes(draft, assets),
  }
}

/** What is wrong with a request that was refused. */
export function problemOf(error: Error, draft: Draft, assets: readonly Asset[]): Problem {
  const field = fieldOf(error)
  const fixes = fixesOf(error, field ?? '', draft, assets)
  return { message: messageOf(error), fixes }
}

function fixesOf(error: Error, field: string, draft: Draft, assets: readonly Asset[]): readonly Fix[] {
  const { message } = error
  const code = error instanceof RestError ? error.code : null
  if (code === 'FeedClosed') {
    const later = new Date(new Date(draft.expiry).getTime() + DAY * 1_000)
    return [{ text: t().builder.fixes.dayLater, change: { expiry: toLocal(later) } }]
  }
  switch (field) {
    case 'expireAt':
      return [expiryFix(message)]
    case 'condition.referenceAt':
      return [
        timeFix(message, 'start') ?? { text: t().builder.fixes.inAnHour, change: { start: inSeconds(HOUR) } },
      ]
    case 'closeAt':
      return [latest()]
    case 'tokenAddress':
      return tokenFixes(message, draft, assets)
    case 'initialStake.amount':
      return [stakeFix(draft), noStake()].filter((fix) => fix !== null)
    case 'question':
      return valueFixes(draft, assets)
  }
  const isPoor = error instanceof RestError && error.status === 402
  if (isPoor)
    return isLocalnet() ? [{ text: t().common.faucet.button, change: null, isFaucet: true }] : [noStake()]
  return [again()]
}

function expiryFix(message: string): Fix {
  const possible = timeFix(message, 'expiry')
  if (possible) return possible
  const longest = Number(config.value?.limits.durationSeconds ?? DAY)
  return message.includes('the longest')
    ? { text: t().builder.fixes.longest, change: { expiry: inSeconds(longest - HOUR) } }
    : { text: t().builder.fixes.inADay, change: { expiry: inSeconds(DAY) } }
}

/** Offers the earliest time that a message names, and a little more. */
function timeFix(message: string, field: 'expiry' | 'start'): Fix | null {
  const [, date, time] = /must be (\S+) (\S+) UTC or later/.exec(message) ?? []
  if (date === undefined) return null
  const earliest = new Date(`${date}T${time}Z`).getTime() + SLACK_S * 1_000
  const at = new Date(Math.ceil(earliest / 60_000) * 60_000)
  return { text: formatTime(at.toISOString()), change: { [field]: toLocal(at) } }
}

function tokenFixes(message: string, draft: Draft, assets: readonly Asset[]): readonly Fix[] {
  if (!isAboutToken(draft.topic)) return [again()]
  if (message.includes('bonding curve')) {
    return [{ text: t().builder.fixes.supply, change: { topic: TOKEN_TOPIC } }]
  }
  return tokensOf(assets, 3).map(({ symbol, token }) => ({
    text: t().builder.fixes.take(symbol),
    change: { token },
  }))
}

function stakeFix({ currency }: Draft): Fix | null {
  const least = String(minimumStakeOf(currency))
  return Number(least) > 0
    ? { text: t().builder.fixes.stake(formatMoney(least, currency)), change: { stake: least } }
    : null
}

/** Distances of proposed values from the current price, in percent. */
const STEPS = [2, 5, 10]

/** Values near the current price, on the side that the question asks about. */
export function valueFixes(draft: Draft, assets: readonly Asset[]): readonly Fix[] {
  const price = assets.find(({ symbol }) => symbol === draft.asset)?.price?.dollars
  if (!isLevel(draft.topic) || price === undefined) return []
  const sign = isUpward(draft.move) ? 1 : -1
  return STEPS.map((step) => {
    const target = roundValue(Number(price) * (1 + (sign * step) / 100))
    const text = `${withUnit(formatDecimal(target), 'USD')} (${sign > 0 ? '+' : '−'}${formatPercent(step, 0)})`
    return { text, change: { target } }
  })
}

/** Three significant digits, or four from 1,000 on, as a plain decimal. */
export function roundValue(value: number): string {
  const digits = value >= 1_000 ? 4 : 3
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(value)))
  const text = Number(value.toPrecision(digits)).toFixed(decimals)
  return decimals === 0 ? text : text.replace(/\.?0+$/, '')
}
