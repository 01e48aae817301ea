import { useState } from 'preact/hooks'
import { messageOf } from '../api/http.ts'
import { notify } from '../state/notices.ts'
import { t } from '../text/language.ts'
import { chooseBurner, wallet } from '../wallet/current.ts'
import { getPlayMoney } from '../wallet/play-money.ts'

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
