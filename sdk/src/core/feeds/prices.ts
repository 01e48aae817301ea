// Rough prices of assets, and which of their names also mean something else: to detect implausible questions.

import type { PriceFeed } from './table.ts'

/**
 * Rough prices of the assets in US dollars, to the nearest power of ten or half of one. Used only to distinguish a
 * price from a market cap or a mistake if no current value is known.
 */
const TYPICAL: readonly [dollars: string, symbols: string][] = [
  ['100000', 'BTC WBTC'],
  ['3000', 'ETH'],
  ['1000', 'BNB'],
  ['500', 'BCH XMR ZEC'],
  ['200', 'SOL JITOSOL MSOL TAO AAVE'],
  ['100', 'LTC'],
  ['30', 'HYPE'],
  ['10', 'AVAX LINK UNI TRUMP INJ'],
  ['5', 'APT ATOM DOT JLP NEAR RENDER'],
  ['2', 'XRP SUI TON HNT RAY ORCA BERA TIA'],
  ['1', 'USDC USDT JTO WIF FARTCOIN STX'],
  ['0.5', 'ADA ARB OP JUP DRIFT TRX XLM'],
  ['0.2', 'DOGE SEI PYTH POPCAT PNUT TNSR'],
  ['0.1', 'W KMNO'],
  ['0.02', 'PENGU'],
  ['0.005', 'PUMP MEW'],
  ['0.00001', 'BONK PEPE SHIB'],
]

const bySymbol = new Map(
  TYPICAL.flatMap(([dollars, symbols]) => symbols.split(' ').map((symbol) => [symbol, dollars])),
)

/** Names of assets that are words, people, companies or planets as well; in lower case. */
const ORDINARY_WORDS: ReadonlySet<string> = new Set(
  [
    'trump, pump, pump.fun, hype, w, op, link, dot, near, ton, uni, drift, ray, orca, mew, render, ada, atom, apt',
    'jupiter, wormhole, tensor, helium, optimism, avalanche, stellar, cosmos, stacks, ripple, tether, tron, pepe',
  ].flatMap((line) => line.split(', ')),
)

/** Those of them that, with a capital letter and a price, can only mean the asset. */
const HARMLESS_NAMES: ReadonlySet<string> = new Set(
  'Jupiter, Wormhole, Tensor, Optimism, Avalanche, Stellar, Cosmos, Stacks, Tether, Tron, Pepe'.split(', '),
)

/** About what one unit of an asset costs: a decimal of US dollars. */
export function typicalPrice({ symbol }: PriceFeed): string {
  const dollars = bySymbol.get(symbol)
  if (dollars === undefined) throw new Error(`No typical price is known for ${symbol}`)
  return dollars
}

/** Whether a name of an asset also means something else, as `Trump` does. */
export function isOrdinaryWord(name: string): boolean {
  return ORDINARY_WORDS.has(name.toLowerCase())
}

/** Whether a name that also means something else can only mean the asset beside a price in dollars. */
export function isHarmlessName(name: string): boolean {
  return HARMLESS_NAMES.has(name)
}
