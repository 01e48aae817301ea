// What strings of every language are made of, besides text: elements within a sentence, and plural forms.

import type { ComponentChildren } from 'preact'

/** An element within a sentence, such as a link or an amount in bold. */
export type Part = ComponentChildren

/** A sentence with elements in it: its parts in their order, which differs between languages. */
export type Parts = ComponentChildren[]

/** The forms of a word after a number. A language has more of them than two where its rules need them. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** Counts things in a language: the number, and the form of the word that goes with it. */
export function counterOf(language: string): (count: number, forms: Forms) => string {
  let formats: { rules: Intl.PluralRules; numbers: Intl.NumberFormat } | undefined
  return (count, forms) => {
    // Made when they are first needed: that takes milliseconds on a phone.
    formats ??= { rules: new Intl.PluralRules(language), numbers: new Intl.NumberFormat(language) }
    const { rules, numbers } = formats
    return `${numbers.format(count)} ${forms[rules.select(count)] ?? forms.other}`
  }
}

/** A sentence with elements in it, written as a template. */
export function parts(texts: TemplateStringsArray, ...elements: Part[]): Parts {
  return texts.flatMap((text, index) => [text, ...elements.slice(index, index + 1)])
}
