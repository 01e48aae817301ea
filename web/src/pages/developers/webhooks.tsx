import { useState } from 'preact/hooks'
import { createWebhook, deleteWebhook, listWebhooks } from '../../api/wallet-calls.ts'
import type { Webhook } from '../../model/types.ts'
import type { Wallet } from '../../model/wallet.ts'
import { submits, useAction } from '../../parts/action.ts'
import { Issued } from '../../parts/copy.tsx'
import { ErrorText, Show } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useLoaded } from '../../state/loaded.ts'
import { t } from '../../text/language.ts'

/** The webhooks of a wallet: addresses that its events are sent to. */
export function Webhooks({ wallet }: { wallet: Wallet }) {
  const webhooks = useLoaded(`webhooks ${wallet.address}`, () => listWebhooks(wallet))
  const { webhooks: words } = t().developers
  const [url, setUrl] = useState('')
  const [isOwnOnly, setIsOwnOnly] = useState(true)
  const [secret, setSecret] = useState('')
  const { error, act } = useAction()
  const create = async () => {
    const body = isOwnOnly ? { url, wallet: wallet.address } : { url }
    setSecret((await createWebhook(wallet, body)).secret)
    setUrl('')
    webhooks.reload()
  }
  const remove = async (id: string) => {
    await deleteWebhook(wallet, id)
    webhooks.reload()
  }
  return (
    <section aria-labelledby="webhooks">
      <h2 id="webhooks">{words.heading}</h2>
      <p class="muted">{words.about}</p>
      <Issued text={secret} label={words.copy} testId="webhook-secret">
        {words.secret}
      </Issued>
      <Show of={webhooks}>
        {(all) => <WebhookList webhooks={all} onDelete={(id) => act(() => remove(id))} />}
      </Show>
      <form class="panel" onSubmit={submits(() => act(create))}>
        <label class="field">
          <span>{words.newAddress}</span>
          <input
            type="url"
            placeholder={words.placeholder}
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
          {words.ownOnly}
        </label>
        <ErrorText>{error}</ErrorText>
        <p>
          <button type="submit" class="button quiet" disabled={url.trim() === ''}>
            {words.add}
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
  const { webhooks: words } = t().developers
  if (webhooks.length === 0) return <p class="muted">{words.none}</p>
  return (
    <Table columns={[words.address, words.events, t().common.state, { hidden: words.actions }]}>
      {webhooks.map(({ id, url, wallet, types, status }) => (
        <tr key={id}>
          <td class="wide-cell">
            <code>{url}</code>
          </td>
          <td>{describeEvents(types ?? [], wallet !== null)}</td>
          <td>
            <span class="chip">{words.statuses[status]}</span>
          </td>
          <td class="number">
            <button type="button" class="link-button" onClick={() => onDelete(id)}>
              {words.delete}
            </button>
          </td>
        </tr>
      ))}
    </Table>
  )
}

function describeEvents(types: readonly string[], isOfWallet: boolean): string {
  const { all, ofOneWallet } = t().developers.webhooks
  const text = types.join(', ') || all
  return isOfWallet ? ofOneWallet(text) : text
}
