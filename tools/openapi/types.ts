import openapi, { astToString, COMMENT_HEADER } from 'openapi-typescript'

/** Generates the types of paths, operations and schemas from an OpenAPI document. */
export async function restTypes(document: object): Promise<string> {
  const nodes = await openapi(JSON.stringify(document), { alphabetize: false, emptyObjectsUnknown: true })
  return COMMENT_HEADER + astToString(nodes)
}
