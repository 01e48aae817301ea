import { formatAmount, SOL_DECIMALS } from '@prediction-market/sdk'
import { usePositions } from '@prediction-market/sdk/react'
import { useWallet } from '@solana/wallet-adapter-react'

/** What the connected wallet has staked in SOL. */
export function Positions({ choose }: { choose(address: string): void }) {
  const { publicKey } = useWallet()
  const positions = usePositions(publicKey)
  const holdings = positions.data?.filter(({ market }) => market.mint === null) ?? []
  return (
    <aside>
      <h2>Your positions</h2>
      {positions.status === 'loading' && <p className="quiet">Loading…</p>}
      {positions.status === 'error' && <p role="alert">{positions.error.message}</p>}
      {positions.status === 'ready' && holdings.length === 0 && (
        <p className="quiet">{publicKey ? 'None yet.' : 'Connect a wallet to see them.'}</p>
      )}
      <ul>
        {holdings.map(({ market, question, stake, value, result }) => (
          <li key={market.address.toBase58()}>
            <button type="button" className="link" onClick={() => choose(market.address.toBase58())}>
              {question}
            </button>
            <span className="quiet">
              {formatAmount(stake.Yes + stake.No, SOL_DECIMALS)} SOL, {result}, worth about{' '}
              {Number(formatAmount(value, SOL_DECIMALS)).toFixed(3)}
            </span>
          </li>
        ))}
      </ul>
    </aside>
  )
}
