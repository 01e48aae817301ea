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

const NONE = { key: '', quote: null as Quote | null, amount: '', error: '' }

/**
 * Quotes a bet as it is typed, again when the pools change, and anew once a bet of the form itself has moved them.
 *
 * @returns the quote, or what is wrong with what was typed; `isCurrent` if it is for what is in the form now
 */
export function useQuote(market: Market, outcome: Outcome, text: string, placed: number) {
  const { id, currency, acceptingBets } = market
  const pools = market.outcomes.map(({ totalStake }) => totalStake).join()
  const key = `${id} ${outcome} ${placed} ${text.trim()}`
  const [state, setState] = useState(NONE)
  useEffect(() => {
    if (text.trim() === '' || !acceptingBets) return setState(NONE)
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
          if (!controller.signal.aborted) setState({ key, quote: null, amount, error: messageOf(reason) })
        },
      )
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [id, currency, key, pools, acceptingBets])
  return { ...state, isCurrent: state.key === key }
}

/** The least payout to accept: a percentage of the quoted one, rounded down. */
export function leastPayout(quote: Quote, currency: Currency, percent: number): string {
  return toDecimal(percentOf(toUnits(quote.payout, currency), percent), currency)
}
