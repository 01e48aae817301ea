import type { FunctionComponent } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { config, loadConfig } from '../api/config.ts'
import { isLive } from '../api/stream.ts'
import { MarketPage } from '../pages/market/market.tsx'
import { MarketsPage } from '../pages/markets/markets.tsx'
import { RoundsPage } from '../pages/rounds/rounds.tsx'
import { WalletPage } from '../pages/wallet/wallet.tsx'
import { Empty, LoadError, Show, Skeleton } from '../parts/states.tsx'
import { useLoaded } from '../state/loaded.ts'
import { route } from '../state/router.ts'
import { t } from '../text/language.ts'
import { startWallets } from '../wallet/current.ts'
import { followPrivateData } from '../wallet/private-data.ts'
import { announceDecisions } from './decisions.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { NoticeList } from './notice-list.tsx'
import { announcePayouts } from './payouts.ts'
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
        <p class="offline" role="status">
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
