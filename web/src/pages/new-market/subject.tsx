// What a question is about: an asset, a token, or anything else.

import { isDated } from '@prediction-market/sdk/condition'
import type { Asset } from '../../model/types.ts'
import { AssetPicture } from '../../parts/asset.tsx'
import { Radios, Select } from '../../parts/choice.tsx'
import { Pills } from '../../parts/pills.tsx'
import { t } from '../../text/language.ts'
import { formatMeasured } from '../../text/measured.ts'
import { closingOf, type Draft, tokensOf } from './draft.ts'
import { undated } from './moves.ts'
import { FIRST_TOPIC, isAboutToken, isChange, isEvent, needsMint, TOPICS, type Topic } from './topics.ts'

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
      move: isDated({ type: topic }) ? draft.move : undated(draft.move),
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
          <Radios
            name="topic"
            value={chosen}
            options={TOPICS.map((topic) => [topic, t().kinds[topic].label])}
            onChange={choose}
          />
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
        <Select
          label={words.allAssets}
          value={draft.asset}
          options={possible.map(({ symbol, name }) => [symbol, `${symbol} · ${name}`])}
          onChange={choose}
        />
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
      <Pills
        of={tokensOf(assets, BUTTONS).map(({ symbol, token }) => ({ text: symbol, token }))}
        onPick={({ token }) => onChange({ token })}
      />
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
