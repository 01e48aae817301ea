/** Words to look for, in the form in which texts are compared. */
export type Words = readonly string[]

/** Texts in that form, made when first looked through. */
const comparable = new WeakMap<object, string>()

/** The words of a search; none for one that has nothing but spaces. */
export function wordsOf(search: string): Words {
  return fold(search)
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** Whether a question has all words, anywhere and in any order, in whatever case and width of letters. */
export function isFound(entry: { readonly question: string }, words: Words): boolean {
  let text = comparable.get(entry)
  if (text === undefined) {
    text = fold(entry.question)
    comparable.set(entry, text)
  }
  for (const word of words) if (!text.includes(word)) return false
  return true
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
