// Play money from the localnet.

import { CURRENCIES, CURRENCY_IDS } from '@prediction-market/sdk/currency'
import { askFaucet, getBalances } from '../api/gateway.ts'
import { toUnits } from '../money/amounts.ts'
import { notify } from '../state/notices.ts'
import { t } from '../text/language.ts'
import { formatDecimal, formatList } from '../text/numbers.ts'
import { refreshBalances } from './current.ts'

/** What a wallet gets, in typical stakes. */
const STAKES = 10n

/** Asks the localnet for play money in every currency. */
export async function getPlayMoney(address: string): Promise<void> {
  const paid: string[] = []
  for (const currency of CURRENCY_IDS) {
    const amount = String(CURRENCIES[currency].typicalStake * STAKES)
    await askFaucet(address, currency, amount)
    paid.push(`${formatDecimal(amount)} ${CURRENCIES[currency].label}`)
  }
  await refreshBalances()
  notify({ kind: 'good', text: t().common.faucet.paid(formatList(paid)) })
}

/** The same for a wallet that has nothing yet. */
export async function fillIfEmpty(address: string): Promise<void> {
  const held = await getBalances(address)
  const isEmpty = CURRENCY_IDS.every((currency) => toUnits(held[currency], currency) === 0n)
  if (isEmpty) await getPlayMoney(address)
}
