// Keeps what was made or asked for once.

interface Memory<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: NoInfer<Value>): unknown
}

/** The value that a map or a cache has for a key; made and kept if it has none. */
export function remember<Key, Value extends {}>(
  memory: Memory<Key, Value>,
  key: Key,
  make: () => Value,
): Value {
  const known = memory.get(key)
  if (known !== undefined) return known
  const value = make()
  memory.set(key, value)
  return value
}

/** The same for an answer that is waited for: one that fails is asked for again. */
export function rememberAnswer<Key, Value>(
  memory: Memory<Key, Promise<Value>> & { delete(key: Key): unknown },
  key: Key,
  ask: () => Promise<Value>,
): Promise<Value> {
  return remember(memory, key, () => {
    const answer = ask()
    answer.catch(() => memory.delete(key))
    return answer
  })
}
