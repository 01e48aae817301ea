// Addresses and transactions, shortened and linked.

import { config } from '../api/config.ts'
import { t } from '../text/language.ts'

/** The first and the last characters of an id. */
export function shorten(id: string, each: number): string {
  return `${id.slice(0, each)}…${id.slice(-each)}`
}

interface Props {
  address: string
  isPlain?: boolean
  /** Which tab of the wallet's page it links to. */
  to?: 'positions' | 'asked'
}

/** A shortened address that links to the page of its wallet; the whole address is its title. */
export function Address({ address, isPlain = false, to = 'positions' }: Props) {
  const short = shorten(address, 4)
  if (isPlain) return <span class="address">{short}</span>
  return (
    <a class="address" href={`/wallet/${address}${to === 'asked' ? '?tab=asked' : ''}`} title={address}>
      {short}
    </a>
  )
}

/** A transaction or an account, as a link to an explorer that is not ours. */
export function ExplorerLink({ kind, id }: { kind: 'tx' | 'address'; id: string }) {
  return (
    <a class="address" href={explorerUrl(kind, id)} target="_blank" rel="noreferrer" title={id}>
      {shorten(id, 6)}
      <span aria-hidden="true"> ↗</span>
      <span class="sr-only"> {t().common.inExplorer}</span>
    </a>
  )
}

const EXPLORER = 'https://explorer.solana.com'

/** The page of a transaction or an account at Solana's explorer, on the cluster of this gateway. */
function explorerUrl(kind: 'tx' | 'address', id: string): string {
  return `${EXPLORER}/${kind}/${id}${clusterQuery(config.value?.cluster ?? '', config.value?.rpcUrl)}`
}

/** The clusters that the explorer knows by name; it reads any other from a node, its own choice if ours is not public. */
function clusterQuery(cluster: string, rpcUrl: string | undefined): string {
  if (cluster === 'mainnet-beta') return ''
  if (cluster === 'devnet' || cluster === 'testnet') return `?cluster=${cluster}`
  return `?cluster=custom${rpcUrl ? `&customUrl=${encodeURIComponent(rpcUrl)}` : ''}`
}
