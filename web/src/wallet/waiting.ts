// Lets the person stop waiting for a wallet that does not answer.

import type { Wallet } from '../model/wallet.ts'
import { t } from '../text/language.ts'

/** The person does not wait any longer for a wallet. */
export class StoppedWaiting extends Error {
  override name = 'StoppedWaiting'

  constructor() {
    super(t().shell.wallets.stopped)
  }
}

/** The answer of a wallet, or `StoppedWaiting` once the signal is aborted: some wallets never answer. */
export function untilStopped<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new StoppedWaiting())
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** A wallet whose signatures are waited for until the signal is aborted. One that comes later is not used. */
export function stoppable(wallet: Wallet, signal: AbortSignal): Wallet {
  return {
    ...wallet,
    signMessage: (message) => untilStopped(wallet.signMessage(message), signal),
    signTransaction: (transaction) => untilStopped(wallet.signTransaction(transaction), signal),
  }
}
