import { useState } from 'preact/hooks'
import { buildClaim } from '../../api/gateway.ts'
import { messageOf } from '../../api/http.ts'
import { type SendingStep, signAndSend } from '../../api/transactions.ts'
import { ErrorText } from '../../parts/states.tsx'
import { notify } from '../../state/notices.ts'
import { refreshBalances, wallet } from '../../wallet/current.ts'

/** A button that pays the position of the wallet in use, for whoever does not want to wait for a keeper. */
export function Claim({ id, onPaid }: { id: string; onPaid(): void }) {
  const [step, setStep] = useState<SendingStep | null>(null)
  const [error, setError] = useState('')
  const claim = async () => {
    const current = wallet.value
    if (!current) return
    setError('')
    setStep('building')
    try {
      const { transaction } = await buildClaim(current, id)
      await signAndSend(current, transaction, setStep)
      notify({ kind: 'good', text: 'You claimed what this market owed you.' })
      refreshBalances()
      onPaid()
    } catch (reason) {
      setError(messageOf(reason))
    } finally {
      setStep(null)
    }
  }
  return (
    <div>
      <button type="button" class="button quiet" disabled={step !== null} onClick={claim}>
        {step ? 'Claiming…' : 'Claim it now'}
      </button>
      <ErrorText>{error}</ErrorText>
    </div>
  )
}
