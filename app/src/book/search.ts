// Matches questions against the words of a search.

/** The words of a search, normalized. */
export type SearchTerms = readonly string[]

/** A market that can be searched for. */
export interface Searchable {
  readonly question: string
  /** The normalized question, set on the first search. */
  searchText?: string | undefined
}

/** The words of a search; none if it is blank. */
export function searchTerms(search: string): SearchTerms {
  return normalize(search)
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** Whether a question contains all terms, in any order. Case and width of letters do not matter. */
export function matchesSearch(market: Searchable, terms: SearchTerms): boolean {
  market.searchText ??= normalize(market.question)
  const { searchText } = market
  return terms.every((term) => searchText.includes(term))
}

/** A text as searches compare it. */
export function normalize(text: string): string {
  // Most questions are ASCII, which needs no Unicode normalization.
  return (/^[\0-\x7f]*$/.test(text) ? text : text.normalize('NFKC')).toLowerCase()
}
