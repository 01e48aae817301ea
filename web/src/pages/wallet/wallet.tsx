import { CURRENCY_IDS } from '@prediction-market/sdk/currency'
import { isLocalnet } from '../../api/config.ts'
import type { Wallet } from '../../model/wallet.ts'
import { formatUnits, toUnits } from '../../money/amounts.ts'
import { Copy } from '../../parts/copy.tsx'
import { NoWallet } from '../../parts/no-wallet.tsx'
import { useTitle } from '../../parts/title.ts'
import { balances, deleteBurner, disconnect, wallet } from '../../wallet/current.ts'
import { Faucet } from './faucet.tsx'
import { History } from './history.tsx'
import { Portfolio } from './positions.tsx'

/** The wallet in use, or another one by its address. */
export function WalletPage({ address }: { address: string | null }) {
  const own = wallet.value
  const isOwn = address === null || address === own?.address
  useTitle(isOwn ? 'Portfolio' : 'Wallet')
  if (!isOwn && address) {
    return (
      <>
        <div class="page-head">
          <h1>Wallet</h1>
          <p class="wallet-address">
            <code>{address}</code> <Copy text={address} label="Copy the address" />
          </p>
        </div>
        <Portfolio address={address} />
        <History address={address} />
      </>
    )
  }
  if (!own) {
    return (
      <NoWallet>
        {isLocalnet()
          ? 'Use the burner wallet of this browser: it takes one click, and the money is play money.'
          : 'Connect a Solana wallet to bet, ask questions, and see what you have won.'}
      </NoWallet>
    )
  }
  return (
    <>
      <OwnHead own={own} />
      <Portfolio address={own.address} />
      <History address={own.address} />
    </>
  )
}

function OwnHead({ own }: { own: Wallet }) {
  const held = balances.value
  const forget = () => {
    const question = 'Delete the key of the burner wallet? Everything that it holds is lost.'
    if (confirm(question)) deleteBurner()
  }
  return (
    <>
      <div class="page-head">
        <h1>Portfolio</h1>
        <p class="wallet-address">
          {own.name} <code>{own.address}</code> <Copy text={own.address} label="Copy your address" />
        </p>
      </div>
      {own.kind === 'burner' && (
        <p class="hint">
          This is a burner wallet: its key is stored in this browser, unprotected, and works on this localnet
          only. Never send it anything of value.
        </p>
      )}
      <div class="balances">
        {CURRENCY_IDS.map((currency) => (
          <div key={currency} class="panel">
            <p class="muted">{currency}</p>
            <p class="big-number">{held ? formatUnits(toUnits(held[currency], currency), currency) : '…'}</p>
          </div>
        ))}
      </div>
      <div class="actions">
        {isLocalnet() && <Faucet address={own.address} />}
        <button type="button" class="button quiet" onClick={disconnect}>
          Disconnect
        </button>
        {own.kind === 'burner' && (
          <button type="button" class="link-button" onClick={forget}>
            Delete this wallet
          </button>
        )}
        <a href="/developers">Bankroll, API keys and webhooks</a>
      </div>
    </>
  )
}
