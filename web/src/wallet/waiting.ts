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

/** How often a person is asked to sign what expires before it is confirmed. */
const MAX_ASKED = 3

/**
 * Runs an action again whose transaction has expired: no block includes it, and none can any more, so that the next one
 * is no second bet.
 */
export async function untilUnexpired(action: () => Promise<void>): Promise<void> {
  for (let asked = 1; ; asked += 1) {
    try {
      return await action()
    } catch (error) {
      // A `RestError` has a code.
      const { code } = error as { code?: unknown }
      if (code !== 'TransactionExpired' || asked === MAX_ASKED) throw error
    }
  }
}
