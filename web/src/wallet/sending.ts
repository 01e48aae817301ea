// Sends the transactions of a form and shows their progress.

import { useRef, useState } from 'preact/hooks'
import { isSignedIn } from '../api/session.ts'
import { type SendingStep, signAndSend } from '../api/transactions.ts'
import type { TransactionStatus, UnsignedTransaction } from '../model/types.ts'
import type { Wallet } from '../model/wallet.ts'
import { t } from '../text/language.ts'
import { askForWallet, refreshBalances, wallet } from './current.ts'
import { fillIfEmpty } from './play-money.ts'
import { stoppable, untilUnexpired } from './waiting.ts'

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
   * Runs an action with the wallet in use; without one, it asks for a wallet first. An action whose transaction expired
   * before it was confirmed is run again, so it sends one transaction only.
   */
  run(action: (wallet: Wallet, send: Send) => Promise<void>): Promise<void>
}

/** Sends the transactions of a form and reports how far they are. */
export function useSending(): Sending {
  const [step, setStep] = useState<SendingStep | null>(null)
  const [failure, setFailure] = useState<Error | null>(null)
  const waiting = useRef(new AbortController())
  const attempt = async (act: () => Promise<void>) => {
    setStep('building')
    await act().catch(setFailure)
    setStep(null)
  }
  /** A burner wallet that was just made has to get its play money first. */
  const continueWithNew = (then: () => Promise<void>) =>
    attempt(async () => {
      const chosen = wallet.value
      if (chosen?.kind === 'burner') await fillIfEmpty(chosen.address)
      await then()
    })
  const run: Sending['run'] = async (action) => {
    const current = wallet.value
    if (!current) return askForWallet(() => continueWithNew(() => run(action)))
    setFailure(null)
    waiting.current = new AbortController()
    const signer = stoppable(current, waiting.current.signal)
    return attempt(async () => {
      await untilUnexpired(() => {
        setStep('building')
        return action(signer, (transaction) => signAndSend(signer, transaction, setStep))
      })
      refreshBalances()
    })
  }
  const current = wallet.value
  const isSigningIn = step === 'building' && !!current && !isSignedIn(current)
  const isAsked = current?.kind === 'installed' && (step === 'building' || step === 'signing')
  return {
    isBusy: step !== null,
    stop: isAsked ? () => waiting.current.abort() : undefined,
    progress: isSigningIn ? t().shell.sending.signingIn : step ? progressOf(step, current) : '',
    failure,
    clear: () => setFailure(null),
    run,
  }
}

/** What a button says on the way. */
function progressOf(step: SendingStep, signer: Wallet | null): string {
  const { sending } = t().shell
  return step === 'signing' && signer?.kind === 'installed' ? sending.signingInWallet : sending[step]
}
