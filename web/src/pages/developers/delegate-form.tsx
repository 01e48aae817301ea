// The form that names an API key as a delegate.

import { byCurrency, CURRENCIES, CURRENCY_IDS } from '@prediction-market/sdk/currency'
import { formatAmount, SOL_DECIMALS } from '@prediction-market/sdk/rest'
import { MAX_BET_FEE } from '@prediction-market/sdk/rules'
import { useState } from 'preact/hooks'
import type { ApiKey, Currency, Delegate, Limits, Sent } from '../../model/types.ts'
import { readTyped } from '../../money/amounts.ts'
import { submits } from '../../parts/action.ts'
import { AmountField } from '../../parts/amount-field.tsx'
import { optionsOf, Select } from '../../parts/choice.tsx'
import { ErrorText } from '../../parts/states.tsx'
import { t } from '../../text/language.ts'

const DAYS = ['7', '1', '30', '90'] as const

const DAY_MS = 86_400_000

/** A little less than the days that were chosen: the chain's clock may be behind the browser's. */
const MARGIN_MS = 60_000

/** The network fee that a bet may pay back: the most that the program allows. */
const MAX_FEE = formatAmount(BigInt(MAX_BET_FEE), SOL_DECIMALS)

/** The limits as they are typed, by field. */
type Draft = Record<Field, string>
type Field = `${Currency}.${keyof Limits}`

const FIELDS = CURRENCY_IDS.flatMap((currency) => [
  [`${currency}.perBet`, currency, 'perBet', 'inOneBet'] as const,
  [`${currency}.total`, currency, 'total', 'inAll'] as const,
])

interface Props {
  /** Keys that can be named. */
  keys: readonly ApiKey[]
  /** The delegate whose limits are changed, if any. */
  renewed: Delegate | null
  /** What the button says while a transaction is on its way. */
  progress: string
  onSubmit(keyId: string, terms: Sent<'SetDelegate'>): void
}

/** The form that lets an API key bet within limits. */
export function DelegateForm({ keys, renewed, progress, onSubmit }: Props) {
  const [chosen, setChosen] = useState(renewed?.keyId ?? '')
  const [draft, setDraft] = useState<Draft>(() => draftOf(renewed))
  const [days, setDays] = useState<(typeof DAYS)[number]>('7')
  const keyId = keys.find(({ id }) => id === chosen)?.id ?? keys[0]?.id ?? ''
  const { delegates: words } = t().developers
  const read = FIELDS.map(([field, currency, , name]) => {
    const { text, error } = readTyped(draft[field] || '0', currency)
    const label = words[name](CURRENCIES[currency].label)
    return { field, currency, label, text, error: error && `${label}: ${error}` }
  })
  const textOf = (field: Field) => read.find((one) => one.field === field)?.text ?? '0'
  const error = read.find((one) => one.error)?.error ?? ''
  const isEmpty = FIELDS.every(([field]) => Number(textOf(field)) === 0)
  const submit = () =>
    onSubmit(keyId, {
      limits: byCurrency((currency) => ({
        perBet: textOf(`${currency}.perBet`),
        total: textOf(`${currency}.total`),
      })),
      maxFee: MAX_FEE,
      expiresAt: new Date(Date.now() + Number(days) * DAY_MS - MARGIN_MS).toISOString(),
    })
  return (
    <form class="panel" aria-label={words.limits} onSubmit={submits(submit)}>
      <div class="toolbar">
        <Select
          label={words.key}
          value={keyId}
          options={keys.map(({ id, name }) => [id, name ?? id] as const)}
          onChange={setChosen}
        />
        <Select
          label={t().common.expires}
          value={days}
          options={optionsOf(DAYS, words.days)}
          onChange={(value) => setDays(value)}
        />
      </div>
      <div class="limits">
        {read.map(({ field, currency, label }) => (
          <AmountField
            key={field}
            name={field}
            label={label}
            unit={currency}
            placeholder="0"
            value={draft[field]}
            errorId="delegate-error"
            onInput={(value) => setDraft({ ...draft, [field]: value })}
          />
        ))}
      </div>
      <p class="muted small-text">{words.counting}</p>
      <ErrorText id="delegate-error">{error}</ErrorText>
      <div class="actions">
        <button type="submit" class="button quiet" disabled={progress !== '' || error !== '' || isEmpty}>
          {progress || (renewed ? words.renew : words.letBet)}
        </button>
      </div>
    </form>
  )
}

function draftOf(delegate: Delegate | null): Draft {
  const limits = FIELDS.map(([field, currency, name]) => [
    field,
    String(delegate?.limits[currency][name] ?? ''),
  ])
  return Object.fromEntries(limits)
}
