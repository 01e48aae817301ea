// The hook that places bets.

import { useCallback, useRef, useState } from 'react'
import type { Sent } from '../core/transaction/confirmation.ts'
import type { BetInput, SendOptions } from '../web3/client.ts'
import { usePredictionMarket } from './context.ts'

/** How far a bet is: being simulated and signed (`pending`), sent, and confirmed (`placed`). */
export type BetState =
  | { status: 'idle' | 'pending'; signature: undefined; error: undefined }
  | { status: 'sent' | 'placed'; signature: string; error: undefined }
  | { status: 'error'; signature: undefined; error: Error }

/** The progress of a bet, and the functions that change it. */
export type UseBet = BetState & {
  /** Places a bet. Never rejects: it returns `null` on failure, and `error` is what the client threw. */
  place(bet: Omit<BetInput, 'bettor'>, options?: SendOptions): Promise<Sent | null>
  /** Back to `idle`. */
  reset(): void
}

const NOTHING = { signature: undefined, error: undefined } as const
const IDLE: BetState = { status: 'idle', ...NOTHING }

/** Places bets with the client's signer and returns the progress of the last one. */
export function useBet(): UseBet {
  const client = usePredictionMarket()
  const [state, setState] = useState(IDLE)
  /** The number of the last bet; earlier bets no longer change the state. */
  const last = useRef(0)
  const reset = useCallback(() => {
    last.current += 1
    setState(IDLE)
  }, [])
  const place = useCallback<UseBet['place']>(
    async (bet, options = {}) => {
      last.current += 1
      const number = last.current
      const show = (next: BetState) => {
        if (number === last.current) setState(next)
      }
      show({ status: 'pending', ...NOTHING })
      const onSent = (signature: string) => {
        show({ status: 'sent', ...NOTHING, signature })
        options.onSent?.(signature)
      }
      try {
        const sent = await client.bets.place(bet, { ...options, onSent })
        show({ status: 'placed', ...NOTHING, signature: sent.signature })
        return sent
      } catch (error) {
        show({ status: 'error', ...NOTHING, error: error as Error })
        return null
      }
    },
    [client],
  )
  return { ...state, place, reset }
}
