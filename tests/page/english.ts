// Loads the text of the page in English, as the page does when it starts, and lets tests call components. Imported for that
// alone.

import { createElement, Fragment } from 'preact'
import { setLanguage } from '../../web/src/text/language.ts'

await setLanguage('en')

// Outside the build, JSX is compiled to calls of React, which here is Preact.
Object.assign(globalThis, { React: { createElement, Fragment } })
