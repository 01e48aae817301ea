import { NoWallet } from '../../parts/no-wallet.tsx'
import { useTitle } from '../../parts/title.ts'
import { wallet } from '../../wallet/current.ts'
import { Access } from './access.tsx'

/** What programs need that bet for a wallet: its bankroll, API keys, delegates and webhooks. */
export function DevelopersPage() {
  useTitle('Developers')
  const own = wallet.value
  return (
    <>
      <div class="page-head">
        <h1>Developers</h1>
        <p class="lead">
          Everything on this page is a call of the <a href="/docs">API</a>. A program bets for you with a key,
          from money that you put aside, within limits that the program on chain enforces.
        </p>
      </div>
      {own ? (
        <Access key={own.address} wallet={own} />
      ) : (
        <NoWallet>A wallet owns its bankroll, its keys and its webhooks.</NoWallet>
      )}
    </>
  )
}
