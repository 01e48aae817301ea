import { messageOf } from '../api/http.ts'
import { buildClaim } from '../api/wallet-calls.ts'
import { notify } from '../state/notices.ts'
import { t } from '../text/language.ts'
import { useSending } from '../wallet/sending.ts'
import { ErrorText, Stop } from './states.tsx'

/** A button that pays the position of the wallet in use, for whoever does not want to wait for a keeper. */
export function Claim({ id, onPaid }: { id: string; onPaid(): void }) {
  const { isBusy, failure, stop, run } = useSending()
  const claim = () =>
    run(async (wallet, send) => {
      const { transaction } = await buildClaim(wallet, id)
      await send(transaction)
      notify({ kind: 'good', text: t().common.claim.done })
      onPaid()
    })
  return (
    <div>
      <button type="button" class="button quiet" disabled={isBusy} onClick={claim}>
        {isBusy ? t().common.claim.busy : t().common.claim.button}
      </button>
      <Stop onStop={stop} />
      <ErrorText>{failure ? messageOf(failure) : ''}</ErrorText>
    </div>
  )
}
