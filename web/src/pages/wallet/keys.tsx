import { useState } from 'preact/hooks'
import { issueKey, listKeys, revokeKey } from '../../api/gateway.ts'
import { messageOf } from '../../api/http.ts'
import type { ApiKey } from '../../model/types.ts'
import type { Wallet } from '../../model/wallet.ts'
import { Copy } from '../../parts/copy.tsx'
import { ErrorText } from '../../parts/states.tsx'
import { formatTime } from '../../text/times.ts'

/** API keys of a wallet. Reading them takes a signature, so it waits for a click. */
export function Keys({ wallet }: { wallet: Wallet }) {
  const [keys, setKeys] = useState<ApiKey[] | null>(null)
  const [issued, setIssued] = useState('')
  const [name, setName] = useState('')
  const [mayBuild, setMayBuild] = useState(true)
  const [error, setError] = useState('')

  /** Does something with a signature, then reads the list again. */
  const act = async (action: () => Promise<void>) => {
    setError('')
    try {
      await action()
      setKeys(await listKeys(wallet))
    } catch (reason) {
      setError(messageOf(reason))
    }
  }
  const issue = () =>
    act(async () => {
      const scopes = mayBuild ? ['read', 'build'] : ['read']
      const { key } = await issueKey(wallet, { ...(name && { name }), scopes })
      setIssued(key)
      setName('')
    })

  return (
    <section aria-labelledby="keys">
      <h2 id="keys">API keys</h2>
      <p class="muted">
        A key stands in for your signature on requests to the <a href="/docs">API</a>. It cannot sign
        transactions, so it cannot spend anything.
      </p>
      {issued && (
        <div class="panel issued" role="status">
          <p>Your new key. Copy it now: it is not shown again.</p>
          <p>
            <code data-testid="issued-key">{issued}</code> <Copy text={issued} label="Copy the key" />
          </p>
        </div>
      )}
      {keys ? (
        <>
          <KeyList keys={keys} onRevoke={(id) => act(() => revokeKey(wallet, id).then(() => {}))} />
          <form
            class="inline-form"
            onSubmit={(event) => {
              event.preventDefault()
              issue()
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
            <label class="check">
              <input
                type="checkbox"
                checked={mayBuild}
                onChange={(event) => setMayBuild(event.currentTarget.checked)}
              />
              <span>May build bets and markets</span>
            </label>
            <button type="submit" class="button quiet">
              Issue a key
            </button>
          </form>
        </>
      ) : (
        <button type="button" class="button quiet" onClick={() => act(async () => {})}>
          Show your keys
        </button>
      )}
      <ErrorText>{error}</ErrorText>
    </section>
  )
}

function KeyList({ keys, onRevoke }: { keys: ApiKey[]; onRevoke(id: string): void }) {
  if (keys.length === 0) return <p class="muted">No keys yet.</p>
  return (
    <div class="table-scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">May</th>
            <th scope="col">Expires</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <td>{key.name ?? key.id}</td>
              <td>{key.scopes.join(', ')}</td>
              <td>{formatTime(key.expiresAt)}</td>
              <td>
                {key.status === 'active' ? (
                  <button type="button" class="link-button" onClick={() => onRevoke(key.id)}>
                    Revoke
                  </button>
                ) : (
                  <span class="muted">{key.status}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
