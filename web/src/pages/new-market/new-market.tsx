// The view that asks a question.

import { useState } from 'preact/hooks'
import { listAssets } from '../../api/gateway.ts'
import { messageOf } from '../../api/http.ts'
import { buildMarket } from '../../api/wallet-calls.ts'
import type { Market, ProjectedMarket } from '../../model/types.ts'
import { useTitle } from '../../parts/title.tsx'
import { useLoaded, usePolling } from '../../state/loaded.ts'
import { notify } from '../../state/notices.ts'
import { navigate } from '../../state/router.ts'
import { dataOf } from '../../state/snapshot.ts'
import { t } from '../../text/language.ts'
import { wallet } from '../../wallet/current.ts'
import { getPlayMoney } from '../../wallet/play-money.ts'
import { useSending } from '../../wallet/sending.ts'
import { Builder } from './builder.tsx'
import { type Draft, emptyDraft } from './draft.ts'
import { toInput } from './input.ts'
import { Preview } from './preview.tsx'

/** How often prices are read. */
const POLL_MS = 5_000

/** Opens a market by a question. */
export function NewMarketPage() {
  useTitle(t().shell.views.new)
  const [draft, setDraft] = useState(emptyDraft)
  const [isTried, setIsTried] = useState(false)
  const [preview, setPreview] = useState<ProjectedMarket | null>(null)
  const { isBusy, failure, stop, clear, run } = useSending()
  // Without it the builder is whole but for prices: a question is read by its words.
  const loaded = useLoaded('assets', listAssets)
  usePolling(POLL_MS, preview === null, loaded.reload)
  const assets = [...(dataOf(loaded) ?? [])].sort((one, other) => Number(!one.price) - Number(!other.price))

  const change = (fields: Partial<Draft>) => {
    clear()
    setIsTried(false)
    setDraft((before) => ({ ...before, ...fields }))
  }
  const build = (details: string | undefined) => {
    if (details === undefined) return setIsTried(true)
    return run(async (current) => {
      setPreview(await buildMarket(current, toInput(draft, assets, details || undefined)))
    })
  }
  const open = (shown: ProjectedMarket) => {
    let built: ProjectedMarket | null = shown
    return run(async (current, send) => {
      const { id, transaction } = built ?? (await buildMarket(current, toInput(draft, assets, shown.details)))
      // If it has expired while it was looked at, the next attempt is with a new one.
      built = null
      await send<Market>(transaction)
      notify({ kind: 'good', text: t().builder.preview.opened })
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
    <Builder
      draft={draft}
      assets={assets}
      failure={failure}
      isTried={isTried}
      isBusy={isBusy}
      hasWallet={wallet.value !== null}
      onStop={stop}
      onChange={change}
      onFaucet={() => run(async (current) => getPlayMoney(current.address))}
      onSubmit={build}
    />
  )
}
