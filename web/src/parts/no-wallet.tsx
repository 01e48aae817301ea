import type { ComponentChildren } from 'preact'
import { isChoosing } from '../wallet/current.ts'
import { Empty } from './states.tsx'

/** What is shown in place of something that needs a wallet, and the way to one. */
export function NoWallet({ children }: { children: ComponentChildren }) {
  return (
    <Empty title="No wallet yet">
      <p>{children}</p>
      <button
        type="button"
        class="button"
        onClick={() => {
          isChoosing.value = true
        }}
      >
        Choose a wallet
      </button>
    </Empty>
  )
}
