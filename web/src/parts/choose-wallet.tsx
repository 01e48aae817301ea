import { t } from '../text/language.ts'
import { isChoosing } from '../wallet/current.ts'

/** Opens the choice of a wallet. */
export function ChooseWallet({ isSmall = false }: { isSmall?: boolean }) {
  return (
    <button
      type="button"
      class={isSmall ? 'button small' : 'button'}
      onClick={() => {
        isChoosing.value = true
      }}
    >
      {t().common.chooseWallet}
    </button>
  )
}
