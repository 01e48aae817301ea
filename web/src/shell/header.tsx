// The header of every view.

import { isLocalnet } from '../api/config.ts'
import { formatShort } from '../money/amounts.ts'
import { Address } from '../parts/address.tsx'
import { ChooseWallet, Play } from '../parts/choose-wallet.tsx'
import { usePolling } from '../state/loaded.ts'
import { route } from '../state/router.ts'
import { t } from '../text/language.ts'
import { balances, refreshBalances, wallet } from '../wallet/current.ts'
import { installedWallets } from '../wallet/standard.ts'

/** Links of the header: their path, and the view that it names. */
const LINKS = [
  ['/', 'markets'],
  ['/wallet', 'wallet'],
  ['/leaderboard', 'leaderboard'],
  ['/new', 'new'],
] as const

/** How often the balance of an empty wallet is read again. */
const EMPTY_POLL_MS = 5_000

/** The top of every view. */
export function Header() {
  const { name } = route.value
  const { header } = t().shell
  return (
    <header class="header">
      <a class="brand" href="/">
        <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
          <path class="fill-yes" d="M15 3.1v25.8a13 13 0 0 1 0-25.800z" />
          <path class="fill-no" d="M18 3.1a13 13 0 0 1 0 25.800z" />
        </svg>
        <span class="brand-name">{t().common.brand}</span>
        {isLocalnet() && <span class="chip">{header.localnet}</span>}
      </a>
      <nav class="nav" aria-label={header.main}>
        {LINKS.map(([href, view]) => (
          <a key={href} href={href} aria-current={view === name ? 'page' : undefined}>
            {t().shell.views[view]}
          </a>
        ))}
      </nav>
      <WalletButton />
    </header>
  )
}

function WalletButton() {
  const current = wallet.value
  const held = balances.value
  // An empty wallet is filled from elsewhere, which is no event of this program.
  usePolling(EMPTY_POLL_MS, current !== null && held?.SOL === '0', refreshBalances)
  if (!current) {
    return (
      <>
        {isLocalnet() && <Play />}
        {(!isLocalnet() || installedWallets.value.length > 0) && <ChooseWallet isSmall />}
      </>
    )
  }
  return (
    <a class="wallet-button" href="/wallet">
      <span class="sr-only">{t().shell.header.yourWallet} </span>
      <span class="wallet-balance" data-testid="balance">
        {held ? `${formatShort(held.SOL, 'SOL')} SOL` : '…'}
      </span>
      <Address address={current.address} isPlain />
    </a>
  )
}
