import { useState } from 'preact/hooks'
import { buildMarket, findAlternatives } from '../../api/gateway.ts'
import { fieldOf, messageOf } from '../../api/http.ts'
import type { Alternative, Market, ProjectedMarket } from '../../model/types.ts'
import { useTitle } from '../../parts/title.ts'
import { notify } from '../../state/notices.ts'
import { navigate } from '../../state/router.ts'
import { wallet } from '../../wallet/current.ts'
import { useSending } from '../../wallet/sending.ts'
import { type Draft, emptyDraft, toInput } from './draft.ts'
import { DraftForm } from './form.tsx'
import { Preview } from './preview.tsx'

/** Opens a market by a question. */
export function NewMarketPage() {
  useTitle('Ask a question')
  const [draft, setDraft] = useState(emptyDraft)
  const [preview, setPreview] = useState<ProjectedMarket | null>(null)
  const [alternatives, setAlternatives] = useState<readonly Alternative[]>([])
  const { isBusy, failure, stop, clear, run } = useSending()

  const change = (fields: Partial<Draft>) => {
    clear()
    setDraft((before) => ({ ...before, ...fields }))
  }
  const derive = () =>
    run(async (current) => {
      const input = toInput(draft)
      setAlternatives([])
      try {
        setPreview(await buildMarket(current, input))
      } catch (error) {
        // The reason is what matters; without alternatives it stands alone.
        if (fieldOf(error) === 'question') setAlternatives(await findAlternatives(input).catch(() => []))
        throw error
      }
    })
  const open = (shown: ProjectedMarket) => {
    let built: ProjectedMarket | null = shown
    return run(async (current, send) => {
      const { id, transaction } = built ?? (await buildMarket(current, toInput(draft)))
      // If it has expired while it was looked at, the next attempt is with a new one.
      built = null
      await send<Market>(transaction)
      notify({ kind: 'good', text: 'Your market is open.' })
      navigate(`/markets/${id}`)
    })
  }

  if (preview) {
    return (
      <Preview
        market={preview}
        isBusy={isBusy}
        error={failure ? messageOf(failure) : ''}
        onStop={stop}
        onOpen={() => open(preview)}
        onBack={() => {
          clear()
          setPreview(null)
        }}
      />
    )
  }
  return (
    <DraftForm
      draft={draft}
      failure={failure}
      alternatives={alternatives}
      isReading={isBusy}
      hasWallet={wallet.value !== null}
      onStop={stop}
      onChange={change}
      onSubmit={derive}
    />
  )
}
