import { useRef, useState } from 'preact/hooks'
import { type SendingStep, signAndSend } from '../api/transactions.ts'
import type { TransactionStatus, UnsignedTransaction } from '../model/types.ts'
import type { Wallet } from '../model/wallet.ts'
import { isChoosing, refreshBalances, wallet } from './current.ts'
import { untilUnexpired } from './expired.ts'
import { stoppable } from './waiting.ts'

/** What a button says on the way; an installed wallet asks its owner twice. */
const STEPS: Record<Wallet['kind'], Record<SendingStep, string>> = {
  burner: {
    building: 'Preparing…',
    signing: 'Signing…',
    confirming: 'Confirming on the chain…',
  },
  installed: {
    building: 'Sign the request in your wallet…',
    signing: 'Now sign the transaction…',
    confirming: 'Confirming on the chain…',
  },
}

/** Signs a transaction, submits it, and waits until it is confirmed. */
export type Send = <T>(transaction: UnsignedTransaction) => Promise<T | TransactionStatus>

/** Transactions of one form, one after the other. */
export interface Sending {
  /** Whether a transaction is on its way. */
  isBusy: boolean
  /** What the button says while it is; empty otherwise. */
  progress: string
  failure: Error | null
  /** Stops waiting for the wallet; undefined while nothing is waited for. */
  stop: (() => void) | undefined
  /** Forgets the failure, when what was filled in has changed. */
  clear(): void
  /**
   * Runs an action with the wallet in use; without one, it asks for a wallet instead. An action whose transaction expired
   * before it was confirmed is run again, so it sends one transaction only.
   */
  run(action: (wallet: Wallet, send: Send) => Promise<void>): Promise<void>
}

/** Sends the transactions of a form and tells how far they are. */
export function useSending(): Sending {
  const [step, setStep] = useState<SendingStep | null>(null)
  const [failure, setFailure] = useState<Error | null>(null)
  const waiting = useRef(new AbortController())
  const run: Sending['run'] = async (action) => {
    const current = wallet.value
    if (!current) {
      isChoosing.value = true
      return
    }
    setFailure(null)
    waiting.current = new AbortController()
    const signer = stoppable(current, waiting.current.signal)
    try {
      await untilUnexpired(() => {
        setStep('building')
        return action(signer, (transaction) => signAndSend(signer, transaction, setStep))
      })
      refreshBalances()
    } catch (error) {
      setFailure(error as Error)
    } finally {
      setStep(null)
    }
  }
  const isAsked = wallet.value?.kind === 'installed' && (step === 'building' || step === 'signing')
  return {
    isBusy: step !== null,
    stop: isAsked ? () => waiting.current.abort() : undefined,
    progress: step ? STEPS[wallet.value?.kind ?? 'burner'][step] : '',
    failure,
    clear: () => setFailure(null),
    run,
  }
}
