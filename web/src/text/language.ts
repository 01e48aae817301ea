// The language of the page: which one is in use, and its text. Only what the page itself says is translated. What the
// server writes stays in English whatever the language: questions, the sentences that decide markets, confirmations, and
// the messages of refusals.

import { signal } from '@preact/signals'
import { type Language, languageOf, startingLanguage, storeLanguage } from './languages.ts'

/** The text of a language: every one has all that English has. */
export type Strings = typeof import('./strings/en/index.ts')

/** Each is a script of its own: nobody loads a language that they do not read. */
const LOADERS: Record<Language, () => Promise<Strings>> = {
  en: () => import('./strings/en/index.ts'),
  es: () => import('./strings/es/index.ts'),
}

/** Without text until one was loaded, which the page waits for before it draws anything. */
const current = signal({ language: 'en' } as { language: Language; strings: Strings })

/** The text of the language in use. A component that reads it is drawn again when the language changes. */
export function t(): Strings {
  return current.value.strings
}

/** The language in use. */
export function language(): Language {
  return current.value.language
}

/** The language in use as the browser's owner writes it, such as British English: dates differ, the text does not. */
export function locale(): string {
  const chosen = language()
  const preferred = globalThis.navigator?.languages ?? []
  return preferred.find((tag) => languageOf(tag) === chosen) ?? chosen
}

/** Uses the language that the page starts in, or English if its text does not load. */
export function startLanguage(): Promise<void> {
  return setLanguage(startingLanguage()).catch(() => setLanguage('en'))
}

/**
 * Changes the language, and keeps it in this browser.
 *
 * @throws Error if the text could not be loaded; then nothing has changed
 */
export async function chooseLanguage(chosen: Language): Promise<void> {
  await setLanguage(chosen)
  if (language() === chosen) storeLanguage(chosen)
}

/** How often a language was asked for. */
let asked = 0

/** Loads the text of a language and uses it, unless another one was asked for meanwhile. */
export async function setLanguage(chosen: Language): Promise<void> {
  asked += 1
  const turn = asked
  const strings = await LOADERS[chosen]()
  if (turn !== asked) return
  current.value = { language: chosen, strings }
  if (globalThis.document) document.documentElement.lang = chosen
}
