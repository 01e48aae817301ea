import { formatAmount } from '@prediction-market/sdk'
import { useEffect, useState } from 'preact/hooks'
import { decimalsOf } from '../../api/config.ts'
import { getQuote } from '../../api/gateway.ts'
import { messageOf } from '../../api/http.ts'
import type { Currency, Market, Outcome, Quote } from '../../api/types.ts'
import { parseTyped, toUnits } from '../../text/amounts.ts'

/** How long a quote waits for the next key. */
const TYPING_MS = 120

/** A quote for what was typed, or what is wrong with it. */
export interface TypedQuote {
  quote: Quote | null
  /** The amount as the gateway takes it. */
  amount: string
  error: string
}

const NONE: TypedQuote = { quote: null, amount: '', error: '' }

/** Quotes a bet as it is typed, and again when the pools change. */
export function useQuote(market: Market, outcome: Outcome, text: string): TypedQuote {
  const { id, currency } = market
  const pools = market.outcomes.map(({ totalStake }) => totalStake).join()
  const [state, setState] = useState(NONE)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other pools need another quote
  useEffect(() => {
    if (text.trim() === '') return setState(NONE)
    const amount = parsed(text, currency)
    if (typeof amount !== 'string') return setState({ ...NONE, error: amount.error })
    const controller = new AbortController()
    const timer = setTimeout(() => {
      getQuote(id, outcome, amount, controller.signal).then(
        (quote) => setState({ quote, amount, error: '' }),
        (reason: Error) => {
          if (!controller.signal.aborted) setState({ ...NONE, error: messageOf(reason) })
        },
      )
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [id, currency, outcome, text, pools])
  return state
}

/** The typed amount as a plain decimal, or what is wrong with it. */
function parsed(text: string, currency: Currency): string | { error: string } {
  try {
    return formatAmount(parseTyped(text, currency), decimalsOf(currency))
  } catch (error) {
    return { error: messageOf(error) }
  }
}

/** The least payout to accept: a percentage of the quoted one, rounded down. */
export function leastPayout(quote: Quote, currency: Currency, percent: number): string {
  const units = (toUnits(quote.payout, currency) * BigInt(percent)) / 100n
  return formatAmount(units, decimalsOf(currency))
}
