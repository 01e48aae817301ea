import { useState } from 'preact/hooks'
import { buildMarket } from '../../api/gateway.ts'
import { messageOf } from '../../api/http.ts'
import type { Market, ProjectedMarket } from '../../model/types.ts'
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
  const { isBusy, failure, clear, run } = useSending()

  const change = (fields: Partial<Draft>) => {
    clear()
    setDraft((before) => ({ ...before, ...fields }))
  }
  const derive = () => run(async (current) => setPreview(await buildMarket(current, toInput(draft))))
  const open = ({ id, transaction }: ProjectedMarket) =>
    run(async (_, send) => {
      await send<Market>(transaction)
      notify({ kind: 'good', text: 'Your market is open.' })
      navigate(`/markets/${id}`)
    })

  if (preview) {
    return (
      <Preview
        market={preview}
        isBusy={isBusy}
        error={failure ? messageOf(failure) : ''}
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
      isReading={isBusy}
      hasWallet={wallet.value !== null}
      onChange={change}
      onSubmit={derive}
    />
  )
}
