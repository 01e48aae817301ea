import { CURRENCY_IDS } from '@prediction-market/sdk/currency'
import { isLocalnet } from '../../api/config.ts'
import type { Wallet } from '../../model/wallet.ts'
import { NoWallet } from '../../parts/choose-wallet.tsx'
import { Copy } from '../../parts/copy.tsx'
import { Money } from '../../parts/money.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useTitle } from '../../parts/title.tsx'
import { t } from '../../text/language.ts'
import { balances, deleteBurner, disconnect, wallet } from '../../wallet/current.ts'
import { CreatorRecord } from '../creator/creator.tsx'
import { Faucet } from './faucet.tsx'
import { Portfolio } from './positions.tsx'

/** The wallet in use, or another one by its address. */
export function WalletPage({ address }: { address: string | null }) {
  const own = wallet.value
  const isOwn = address === null || address === own?.address
  const words = t().wallet
  useTitle(isOwn ? t().shell.views.wallet : t().common.wallet)
  if (!isOwn && address) {
    return (
      <>
        <div class="page-head">
          <h1>{t().common.wallet}</h1>
          <p class="wallet-address">
            <code>{address}</code> <Copy text={address} label={t().common.copyAddress} />
          </p>
        </div>
        <WalletTabs address={address} />
      </>
    )
  }
  if (!own) {
    return <NoWallet>{isLocalnet() ? words.useBurner : words.connect}</NoWallet>
  }
  return (
    <>
      <OwnHead own={own} />
      <WalletTabs address={own.address} />
    </>
  )
}

/** What a wallet has staked and asked. */
function WalletTabs({ address }: { address: string }) {
  const words = t().wallet
  return (
    <Tabs
      label={t().common.wallet}
      tabs={[
        { id: 'positions', title: words.positions.heading, content: () => <Portfolio address={address} /> },
        { id: 'asked', title: words.asked, content: () => <CreatorRecord address={address} /> },
      ]}
    />
  )
}

function OwnHead({ own }: { own: Wallet }) {
  const held = balances.value
  const words = t().wallet
  const forget = () => {
    if (confirm(words.confirmDelete)) deleteBurner()
  }
  return (
    <>
      <div class="page-head">
        <h1>{t().shell.views.wallet}</h1>
        <p class="wallet-address">
          {own.name} <code>{own.address}</code> <Copy text={own.address} label={words.copyOwn} />
        </p>
      </div>
      {own.kind === 'burner' && <p class="hint">{words.burner}</p>}
      <div class="balances">
        {CURRENCY_IDS.map((currency) => (
          <div key={currency} class="panel">
            <p class="muted">{currency}</p>
            <p class="big-number">
              {held ? <Money amount={held[currency]} currency={currency} isBare /> : '…'}
            </p>
          </div>
        ))}
      </div>
      <div class="actions">
        {isLocalnet() && <Faucet address={own.address} />}
        <button type="button" class="button quiet" onClick={disconnect}>
          {words.disconnect}
        </button>
        {own.kind === 'burner' && (
          <button type="button" class="link-button" onClick={forget}>
            {words.delete}
          </button>
        )}
        <a href="/developers">{words.developers}</a>
      </div>
    </>
  )
}
