import { NoWallet } from '../../parts/choose-wallet.tsx'
import { PageHead, useTitle } from '../../parts/title.tsx'
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
      <PageHead title={t().shell.views.developers}>
        {words.lead(<a href="/docs">{t().shell.footer.api}</a>)}
      </PageHead>
      <Samples />
      {own ? <Access key={own.address} wallet={own} /> : <NoWallet>{words.noWallet}</NoWallet>}
    </>
  )
}
