import { useState } from 'preact/hooks'
import { createWebhook, deleteWebhook, listWebhooks } from '../../api/gateway.ts'
import { messageOf } from '../../api/http.ts'
import type { Webhook } from '../../model/types.ts'
import type { Wallet } from '../../model/wallet.ts'
import { Copy } from '../../parts/copy.tsx'
import { ErrorText, Show } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useLoaded } from '../../state/loaded.ts'

const COLUMNS = ['Address', 'Events', 'State', { hidden: 'Actions' }]

/** The webhooks of a wallet: addresses that its events are sent to. */
export function Webhooks({ wallet }: { wallet: Wallet }) {
  const webhooks = useLoaded(`webhooks ${wallet.address}`, () => listWebhooks(wallet))
  const [url, setUrl] = useState('')
  const [isOwnOnly, setIsOwnOnly] = useState(true)
  const [secret, setSecret] = useState('')
  const [error, setError] = useState('')

  const act = async (action: () => Promise<unknown>) => {
    setError('')
    try {
      await action()
      webhooks.reload()
    } catch (reason) {
      setError(messageOf(reason))
    }
  }
  const create = () =>
    act(async () => {
      const body = isOwnOnly ? { url, wallet: wallet.address } : { url }
      setSecret((await createWebhook(wallet, body)).secret)
      setUrl('')
    })
  return (
    <section aria-labelledby="webhooks">
      <h2 id="webhooks">Webhooks</h2>
      <p class="muted">
        The events of the stream as POST requests to a server of yours, signed by Standard Webhooks.
      </p>
      {secret && (
        <div class="panel issued" role="status">
          <p>The secret that signs its requests. Copy it now: it is not shown again.</p>
          <p>
            <code data-testid="webhook-secret">{secret}</code> <Copy text={secret} label="Copy the secret" />
          </p>
        </div>
      )}
      <Show of={webhooks}>
        {(all) => <WebhookList webhooks={all} onDelete={(id) => act(() => deleteWebhook(wallet, id))} />}
      </Show>
      <form
        class="panel"
        onSubmit={(event) => {
          event.preventDefault()
          create()
        }}
      >
        <label class="field">
          <span>Address of a new webhook</span>
          <input
            type="url"
            placeholder="https://example.com/events"
            value={url}
            onInput={(event) => setUrl(event.currentTarget.value)}
          />
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={isOwnOnly}
            onChange={(event) => setIsOwnOnly(event.currentTarget.checked)}
          />
          Only events of your wallet
        </label>
        <ErrorText>{error}</ErrorText>
        <p>
          <button type="submit" class="button quiet" disabled={url.trim() === ''}>
            Add a webhook
          </button>
        </p>
      </form>
    </section>
  )
}

interface ListProps {
  webhooks: readonly Webhook[]
  onDelete(id: string): void
}

function WebhookList({ webhooks, onDelete }: ListProps) {
  if (webhooks.length === 0) return <p class="muted">No webhooks yet.</p>
  return (
    <Table columns={COLUMNS}>
      {webhooks.map(({ id, url, wallet, types, status }) => (
        <tr key={id}>
          <td class="wide-cell">
            <code>{url}</code>
          </td>
          <td>
            {types?.length ? types.join(', ') : 'all'}
            {wallet && ' of one wallet'}
          </td>
          <td>
            <span class="chip">{status}</span>
          </td>
          <td class="number">
            <button type="button" class="link-button" onClick={() => onDelete(id)}>
              Delete
            </button>
          </td>
        </tr>
      ))}
    </Table>
  )
}
