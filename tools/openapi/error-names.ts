// Reads the names of errors in the OpenAPI document.

/** A part of an OpenAPI document: the schema of problem details. */
interface NamingDocument {
  components: {
    schemas: { Problem?: { properties?: { code?: { 'x-enumDescriptions'?: Record<string, string> } } } }
  }
}

/** The names of errors in a document, each with its meaning. */
export function namedErrors(document: object): [name: string, meaning: string][] {
  const { Problem } = (document as NamingDocument).components.schemas
  const names = Object.entries(Problem?.properties?.code?.['x-enumDescriptions'] ?? {})
  if (names.length === 0) throw new Error('the document names no errors')
  return names
}
