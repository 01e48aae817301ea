// What a question is about: an asset, a token, or anything else.

import type { Asset } from '../../model/types.ts'
import { AssetPicture } from '../../parts/asset.tsx'
import { t } from '../../text/language.ts'
import { formatMeasured } from '../../text/measured.ts'
import { closingOf, type Draft } from './draft.ts'
import { undated } from './moves.ts'
import {
  FIRST_TOPIC,
  isAboutToken,
  isChange,
  isDated,
  isEvent,
  needsMint,
  TOPICS,
  type Topic,
} from './topics.ts'

/** Assets that are offered as buttons; all are in the list. */
const BUTTONS = 6

interface Props {
  draft: Draft
  assets: readonly Asset[]
  onChange(fields: Partial<Draft>): void
}

/** What the question is about. */
export function Subject({ draft, assets, onChange }: Props) {
  const chosen = isChange(draft.topic) ? FIRST_TOPIC : draft.topic
  const choose = (topic: Topic) => {
    const isPossible = (known: Asset) => known.tokenAddress !== null || !needsMint(topic)
    const [possible] = [...assets.filter(({ symbol }) => symbol === draft.asset), ...assets].filter(
      isPossible,
    )
    onChange({
      topic,
      move: isDated(topic) ? draft.move : undated(draft.move),
      closing: closingOf(topic),
      asset: possible?.symbol ?? draft.asset,
      target: '',
    })
  }
  return (
    <>
      <fieldset class="field">
        <legend>{t().builder.subject.about}</legend>
        <div class="options">
          {TOPICS.map((topic) => (
            <label key={topic}>
              <input type="radio" name="topic" checked={topic === chosen} onChange={() => choose(topic)} />
              <span>{t().kinds[topic].label}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {isEvent(draft.topic) ? (
        <EventWords draft={draft} onChange={onChange} />
      ) : isAboutToken(draft.topic) ? (
        <TokenField draft={draft} assets={assets} onChange={onChange} />
      ) : (
        <AssetField draft={draft} assets={assets} onChange={onChange} />
      )}
    </>
  )
}

function AssetField({ draft, assets, onChange }: Props) {
  const { subject: words } = t().builder
  const possible = needsMint(draft.topic)
    ? assets.filter(({ tokenAddress }) => tokenAddress !== null)
    : assets
  const shown = possible.slice(0, BUTTONS)
  const current = possible.find(({ symbol }) => symbol === draft.asset)
  // A value of another asset's price means nothing.
  const choose = (asset: string) => onChange({ asset, target: '' })
  return (
    <fieldset class="field">
      <legend class="with-aside">
        {words.asset}
        <small data-testid="price">{current?.price && words.price(current.symbol, priceText(current))}</small>
      </legend>
      <div class="options assets">
        {(current && !shown.includes(current) ? [...shown, current] : shown).map((asset) => (
          <label key={asset.symbol}>
            <input
              type="radio"
              name="asset"
              checked={asset.symbol === draft.asset}
              onChange={() => choose(asset.symbol)}
            />
            <span>
              <AssetPicture symbol={asset.symbol} seed={asset.symbol} />
              <span>
                <b>{asset.symbol}</b>
                <small>{asset.price ? priceText(asset) : asset.name}</small>
              </span>
            </span>
          </label>
        ))}
      </div>
      {possible.length > BUTTONS && (
        <label class="select">
          <span>{words.allAssets}</span>
          <select value={draft.asset} onChange={(event) => choose(event.currentTarget.value)}>
            {possible.map(({ symbol, name }) => (
              <option key={symbol} value={symbol}>
                {symbol} · {name}
              </option>
            ))}
          </select>
        </label>
      )}
    </fieldset>
  )
}

const priceText = ({ price }: Asset) => (price ? formatMeasured(price.dollars, 'USD') : '')

function TokenField({ draft, assets, onChange }: Props) {
  return (
    <div class="field">
      <label class="field">
        <span>{t().market.facts.token}</span>
        <input
          name="token"
          value={draft.token}
          spellcheck={false}
          autoComplete="off"
          placeholder={t().builder.subject.mint}
          onInput={(event) => onChange({ token: event.currentTarget.value })}
        />
      </label>
      <div class="quick">
        {assets
          .filter(({ tokenAddress }) => tokenAddress !== null)
          .slice(0, BUTTONS)
          .map(({ symbol, tokenAddress }) => (
            <button
              key={symbol}
              type="button"
              class="pill"
              onClick={() => onChange({ token: tokenAddress ?? '' })}
            >
              {symbol}
            </button>
          ))}
      </div>
    </div>
  )
}

function EventWords({ draft, onChange }: Pick<Props, 'draft' | 'onChange'>) {
  return (
    <label class="field">
      <span>{t().people.creator.question}</span>
      <textarea
        name="question"
        rows={2}
        maxLength={280}
        value={draft.words}
        onInput={(event) => onChange({ words: event.currentTarget.value })}
      />
      <small class="muted">{t().builder.subject.event}</small>
    </label>
  )
}
