// Starts the chain of the program tests.

import { startBankrun } from './bankrun.ts'
import type { Chain } from './chain.ts'
import { releaseAfterUse } from './lifetime.ts'
import { startLiteSVM } from './litesvm.ts'

export * from './chain.ts'
export { upgradeAuthority } from './program.ts'

/**
 * Starts a new chain with our program, on the runtime that `CHAIN` names, bankrun by default. It is released
 * after the test or the suite that starts it.
 */
export async function startChain(name = process.env.CHAIN ?? 'bankrun'): Promise<Chain> {
  switch (name) {
    case 'bankrun':
      return releaseAfterUse(await startBankrun())
    case 'litesvm':
      return releaseAfterUse(await startLiteSVM())
    default:
      throw new Error(`CHAIN must be bankrun or litesvm, not ${name}`)
  }
}
