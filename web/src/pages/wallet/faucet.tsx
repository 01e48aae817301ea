import { useState } from 'preact/hooks'
import { askFaucet } from '../../api/gateway.ts'
import { messageOf } from '../../api/http.ts'
import { ErrorText } from '../../parts/states.tsx'
import { notify } from '../../state/notices.ts'
import { refreshBalances } from '../../wallet/current.ts'

const SOL = '10'
const UTILITY = '1000'

/** A button that asks the localnet for play money. */
export function Faucet({ address, onPaid }: { address: string; onPaid?: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  const [error, setError] = useState('')
  const ask = async () => {
    setIsAsking(true)
    setError('')
    try {
      await askFaucet(address, 'SOL', SOL)
      await askFaucet(address, 'UTILITY', UTILITY)
      await refreshBalances()
      notify({ kind: 'good', text: `You got ${SOL} SOL and ${UTILITY} UTILITY to play with.` })
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
