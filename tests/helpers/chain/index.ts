import { startBankrun } from './bankrun.ts'
import type { Chain } from './chain.ts'
import { releaseInTime } from './lifetime.ts'
import { startLiteSVM } from './litesvm.ts'

export * from './chain.ts'
export { upgradeAuthority } from './program.ts'

/**
 * A fresh chain with our program: the one that `CHAIN` names, bankrun by default. It is there until the test
 * or the suite that starts it has ended.
 */
export async function startChain(name = process.env.CHAIN ?? 'bankrun'): Promise<Chain> {
  switch (name) {
    case 'bankrun':
      return releaseInTime(await startBankrun())
    case 'litesvm':
      return releaseInTime(await startLiteSVM())
    default:
      throw new Error(`CHAIN must be bankrun or litesvm, not ${name}`)
  }
}
