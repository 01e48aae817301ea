import { CURRENCIES, CURRENCY_IDS } from '@prediction-market/sdk/currency'
import { useState } from 'preact/hooks'
import { askFaucet } from '../../api/gateway.ts'
import { messageOf } from '../../api/http.ts'
import { ErrorText } from '../../parts/states.tsx'
import { notify } from '../../state/notices.ts'
import { refreshBalances } from '../../wallet/current.ts'

/** What the button asks for, in typical stakes. */
const STAKES = 10n

/** A button that asks the localnet for play money. */
export function Faucet({ address, onPaid }: { address: string; onPaid?: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  const [error, setError] = useState('')
  const ask = async () => {
    setIsAsking(true)
    setError('')
    try {
      const paid: string[] = []
      for (const currency of CURRENCY_IDS) {
        const amount = String(CURRENCIES[currency].typicalStake * STAKES)
        await askFaucet(address, currency, amount)
        paid.push(`${amount} ${CURRENCIES[currency].label}`)
      }
      await refreshBalances()
      notify({ kind: 'good', text: `You got ${paid.join(' and ')} to play with.` })
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
        {isAsking ? 'Asking…' : 'Get play money'}
      </button>
      <ErrorText>{error}</ErrorText>
    </div>
  )
}
