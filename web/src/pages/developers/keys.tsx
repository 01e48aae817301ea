// API keys: issue, list, revoke.

import { useState } from 'preact/hooks'
import { issueKey, revokeKey } from '../../api/wallet-calls.ts'
import type { ApiKey, Scope } from '../../model/types.ts'
import type { Wallet } from '../../model/wallet.ts'
import { submits, useAction } from '../../parts/action.ts'
import { Issued } from '../../parts/copy.tsx'
import { ErrorText } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { Moment } from '../../parts/time-left.tsx'
import { t } from '../../text/language.ts'
import { loadKeys } from '../../wallet/private-data.ts'

const SCOPES: readonly Scope[] = ['read', 'build', 'bet']

/** The API keys of a wallet. */
export function Keys({ wallet, keys }: { wallet: Wallet; keys: readonly ApiKey[] }) {
  const { keys: words } = t().developers
  const [issued, setIssued] = useState('')
  const { error, act } = useAction()
  const issue = async (name: string, scopes: Scope[]) => {
    const body = name ? { name, scopes } : { scopes }
    setIssued((await issueKey(wallet, body)).key)
    await loadKeys()
  }
  const revoke = async (id: string) => {
    await revokeKey(wallet, id)
    await loadKeys()
  }
  return (
    <section aria-labelledby="keys">
      <h2 id="keys">{words.heading}</h2>
      <p class="muted">{words.about(<a href="/docs">{t().shell.footer.api}</a>)}</p>
      <Issued text={issued} label={words.copy} testId="issued-key">
        {words.issued}
      </Issued>
      <KeyList keys={keys} onRevoke={(id) => act(() => revoke(id))} />
      <KeyForm onIssue={(name, scopes) => act(() => issue(name, scopes))} />
      <ErrorText>{error}</ErrorText>
    </section>
  )
}

function KeyForm({ onIssue }: { onIssue(name: string, scopes: Scope[]): Promise<void> }) {
  const { keys: words } = t().developers
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly Scope[]>(['read', 'build'])
  const toggle = (scope: Scope, isOn: boolean) => {
    setScopes(isOn ? [...scopes, scope] : scopes.filter((other) => other !== scope))
  }
  return (
    <form
      class="panel"
      aria-label={words.new}
      onSubmit={submits(async () => {
        await onIssue(name.trim(), [...scopes])
        setName('')
      })}
    >
      <label class="field">
        <span>{words.newName}</span>
        <input
          value={name}
          maxLength={64}
          placeholder={words.placeholder}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <fieldset class="checks">
        <legend class="sr-only">{words.theKeyMay}</legend>
        {SCOPES.map((scope) => (
          <label key={scope} class="check">
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={(event) => toggle(scope, event.currentTarget.checked)}
            />
            <span>
              <b>{scope}</b>: {words.scopes[scope]}
            </span>
          </label>
        ))}
      </fieldset>
      <div class="actions">
        <button type="submit" class="button quiet" disabled={scopes.length === 0}>
          {words.issue}
        </button>
        {scopes.length === 0 && <span class="muted small-text">{words.chooseOne}</span>}
      </div>
    </form>
  )
}

function KeyList({ keys, onRevoke }: { keys: readonly ApiKey[]; onRevoke(id: string): void }) {
  const { keys: words } = t().developers
  if (keys.length === 0) return <p class="muted">{words.none}</p>
  return (
    <Table columns={[words.name, words.may, t().common.expires, t().common.state]}>
      {keys.map((key) => (
        <tr key={key.id}>
          <td>{key.name ?? key.id}</td>
          <td>{key.scopes.join(', ')}</td>
          <td>
            <Moment at={key.expiresAt} />
          </td>
          <td>
            {key.status === 'active' ? (
              <button
                type="button"
                class="link-button"
                aria-label={words.revokeKey(key.name ?? key.id)}
                onClick={() => onRevoke(key.id)}
              >
                {words.revoke}
              </button>
            ) : (
              <span class="muted">{words[key.status]}</span>
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}
