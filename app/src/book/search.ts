/** Words to look for, in the form in which texts are compared. */
export type Words = readonly string[]

/** A market that can be searched for. */
export interface Searchable {
  readonly question: string
  /** The question in that form, made when first looked at. */
  comparable?: string | undefined
}

/** The words of a search; none for one that has nothing but spaces. */
export function wordsOf(search: string): Words {
  return fold(search)
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** Whether a question has all words, anywhere and in any order, in whatever case and width of letters. */
export function isFound(entry: Searchable, words: Words): boolean {
  entry.comparable ??= fold(entry.question)
  for (const word of words) if (!entry.comparable.includes(word)) return false
  return true
}

function fold(text: string): string {
  // Most questions have no other letters, and are much sooner done.
  return (/^[\0-\x7f]*$/.test(text) ? text : text.normalize('NFKC')).toLowerCase()
}
