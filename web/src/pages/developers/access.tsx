import { useEffect, useState } from 'preact/hooks'
import { messageOf } from '../../api/http.ts'
import type { Wallet } from '../../model/wallet.ts'
import { ErrorText, Skeleton } from '../../parts/states.tsx'
import { t } from '../../text/language.ts'
import { apiKeys, bankroll, loadBankroll, loadKeys } from '../../wallet/private-data.ts'
import { BankrollSection } from './bankroll.tsx'
import { Delegates } from './delegates.tsx'
import { Keys } from './keys.tsx'
import { Webhooks } from './webhooks.tsx'

/** The bankroll and the API keys of the wallet in use. Reading them takes signatures, so an installed wallet is asked first. */
export function Access({ wallet }: { wallet: Wallet }) {
  const [isAllowed, setIsAllowed] = useState(wallet.kind === 'burner')
  const [error, setError] = useState('')

  useEffect(() => {
    if (!isAllowed) return
    setError('')
    const load = async () => {
      // One after the other: a wallet asks its owner for one signature at a time.
      if (!bankroll.peek()) await loadBankroll()
      if (!apiKeys.peek()) await loadKeys()
    }
    load().catch((reason) => {
      setIsAllowed(false)
      setError(messageOf(reason))
    })
  }, [isAllowed, wallet])

  const { access: words } = t().developers
  const money = bankroll.value
  const keys = apiKeys.value
  if (!money || !keys) {
    return (
      <section aria-labelledby="access">
        <h2 id="access">{words.heading}</h2>
        {isAllowed ? (
          <Skeleton />
        ) : (
          <>
            <p class="muted">{words.about}</p>
            <p>
              <button type="button" class="button quiet" onClick={() => setIsAllowed(true)}>
                {words.show}
              </button>
            </p>
          </>
        )}
        <ErrorText>{error}</ErrorText>
      </section>
    )
  }
  return (
    <>
      <BankrollSection bankroll={money} />
      <Keys wallet={wallet} keys={keys} />
      <Delegates bankroll={money} keys={keys} />
      <Webhooks wallet={wallet} />
    </>
  )
}
