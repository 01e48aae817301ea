import { useEffect, useRef, useState } from 'preact/hooks'
import { isLocalnet } from '../api/config.ts'
import { messageOf } from '../api/http.ts'
import { ErrorText } from '../parts/states.tsx'
import { t } from '../text/language.ts'
import { chooseBurner, chooseInstalled, endChoice, isChoosing } from '../wallet/current.ts'
import { installedWallets } from '../wallet/standard.ts'

/** The dialog that chooses a wallet. */
export function WalletDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [error, setError] = useState('')
  const [asked, setAsked] = useState('')
  const waiting = useRef(new AbortController())
  const isOpen = isChoosing.value

  useEffect(() => {
    setError('')
    setAsked('')
    waiting.current.abort()
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])

  const choose = async (name: string, use: (signal: AbortSignal) => Promise<void>) => {
    waiting.current.abort()
    waiting.current = new AbortController()
    const { signal } = waiting.current
    setError('')
    setAsked(name)
    try {
      await use(signal)
      endChoice()
    } catch (reason) {
      // Whoever has chosen another wallet meanwhile sees nothing about this one.
      if (!signal.aborted) setError(messageOf(reason))
    } finally {
      if (!signal.aborted) setAsked('')
    }
  }
  const installed = installedWallets.value
  const { wallets } = t().shell
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="choose-wallet" onClose={endChoice}>
      <div class="panel-head">
        <h2 id="choose-wallet">{t().common.chooseWallet}</h2>
        <button type="button" class="icon-button" aria-label={t().common.close} onClick={endChoice}>
          ×
        </button>
      </div>
      <ul class="wallet-list">
        {installed.map((one) => (
          <li key={one.name}>
            <button
              type="button"
              class="wallet-choice"
              onClick={() => choose(one.name, (signal) => chooseInstalled(one, signal))}
            >
              <img src={one.icon} alt="" width="32" height="32" />
              <span>
                <b>{one.name}</b>
                <small>{asked === one.name ? wallets.confirm : wallets.installed}</small>
              </span>
            </button>
          </li>
        ))}
        {isLocalnet() && (
          <li>
            <button type="button" class="wallet-choice" onClick={() => choose('', chooseBurner)}>
              <span class="burner-icon" aria-hidden="true" />
              <span>
                <b>{wallets.burner}</b>
                <small>{wallets.burnerAbout}</small>
              </span>
            </button>
          </li>
        )}
      </ul>
      {installed.length === 0 && !isLocalnet() && <p class="muted">{wallets.none}</p>}
      <ErrorText>{error}</ErrorText>
      <p class="muted small-text">{wallets.keys}</p>
    </dialog>
  )
}
