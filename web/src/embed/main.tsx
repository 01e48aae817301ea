// A market in a frame on another site: what it asks, odds, measured value, and a link to bet. Nothing here needs a wallet.

import { render } from 'preact'
import '@preact/signals'
import { startClock } from '../state/clock.ts'
import { startLanguage } from '../text/language.ts'
import { EmbeddedMarket } from './market.tsx'

await startLanguage()
startClock()

const id = decodeURIComponent(location.pathname.replace(/\/+$/, '').split('/').at(-1) ?? '')
const page = document.getElementById('page')
if (page) render(<EmbeddedMarket id={id} />, page)
