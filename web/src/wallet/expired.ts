// Asks again for a signature when a transaction has expired.

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
      // The code of an `RestError`.
      const { code } = error as { code?: unknown }
      if (code !== 'TransactionExpired' || asked === MAX_ASKED) throw error
    }
  }
}
