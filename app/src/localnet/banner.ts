import { formatMoment } from '@prediction-market/sdk'
import { findFeed } from '@prediction-market/sdk/feeds'
import { quorumOf } from '@prediction-market/sdk/rules'
import type { Keypair, PublicKey } from '@solana/web3.js'
import { LOCALNET_KEYS, LOCALNET_WALLETS } from './keys.ts'
import type { Localnet } from './localnet.ts'

/** Addresses and URLs of a localnet, for the person who started it. */
export function localnetBanner({ node, program, prices, pricesUrl, attestorUrls, demo }: Localnet): string {
  const symbols = prices.feeds.map(({ symbol }) => symbol).join(', ')
  const { admin, attestors, keepers, burner, opener, cosigner, faucet } = LOCALNET_KEYS
  const quorum = `(${quorumOf(attestors.length)} must sign)`
  const rows: [string, string][] = [
    ['JSON-RPC', node.rpcUrl],
    ['websocket', node.wsUrl],
    ['prices', `${pricesUrl}/v2/updates/price/latest (${symbols} in USD, simulated)`],
    ['program', base58(program.programId)],
    ['UTILITY', `${base58(program.utilityMint)} (${program.utilityDecimals} decimals)`],
    ['treasury', base58(program.treasury)],
    ['admin', base58(admin)],
    ...attestors.map((key, index): [string, string] => [
      index === 0 ? 'attestors' : '',
      `${attestorUrls[index] ?? 'not running:'} ${base58(key)}${index === 0 ? ` ${quorum}` : ''}`,
    ]),
    ['keepers', keepers.map(base58).join(', ')],
    ['burner', `${base58(burner)} (buys SOL of the fee vault; its UTILITY is burned)`],
    ['opener', `${base58(opener)} (opens rounds)`],
    ['cosigner', base58(cosigner)],
    ['faucet', `${base58(faucet)} (SOL; the admin mints UTILITY)`],
  ]
  const table = rows.map(([name, value]) => `  ${name.padEnd(9)}  ${value}`).join('\n')
  return `The localnet is ready; Ctrl-C stops it.

${table}

All its keys are public: app/src/localnet/keys.ts derives them from labels.
${demoText(demo)}
Try it: curl '${pricesUrl}/v2/updates/price/latest?ids%5B%5D=${findFeed('SOL')?.id}'`
}

function demoText(demo: Localnet['demo']): string {
  if (demo.length === 0) return ''
  const markets = demo.map(({ id, question, currency, expireAt }) => {
    return `  ${id.padEnd(51)}  ${currency.padEnd(7)}  ${formatMoment(expireAt)}  ${question}`
  })
  return `
Demonstration markets, bet on by ${LOCALNET_WALLETS.length} wallets such as ${base58(LOCALNET_WALLETS[0] as Keypair)}
${markets.join('\n')}
`
}

function base58(key: PublicKey | Keypair): string {
  return ('publicKey' in key ? key.publicKey : key).toBase58()
}
