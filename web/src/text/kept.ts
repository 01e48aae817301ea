/** Makes a value once for each key: making a format takes longer than using it. */
export function kept<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = known.get(key) ?? make()
  known.set(key, found)
  return found
}
