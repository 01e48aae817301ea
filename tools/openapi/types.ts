import openapi, { astToString, COMMENT_HEADER } from 'openapi-typescript'
import { namedErrors } from './error-names.ts'

/**
 * Generates the types of paths, operations and schemas from an OpenAPI document, and of the names of errors. Problem
 * details are left out: the REST client does not ask for them, so an error has one type.
 */
export async function restTypes(document: object): Promise<string> {
  const withoutProblems = JSON.stringify(document, (key, value) =>
    key === 'application/problem+json' ? undefined : value,
  )
  const nodes = await openapi(withoutProblems, { alphabetize: false, emptyObjectsUnknown: true })
  const names = namedErrors(document).map(([name, meaning]) => `    /** ${meaning} */\n    | "${name}"\n`)
  return `${COMMENT_HEADER}${astToString(nodes)}export type RestErrorName =\n${names.join('')};\n`
}
