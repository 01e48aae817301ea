import { formatAmount, SOL_DECIMALS } from '@prediction-market/sdk'
import { byCurrency, CURRENCIES, CURRENCY_IDS } from '@prediction-market/sdk/currency'
import { MAX_BET_FEE } from '@prediction-market/sdk/rules'
import { useState } from 'preact/hooks'
import type { ApiKey, Currency, Delegate, DelegateTerms, Limits } from '../../model/types.ts'
import { readTyped } from '../../money/amounts.ts'
import { AmountField } from '../../parts/amount-field.tsx'
import { Select } from '../../parts/choice.tsx'
import { ErrorText } from '../../parts/states.tsx'

const DAYS = [
  ['7', 'in a week'],
  ['1', 'tomorrow'],
  ['30', 'in 30 days'],
  ['90', 'in 90 days'],
] as const

const DAY_MS = 86_400_000

/** A little less than the days that were chosen: the chain's clock may be behind the browser's. */
const MARGIN_MS = 60_000

/** The network fee that a bet may pay back: the most that the program allows. */
const MAX_FEE = formatAmount(BigInt(MAX_BET_FEE), SOL_DECIMALS)

/** The limits as they are typed, by field. */
type Draft = Record<Field, string>
type Field = `${Currency}.${keyof Limits}`

const FIELDS = CURRENCY_IDS.flatMap((currency) => [
  [`${currency}.perBet`, currency, `${CURRENCIES[currency].label} in one bet`] as const,
  [`${currency}.total`, currency, `${CURRENCIES[currency].label} in all`] as const,
])

interface Props {
  /** Keys that can be named. */
  keys: readonly ApiKey[]
  /** The delegate whose limits are changed, if any. */
  renewed: Delegate | null
  /** What the button says while a transaction is on its way. */
  progress: string
  onSubmit(keyId: string, terms: DelegateTerms): void
}

/** The form that lets an API key bet within limits. */
export function DelegateForm({ keys, renewed, progress, onSubmit }: Props) {
  const [chosen, setChosen] = useState(renewed?.keyId ?? '')
  const [draft, setDraft] = useState<Draft>(() => draftOf(renewed))
  const [days, setDays] = useState<(typeof DAYS)[number][0]>('7')
  const keyId = keys.find(({ id }) => id === chosen)?.id ?? keys[0]?.id ?? ''
  const read = FIELDS.map(([field, currency, label]) => {
    const { text, error } = readTyped(draft[field] || '0', currency)
    return { field, text, error: error && `${label}: ${error}` }
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
    <form
      class="panel"
      aria-label="Limits of a key"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div class="toolbar">
        <Select
          label="Key"
          value={keyId}
          options={keys.map(({ id, name }) => [id, name ?? id] as const)}
          onChange={setChosen}
        />
        <Select label="Expires" value={days} options={DAYS} onChange={(value) => setDays(value)} />
      </div>
      <div class="limits">
        {FIELDS.map(([field, currency, label]) => (
          <AmountField
            key={field}
            name={field}
            label={label}
            currency={currency}
            placeholder="0"
            value={draft[field]}
            errorId="delegate-error"
            onInput={(value) => setDraft({ ...draft, [field]: value })}
          />
        ))}
      </div>
      <p class="muted small-text">
        What a key has spent keeps counting when you renew it: "in all" is the sum that it may reach, of SOL
        with rent and network fees.
      </p>
      <ErrorText id="delegate-error">{error}</ErrorText>
      <div class="actions">
        <button type="submit" class="button quiet" disabled={progress !== '' || error !== '' || isEmpty}>
          {progress || (renewed ? 'Renew' : 'Let it bet')}
        </button>
      </div>
    </form>
  )
}

function draftOf(delegate: Delegate | null): Draft {
  const entries = CURRENCY_IDS.flatMap((currency) => {
    const { perBet = '', total = '' } = delegate?.limits[currency] ?? {}
    return [
      [`${currency}.perBet`, String(perBet)],
      [`${currency}.total`, String(total)],
    ]
  })
  return Object.fromEntries(entries)
}
