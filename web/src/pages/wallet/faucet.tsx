import { useAction } from '../../parts/action.ts'
import { ErrorText } from '../../parts/states.tsx'
import { t } from '../../text/language.ts'
import { getPlayMoney } from '../../wallet/play-money.ts'

/** A button that asks the localnet for play money. */
export function Faucet({ address, onPaid }: { address: string; onPaid?: () => void }) {
  const { isBusy, error, act } = useAction()
  const ask = async () => {
    await getPlayMoney(address)
    onPaid?.()
  }
  return (
    <div>
      <button type="button" class="button quiet" disabled={isBusy} onClick={() => act(ask)}>
        {isBusy ? t().common.faucet.busy : t().common.faucet.button}
      </button>
      <ErrorText>{error}</ErrorText>
    </div>
  )
}
