// The choice between the installed wallets and a burner wallet.

import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { messageOf } from '../api/http.ts'
import { notify } from '../state/notices.ts'
import { t } from '../text/language.ts'
import { chooseBurner, isChoosing, wallet } from '../wallet/current.ts'
import { getPlayMoney } from '../wallet/play-money.ts'
import { Empty } from './states.tsx'

/** Opens the choice of a wallet. */
export function ChooseWallet({ isSmall = false }: { isSmall?: boolean }) {
  return (
    <button
      type="button"
      class={isSmall ? 'button small' : 'button'}
      onClick={() => {
        isChoosing.value = true
      }}
    >
      {t().common.chooseWallet}
    </button>
  )
}

/** What is shown in place of something that needs a wallet, and the way to one. */
export function NoWallet({ children }: { children: ComponentChildren }) {
  return (
    <Empty title={t().common.noWallet}>
      <p>{children}</p>
      <ChooseWallet />
    </Empty>
  )
}

/** Makes a burner wallet with play money in one click. */
export function Play() {
  const [isBusy, setIsBusy] = useState(false)
  const play = async () => {
    setIsBusy(true)
    try {
      await chooseBurner()
      await getPlayMoney(wallet.value?.address ?? '')
    } catch (error) {
      notify({ kind: 'plain', text: messageOf(error) })
    }
    setIsBusy(false)
  }
  return (
    <button type="button" class="button small" disabled={isBusy} onClick={play}>
      {t().common.faucet.play}
    </button>
  )
}
