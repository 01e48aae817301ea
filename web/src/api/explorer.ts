// Links to Solana's explorer.

import { config } from './config.ts'

const EXPLORER = 'https://explorer.solana.com'

/** The page of a transaction or an account at Solana's explorer, on the cluster of this gateway. */
export function explorerUrl(kind: 'tx' | 'address', id: string): string {
  return `${EXPLORER}/${kind}/${id}${clusterQuery(config.value?.cluster ?? '', config.value?.rpcUrl)}`
}

/** The clusters that the explorer knows by name; it reads any other from a node, its own choice if ours is not public. */
function clusterQuery(cluster: string, rpcUrl: string | undefined): string {
  if (cluster === 'mainnet-beta') return ''
  if (cluster === 'devnet' || cluster === 'testnet') return `?cluster=${cluster}`
  return `?cluster=custom${rpcUrl ? `&customUrl=${encodeURIComponent(rpcUrl)}` : ''}`
}
