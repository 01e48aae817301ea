/** Fetches a value that never changes once; a failed fetch is forgotten. */
export function remember<Key, T>(known: Map<Key, Promise<T>>, key: Key, fetch: () => Promise<T>): Promise<T> {
  const cached = known.get(key)
  if (cached) return cached
  const fetched = fetch()
  known.set(key, fetched)
  fetched.catch(() => known.delete(key))
  return fetched
}

/** Computes a value when it is first needed. */
export function remembered<T>(compute: () => T): () => T {
  let known: { value: T } | undefined
  return () => {
    known ??= { value: compute() }
    return known.value
  }
}
