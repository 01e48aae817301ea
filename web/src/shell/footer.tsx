import { isLocalnet } from '../api/config.ts'
import { notify } from '../state/notices.ts'
import { chooseLanguage, language, t } from '../text/language.ts'
import { LANGUAGES, type Language } from '../text/languages.ts'

/** The bottom of every view: what holds the money, further views, and the language. */
export function Footer() {
  const { footer } = t().shell
  return (
    <footer class="footer">
      <p>{isLocalnet() ? footer.localnet : footer.chain}</p>
      <nav aria-label={footer.more}>
        <a href="/how">{t().common.howItWorks}</a>
        <a href="/activity">{t().shell.views.activity}</a>
        <a href="/developers">{t().shell.views.developers}</a>
        <a href="/docs">{footer.api}</a>
        <a href="/health">{t().markets.status}</a>
      </nav>
      <LanguageSwitch />
    </footer>
  )
}

/** The languages, each by its own name, so that whoever cannot read the page finds theirs. */
function LanguageSwitch() {
  const choose = (chosen: Language) =>
    chooseLanguage(chosen).catch(() => notify({ kind: 'plain', text: t().shell.sending.noAnswer }))
  return (
    <fieldset class="languages">
      <legend class="sr-only">{t().shell.footer.language}</legend>
      {Object.entries(LANGUAGES).map(([id, name]) => (
        <button
          key={id}
          type="button"
          class="link-button"
          lang={id}
          aria-pressed={id === language()}
          onClick={() => choose(id as Language)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}
