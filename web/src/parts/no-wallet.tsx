import type { ComponentChildren } from 'preact'
import { t } from '../text/language.ts'
import { ChooseWallet } from './choose-wallet.tsx'
import { Empty } from './states.tsx'

/** What is shown in place of something that needs a wallet, and the way to one. */
export function NoWallet({ children }: { children: ComponentChildren }) {
  return (
    <Empty title={t().common.noWallet}>
      <p>{children}</p>
      <ChooseWallet />
    </Empty>
  )
}
