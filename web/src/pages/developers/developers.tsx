import { NoWallet } from '../../parts/no-wallet.tsx'
import { useTitle } from '../../parts/title.ts'
import { t } from '../../text/language.ts'
import { wallet } from '../../wallet/current.ts'
import { Access } from './access.tsx'
import { Samples } from './samples.tsx'

/** What programs need that bet for a wallet: its bankroll, API keys, delegates and webhooks. */
export function DevelopersPage() {
  const words = t().developers
  useTitle(t().shell.views.developers)
  const own = wallet.value
  return (
    <>
      <div class="page-head">
        <h1>{t().shell.views.developers}</h1>
        <p class="lead">{words.lead(<a href="/docs">{t().shell.footer.api}</a>)}</p>
      </div>
      <Samples />
      {own ? <Access key={own.address} wallet={own} /> : <NoWallet>{words.noWallet}</NoWallet>}
    </>
  )
}
