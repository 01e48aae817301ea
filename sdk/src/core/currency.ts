// The currencies of stakes. This is the only file that lists or distinguishes them.

import { formatAmount } from './amounts.ts'
import { InvalidInputError } from './errors.ts'

/** Decimals of SOL: base units are lamports. */
export const SOL_DECIMALS = 9

/** The fields of a configuration that describe the currencies. */
export interface CurrencyConfig<Key = unknown> {
  utilityMint: Key
  utilityDecimals: number
  settings: { minimumStakeSol: bigint; minimumStakeUtility: bigint }
}

/** Everything that is specific to a currency. */
export interface CurrencyInfo {
  /** What people read after an amount. */
  label: string
  /** Whether stakes are lamports of accounts themselves, which also pay rent and fees. */
  isNative: boolean
  /** A usual stake, in whole units: forms suggest parts of it, the demonstration bets them. */
  typicalStake: bigint
  /** How the burn share of a market is burned: sold for UTILITY in the auction, or at once by the market. */
  burnedBy: 'auction' | 'market'
  /** The mint; `null` for lamports. */
  mint<Key>(config: Pick<CurrencyConfig<Key>, 'utilityMint'>): Key | null
  decimals(config: Pick<CurrencyConfig, 'utilityDecimals'>): number
  /** The smallest bet, in base units. */
  minimumStake(settings: CurrencyConfig['settings']): bigint
}

/** The currencies by their id, in the order in which the program stores amounts of them. */
export const CURRENCIES = {
  SOL: {
    label: 'SOL',
    isNative: true,
    typicalStake: 1n,
    burnedBy: 'auction',
    mint: <Key>(_: { utilityMint: Key }): Key | null => null,
    decimals: () => SOL_DECIMALS,
    minimumStake: ({ minimumStakeSol }) => minimumStakeSol,
  },
  UTILITY: {
    label: 'UTILITY',
    isNative: false,
    typicalStake: 100n,
    burnedBy: 'market',
    mint: <Key>({ utilityMint }: { utilityMint: Key }): Key | null => utilityMint,
    decimals: ({ utilityDecimals }) => utilityDecimals,
    minimumStake: ({ minimumStakeUtility }) => minimumStakeUtility,
  },
} as const satisfies Record<string, CurrencyInfo>

/** A currency of stakes. */
export type CurrencyId = keyof typeof CURRENCIES

/** The currencies, the default first. */
export const CURRENCY_IDS = /* @__PURE__ */ Object.keys(CURRENCIES) as [CurrencyId, ...CurrencyId[]]

/** The currency of stakes with that mint; `null` is SOL. */
export function currencyOf({ mint }: { mint: object | string | null }): CurrencyId {
  return mint === null ? 'SOL' : 'UTILITY'
}

/** A value for each currency. */
export function byCurrency<T>(of: (currency: CurrencyId, index: number) => T): Record<CurrencyId, T> {
  const entries = CURRENCY_IDS.map((currency, index) => [currency, of(currency, index)])
  return Object.fromEntries(entries)
}

/** Checks that a text is the id of a currency. @throws InvalidInputError that lists the currencies */
export function parseCurrency(text: string): CurrencyId {
  const id = CURRENCY_IDS.find((known) => known === text)
  if (!id) throw new InvalidInputError('currency', `must be ${CURRENCY_IDS.join(' or ')}`)
  return id
}

/** Prints base units with their currency. @example formatMoney(1_500_000_000n, 'SOL', 9) // '1.5 SOL' */
export function formatMoney(units: bigint, currency: CurrencyId, decimals: number): string {
  return `${formatAmount(units, decimals)} ${CURRENCIES[currency].label}`
}
