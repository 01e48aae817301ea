// Quotes a bet while it is typed.

import { useEffect, useState } from 'preact/hooks'
import { minimumStakeOf } from '../../api/config.ts'
import { getQuote } from '../../api/gateway.ts'
import { messageOf } from '../../api/http.ts'
import type { Currency, Market, Outcome, Quote } from '../../model/types.ts'
import { formatMoney, percentOf, readTyped, toDecimal, toUnits } from '../../money/amounts.ts'
import { t } from '../../text/language.ts'

/** How long a quote waits for the next key. */
const TYPING_MS = 120

/** A quote for what was typed, or what is wrong with it. */
export interface TypedQuote {
  quote: Quote | null
  /** The amount as the gateway takes it. */
  amount: string
  error: string
  /** Whether the quote is for what is in the form now. */
  isCurrent: boolean
}

const NONE = { key: '', quote: null as Quote | null, amount: '', error: '' }

/** Quotes a bet as it is typed, and again when the pools change. */
export function useQuote(market: Market, outcome: Outcome, text: string): TypedQuote {
  const { id, currency } = market
  const pools = market.outcomes.map(({ totalStake }) => totalStake).join()
  const key = `${outcome} ${text.trim()}`
  const [state, setState] = useState(NONE)
  useEffect(() => {
    if (text.trim() === '') return setState(NONE)
    const minimum = minimumStakeOf(currency)
    const { text: amount, error } = readTyped(text, currency, (units) =>
      units < toUnits(minimum, currency) ? t().bet.smallest(formatMoney(minimum, currency)) : '',
    )
    if (error) return setState({ key, quote: null, amount, error })
    const controller = new AbortController()
    const timer = setTimeout(() => {
      getQuote(id, outcome, amount, controller.signal).then(
        (quote) => setState({ key, quote, amount, error: '' }),
        (reason: Error) => {
          if (controller.signal.aborted) return
          setState({ key, quote: null, amount, error: messageOf(reason) })
        },
      )
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [id, currency, key, pools])
  return { ...state, isCurrent: state.key === key }
}

/** The least payout to accept: a percentage of the quoted one, rounded down. */
export function leastPayout(quote: Quote, currency: Currency, percent: number): string {
  return toDecimal(percentOf(toUnits(quote.payout, currency), percent), currency)
}
