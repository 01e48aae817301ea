// Starts the page.

import { render } from 'preact'
import '@preact/signals'
import { startStream } from './api/stream.ts'
import { App } from './shell/app.tsx'
import { startClock } from './state/clock.ts'
import { startRouter } from './state/router.ts'
import { startLanguage } from './text/language.ts'

await startLanguage()
startRouter()
startClock()
startStream()

const page = document.getElementById('page')
if (page) render(<App />, page)
