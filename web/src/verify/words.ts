// The text of this page, which does not load that of all the others.

import { startingLanguage } from '../text/languages.ts'
import { verify as en } from '../text/strings/en/verify.ts'
import { verify as es } from '../text/strings/es/verify.ts'

/** The language of this page. */
export const chosen = startingLanguage()

/** Its text. */
export const words = { en, es }[chosen]
