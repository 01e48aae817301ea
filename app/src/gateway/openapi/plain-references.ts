/**
 * Writes a reference with a description as OpenAPI 3.1 has it, `{ $ref, description }`. The library writes an `allOf`
 * of both, as 3.0 needed, on which client generators fail or produce an unnamed type.
 */
export function plainReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainReferences)
  if (typeof value !== 'object' || value === null) return value
  const { allOf, ...rest } = value as { allOf?: unknown }
  if (Array.isArray(allOf) && Object.keys(rest).length === 0 && allOf.every(isReferenceOrWords)) {
    return Object.assign({}, ...allOf)
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plainReferences(part)]))
}

/** Whether a part of an `allOf` is a reference, or only a description. */
function isReferenceOrWords(part: object): boolean {
  return Object.keys(part).every((key) => WORDS.has(key))
}

const WORDS = new Set(['$ref', 'description', 'example'])
