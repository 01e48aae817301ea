import { type Column, type SQL, sql } from 'drizzle-orm'

/** All parts of a text that are one, two or three letters long. A migration creates the function. */
export function searchGrams(text: Column): SQL {
  return sql`search_grams(${text})`
}

/** The parts that every text which contains a term has. */
export function gramsOf(term: string): string[] {
  const letters = [...term]
  if (letters.length <= 3) return [term]
  return letters.slice(2).map((_, index) => letters.slice(index, index + 3).join(''))
}
