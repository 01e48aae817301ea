// Reads the gateway's configuration, once.

import { signal } from '@preact/signals'
import { kindOf } from '@prediction-market/sdk/condition'
import type { Condition, Config, Currency, Decimal } from '../model/types.ts'
import { client, read } from './http.ts'

/** The configuration of the gateway; null until it is loaded. */
export const config = signal<Config | null>(null)

/** Loads the configuration once. */
export async function loadConfig(): Promise<void> {
  if (!config.value) await reloadConfig()
}

/** Loads the configuration as it is now. */
export async function reloadConfig(): Promise<Config> {
  config.value = await read(client.GET('/v1/config'))
  return config.value
}

/** Whether the gateway runs on a localnet, where money is play money. */
export function isLocalnet(): boolean {
  return config.value?.cluster === 'localnet'
}

/** Whether this deployment decides markets of a type: its attestors may answer no events. */
export function answersOf(type: Condition['type']): boolean {
  return config.value?.answersEvents !== false || !kindOf({ type }).isInWords
}

/** Decimals of a currency. */
export function decimalsOf(currency: Currency): number {
  return Number(currencyOf(currency)?.decimals ?? 9)
}

/** The smallest stake in a currency. */
export function minimumStakeOf(currency: Currency): Decimal {
  return currencyOf(currency)?.minimumStake ?? 0
}

/** The share of the losing side's stakes that is not paid out in new markets. */
export function feeShare(): number {
  const fees = config.value?.feePercentage
  return Number(fees?.burn ?? 0) + Number(fees?.developer ?? 0)
}

function currencyOf(currency: Currency) {
  return config.value?.currencies.find(({ id }) => id === currency)
}
