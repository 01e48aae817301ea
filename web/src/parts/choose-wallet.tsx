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
      Choose a wallet
    </button>
  )
}
