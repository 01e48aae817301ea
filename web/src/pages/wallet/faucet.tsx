import { useState } from 'preact/hooks'
import { messageOf } from '../../api/http.ts'
import { ErrorText } from '../../parts/states.tsx'
import { t } from '../../text/language.ts'
import { getPlayMoney } from '../../wallet/play-money.ts'

/** A button that asks the localnet for play money. */
export function Faucet({ address, onPaid }: { address: string; onPaid?: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  const [error, setError] = useState('')
  const ask = async () => {
    setIsAsking(true)
    setError('')
    try {
      await getPlayMoney(address)
      onPaid?.()
    } catch (reason) {
      setError(messageOf(reason))
    } finally {
      setIsAsking(false)
    }
  }
  return (
    <div>
      <button type="button" class="button quiet" disabled={isAsking} onClick={ask}>
        {isAsking ? t().common.faucet.busy : t().common.faucet.button}
      </button>
      <ErrorText>{error}</ErrorText>
    </div>
  )
}
