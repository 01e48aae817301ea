// Helpers that write tables of phrases in a compact form.

/** A table of phrases; the phrases of one meaning are written in one line. */
export function table<T>(...meanings: [value: T, phrases: string][]): ReadonlyMap<string, T> {
  return new Map(meanings.flatMap(([value, phrases]) => list(phrases).map((phrase) => [phrase, value])))
}

const known = new Map<string, ReadonlyMap<string, true>>()

/** The table of phrases that have no meaning to tell apart, made once. */
export function tableOf(phrases: string): ReadonlyMap<string, true> {
  const made = known.get(phrases) ?? table([true as const, phrases])
  known.set(phrases, made)
  return made
}

/** The phrases of a line. */
export function list(phrases: string): string[] {
  return phrases.split('|')
}

/** `go above | go over | rise above | rise over`, of `go | rise` and `above | over`. */
export function combine(verbs: string, endings: string): string {
  return list(verbs)
    .flatMap((verb) => list(endings).map((ending) => `${verb} ${ending}`.trim()))
    .join('|')
}
