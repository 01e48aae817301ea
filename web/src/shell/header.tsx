import { isLocalnet } from '../api/config.ts'
import { formatShort } from '../money/amounts.ts'
import { Address } from '../parts/address.tsx'
import { ChooseWallet } from '../parts/choose-wallet.tsx'
import { route } from '../state/router.ts'
import { balances, wallet } from '../wallet/current.ts'

const LINKS = [
  { href: '/', name: 'markets', text: 'Markets' },
  { href: '/leaderboard', name: 'leaderboard', text: 'Leaderboard' },
  { href: '/burns', name: 'burns', text: 'Burns' },
  { href: '/new', name: 'new', text: 'Ask a question' },
] as const

/** The top of every view. */
export function Header() {
  const { name } = route.value
  return (
    <header class="header">
      <a class="brand" href="/">
        <Mark />
        <span class="brand-name">Prediction market</span>
        {isLocalnet() && <span class="chip">localnet</span>}
      </a>
      <nav class="nav" aria-label="Main">
        {LINKS.map((link) => (
          <a key={link.href} href={link.href} aria-current={link.name === name ? 'page' : undefined}>
            {link.text}
          </a>
        ))}
      </nav>
      <WalletButton />
    </header>
  )
}

function WalletButton() {
  const current = wallet.value
  if (!current) return <ChooseWallet isSmall />
  const held = balances.value
  return (
    <a class="wallet-button" href="/wallet">
      <span class="sr-only">Your wallet: </span>
      <span class="wallet-balance" data-testid="balance">
        {held ? `${formatShort(held.SOL, 'SOL')} SOL` : '…'}
      </span>
      <Address address={current.address} isPlain />
    </a>
  )
}

function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
      <path class="fill-yes" d="M15 3.1v25.8a13 13 0 0 1 0-25.800z" />
      <path class="fill-no" d="M18 3.1a13 13 0 0 1 0 25.800z" />
    </svg>
  )
}
