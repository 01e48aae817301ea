import { onEvent } from '../api/stream.ts'
import { formatMoney, toUnits } from '../money/amounts.ts'
import { notify } from '../state/notices.ts'
import { t } from '../text/language.ts'
import { wallet } from '../wallet/current.ts'

/** Tells when the wallet in use is paid. */
export function announcePayouts(): void {
  onEvent((event) => {
    if (event.type !== 'payout' || event.wallet !== wallet.value?.address) return
    const { winnings, refund, currency, question, marketId } = event
    const link = { href: `/markets/${marketId}`, text: question }
    if (toUnits(winnings, currency) > 0n) {
      notify({ kind: 'good', text: t().shell.notices.paid(formatMoney(winnings, currency)), link })
    }
    if (toUnits(refund, currency) > 0n) {
      notify({ kind: 'plain', text: t().shell.notices.refunded(formatMoney(refund, currency)), link })
    }
  })
}
