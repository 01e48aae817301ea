// A market in a frame on another site: what it asks, odds, measured value, and a link to bet. Nothing here needs a wallet.

import { render } from 'preact'
import '@preact/signals'
import { loadConfig } from '../api/config.ts'
import { startClock } from '../state/clock.ts'
import { startLanguage } from '../text/language.ts'
import { EmbeddedMarket } from './market.tsx'

// Without the configuration the frame only lacks who answers the question.
await Promise.all([startLanguage(), loadConfig().catch(() => {})])
startClock()

const id = decodeURIComponent(location.pathname.replace(/\/+$/, '').split('/').at(-1) ?? '')
const page = document.getElementById('page')
if (page) render(<EmbeddedMarket id={id} />, page)
