import { useState } from 'preact/hooks'
import { buildMarket } from '../../api/gateway.ts'
import { messageOf } from '../../api/http.ts'
import { type SendingStep, signAndSend } from '../../api/transactions.ts'
import type { Market, ProjectedMarket } from '../../model/types.ts'
import { useTitle } from '../../parts/title.ts'
import { notify } from '../../state/notices.ts'
import { navigate } from '../../state/router.ts'
import { isChoosing, refreshBalances, wallet } from '../../wallet/current.ts'
import { type Draft, emptyDraft, toInput } from './draft.ts'
import { DraftForm } from './form.tsx'
import { Preview } from './preview.tsx'

/** Opens a market by a question. */
export function NewMarketPage() {
  useTitle('Ask a question')
  const [draft, setDraft] = useState(emptyDraft)
  const [preview, setPreview] = useState<ProjectedMarket | null>(null)
  const [step, setStep] = useState<SendingStep | null>(null)
  const [failure, setFailure] = useState<Error | null>(null)
  const current = wallet.value

  const change = (fields: Partial<Draft>) => {
    setFailure(null)
    setDraft((before) => ({ ...before, ...fields }))
  }
  const attempt = async (action: () => Promise<void>) => {
    setFailure(null)
    try {
      await action()
    } catch (error) {
      setFailure(error as Error)
    } finally {
      setStep(null)
    }
  }
  const derive = () =>
    attempt(async () => {
      if (!current) {
        isChoosing.value = true
        return
      }
      const input = toInput(draft)
      setStep('building')
      setPreview(await buildMarket(current, input))
    })
  const open = () =>
    attempt(async () => {
      if (!current || !preview) return
      await signAndSend<Market>(current, preview.transaction, setStep)
      refreshBalances()
      notify({ kind: 'good', text: 'Your market is open.' })
      navigate(`/markets/${preview.id}`)
    })

  if (preview) {
    return (
      <Preview
        market={preview}
        step={step}
        error={failure ? messageOf(failure) : ''}
        onOpen={open}
        onBack={() => {
          setFailure(null)
          setPreview(null)
        }}
      />
    )
  }
  return (
    <DraftForm
      draft={draft}
      failure={failure}
      isReading={step !== null}
      hasWallet={current !== null}
      onChange={change}
      onSubmit={derive}
    />
  )
}
