// The languages of the page, and which one it starts in.

/** The languages to choose from, each by the name that it has in itself. */
export const LANGUAGES = { en: 'English', es: 'Español' } as const

export type Language = keyof typeof LANGUAGES

/** The language that somebody chose in this browser. */
const STORAGE_KEY = 'language'

/** The language that was chosen in this browser, or else the browser's own, or else English. */
export function startingLanguage(): Language {
  return languageOf(storedLanguage()) ?? languageOf(navigator.language) ?? 'en'
}

/** Keeps the language in this browser. */
export function storeLanguage(chosen: Language): void {
  try {
    localStorage.setItem(STORAGE_KEY, chosen)
  } catch {
    // Without storage it lasts as long as the page.
  }
}

/** The language of a tag such as `es-MX`; undefined if the page has no text in it. */
export function languageOf(tag: string | null): Language | undefined {
  const [name = ''] = tag?.toLowerCase().split('-') ?? []
  return name in LANGUAGES ? (name as Language) : undefined
}

/** A frame on another site may be refused its storage. */
function storedLanguage(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}
