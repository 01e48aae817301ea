import type { FunctionComponent } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { config, isLocalnet, loadConfig } from '../api/config.ts'
import { isLive } from '../api/stream.ts'
import { MarketPage } from '../pages/market/market.tsx'
import { MarketsPage } from '../pages/markets/markets.tsx'
import { RoundsPage } from '../pages/rounds/rounds.tsx'
import { WalletPage } from '../pages/wallet/wallet.tsx'
import { Empty, LoadError, Show, Skeleton } from '../parts/states.tsx'
import { useLoaded } from '../state/loaded.ts'
import { dismiss, notices, notify } from '../state/notices.ts'
import { route } from '../state/router.ts'
import { chooseLanguage, language, t } from '../text/language.ts'
import { LANGUAGES, type Language } from '../text/languages.ts'
import { startWallets } from '../wallet/current.ts'
import { followPrivateData } from '../wallet/private-data.ts'
import { announceDecisions, announcePayouts } from './decisions.ts'
import { Header } from './header.tsx'
import { WalletDialog } from './wallet-dialog.tsx'

/** The whole page. */
export function App() {
  const loaded = useLoaded('config', async () => {
    await loadConfig()
    startWalletsOnce()
    return true
  })
  return (
    <>
      <a class="skip" href="#main">
        {t().shell.skip}
      </a>
      <Header />
      {!isLive.value && (
        <p class="stale" role="status">
          {t().shell.offline}
        </p>
      )}
      <main id="main" tabIndex={-1}>
        {config.value ? (
          <View />
        ) : loaded.state === 'error' ? (
          <LoadError {...loaded} />
        ) : (
          <Skeleton lines={6} />
        )}
      </main>
      <Footer />
      <WalletDialog />
      <NoticeList />
    </>
  )
}

let isStarted = false

function startWalletsOnce(): void {
  if (isStarted) return
  isStarted = true
  startWallets()
  followPrivateData()
  announcePayouts()
  announceDecisions()
}

function View() {
  const current = route.value
  const address = 'id' in current ? current.id : current.name
  const shown = useRef(address)
  useEffect(() => {
    // The main region takes the focus, so that a screen reader starts at the new view.
    if (shown.current !== address) document.getElementById('main')?.focus({ preventScroll: true })
    shown.current = address
  }, [address])
  switch (current.name) {
    case 'markets':
      return <MarketsPage />
    case 'market':
      return <MarketPage key={current.id} id={current.id} />
    case 'rounds':
      return <RoundsPage key={current.series} number={current.series} />
    case 'wallet':
      return <WalletPage key={current.address} address={current.address} />
    case 'unknown':
      return (
        <Empty title={t().shell.unknownAddress} heading="h1">
          <a href="/">{t().common.seeMarkets}</a>
        </Empty>
      )
    default:
      return <LaterView key={current.name} name={current.name} />
  }
}

/** Views that few visitors open: their scripts are loaded when they are first shown. */
const LATER = {
  new: async () => (await import('../pages/new-market/new-market.tsx')).NewMarketPage,
  leaderboard: async () => (await import('../pages/leaderboard.tsx')).LeaderboardPage,
  burns: async () => (await import('../pages/burns/burns.tsx')).BurnsPage,
  developers: async () => (await import('../pages/developers/developers.tsx')).DevelopersPage,
  how: async () => (await import('../pages/how.tsx')).HowPage,
  activity: async () => (await import('../pages/activity.tsx')).ActivityPage,
}

function LaterView({ name }: { name: keyof typeof LATER }) {
  const view = useLoaded<FunctionComponent>(`view ${name}`, LATER[name])
  return (
    <Show of={view} lines={6}>
      {(Loaded) => <Loaded />}
    </Show>
  )
}

/** The bottom of every view: what holds the money, further views, and the language. */
function Footer() {
  const { footer } = t().shell
  const choose = (chosen: Language) =>
    chooseLanguage(chosen).catch(() => notify({ kind: 'plain', text: t().shell.sending.noAnswer }))
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
      {/* Each by its own name, so that whoever cannot read the page finds theirs. */}
      <fieldset class="languages">
        <legend class="sr-only">{footer.language}</legend>
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
    </footer>
  )
}

/** The notices, in a region that screen readers announce. */
function NoticeList() {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.value.map(({ id, kind, text, link }) => (
        <div key={id} class={`notice ${kind}`}>
          <p>
            {text} {link && <a href={link.href}>{link.text}</a>}
          </p>
          <button
            type="button"
            class="icon-button"
            aria-label={t().shell.dismiss}
            onClick={() => dismiss(id)}
          >
            ×
          </button>
        </div>
      ))}
    </div>
  )
}
