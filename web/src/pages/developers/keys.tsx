import { useState } from 'preact/hooks'
import { issueKey, revokeKey } from '../../api/gateway.ts'
import { messageOf } from '../../api/http.ts'
import type { ApiKey, Scope } from '../../model/types.ts'
import type { Wallet } from '../../model/wallet.ts'
import { Copy } from '../../parts/copy.tsx'
import { ErrorText } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { formatTime } from '../../text/times.ts'
import { loadKeys } from '../../wallet/private-data.ts'

const COLUMNS = ['Name', 'May', 'Expires', 'State']

const SCOPES: readonly (readonly [scope: Scope, text: string])[] = [
  ['read', 'read your results and your bankroll'],
  ['build', 'build bets and markets for you to sign'],
  ['bet', 'bet from your bankroll, within limits that you set'],
]

/** The API keys of a wallet. */
export function Keys({ wallet, keys }: { wallet: Wallet; keys: readonly ApiKey[] }) {
  const [issued, setIssued] = useState('')
  const [error, setError] = useState('')

  /** Does something with a signature, then reads the list again. */
  const act = async (action: () => Promise<unknown>) => {
    setError('')
    try {
      await action()
      await loadKeys()
    } catch (reason) {
      setError(messageOf(reason))
    }
  }
  return (
    <section aria-labelledby="keys">
      <h2 id="keys">API keys</h2>
      <p class="muted">
        A key stands in for your signature on requests to the <a href="/docs">API</a>. It signs no transaction
        of your wallet: it can spend nothing but what you allow it to bet from your bankroll.
      </p>
      {issued && (
        <div class="panel issued" role="status">
          <p>Your new key. Copy it now: it is not shown again.</p>
          <p>
            <code data-testid="issued-key">{issued}</code> <Copy text={issued} label="Copy the key" />
          </p>
        </div>
      )}
      <KeyList keys={keys} onRevoke={(id) => act(() => revokeKey(wallet, id))} />
      <KeyForm
        onIssue={(name, scopes) =>
          act(async () => {
            const body = name ? { name, scopes } : { scopes }
            setIssued((await issueKey(wallet, body)).key)
          })
        }
      />
      <ErrorText>{error}</ErrorText>
    </section>
  )
}

function KeyForm({ onIssue }: { onIssue(name: string, scopes: Scope[]): Promise<void> }) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly Scope[]>(['read', 'build'])
  const toggle = (scope: Scope, isOn: boolean) => {
    setScopes(isOn ? [...scopes, scope] : scopes.filter((other) => other !== scope))
  }
  return (
    <form
      class="panel"
      aria-label="New API key"
      onSubmit={async (event) => {
        event.preventDefault()
        await onIssue(name.trim(), [...scopes])
        setName('')
      }}
    >
      <label class="field">
        <span>Name of a new key</span>
        <input
          value={name}
          maxLength={64}
          placeholder="trading bot"
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <fieldset class="checks">
        <legend class="sr-only">The key may</legend>
        {SCOPES.map(([scope, text]) => (
          <label key={scope} class="check">
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={(event) => toggle(scope, event.currentTarget.checked)}
            />
            <span>
              <b>{scope}</b>: {text}
            </span>
          </label>
        ))}
      </fieldset>
      <div class="actions">
        <button type="submit" class="button quiet" disabled={scopes.length === 0}>
          Issue a key
        </button>
        {scopes.length === 0 && <span class="muted small-text">Choose at least one thing it may do.</span>}
      </div>
    </form>
  )
}

function KeyList({ keys, onRevoke }: { keys: readonly ApiKey[]; onRevoke(id: string): void }) {
  if (keys.length === 0) return <p class="muted">No keys yet.</p>
  return (
    <Table columns={COLUMNS}>
      {keys.map((key) => (
        <tr key={key.id}>
          <td>{key.name ?? key.id}</td>
          <td>{key.scopes.join(', ')}</td>
          <td>{formatTime(key.expiresAt)}</td>
          <td>
            {key.status === 'active' ? (
              <button
                type="button"
                class="link-button"
                aria-label={`Revoke ${key.name ?? key.id}`}
                onClick={() => onRevoke(key.id)}
              >
                Revoke
              </button>
            ) : (
              <span class="muted">{key.status}</span>
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}
