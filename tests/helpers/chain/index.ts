import { startBankrun } from './bankrun.ts'
import type { Chain } from './chain.ts'
import { startLiteSVM } from './litesvm.ts'

export * from './chain.ts'
export { upgradeAuthority } from './program.ts'

/** A fresh chain with our program: the one that `CHAIN` names, bankrun by default. */
export function startChain(name = process.env.CHAIN ?? 'bankrun'): Promise<Chain> {
  switch (name) {
    case 'bankrun':
      return startBankrun()
    case 'litesvm':
      return startLiteSVM()
    default:
      throw new Error(`CHAIN must be bankrun or litesvm, not ${name}`)
  }
}
