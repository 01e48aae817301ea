import { z } from 'zod'

/** Environment variables, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>

/** A whole number within bounds. */
export function whole(minimum: number, maximum: number) {
  const message = `must be a whole number from ${minimum} to ${maximum}`
  return z
    .string()
    .regex(/^\d{1,10}$/, message)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, message)
}

/** A port, 0 for any. */
export const port = whole(0, 65_535)

/**
 * Addresses of servers, with commas between.
 *
 * @param protocols - with spaces between: `http: https:`
 */
export function urls(protocols: string, example: string) {
  return z.string().transform((text, context) => {
    const list = text.split(',').map((part) => part.trim())
    const isUrl = (part: string) =>
      URL.canParse(part) && protocols.split(' ').includes(new URL(part).protocol)
    if (list.every(isUrl)) return list
    context.addIssue(`must be one address or several with commas between, such as ${example}`)
    return z.NEVER
  })
}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** How much every part logs. */
export const LOG_SETTINGS = {
  LOG_LEVEL: z.enum(LEVELS, `must be one of ${LEVELS.join(', ')}`).default('info'),
}

/**
 * Reads settings from environment variables; what is not set, or empty, keeps its default.
 *
 * @param consistency - says what does not fit together, one sentence each
 * @throws Error that names every variable that does not make sense, and what it should be
 */
export function readSettings<Schema extends z.ZodType>(
  schema: Schema,
  environment: Environment,
  consistency: (settings: z.output<Schema>) => string[] = () => [],
): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = schema.safeParse(given)
  const problems = result.success
    ? consistency(result.data)
    : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  if (!result.success || problems.length > 0) {
    throw new Error(`The configuration does not make sense:\n  ${problems.join('\n  ')}`)
  }
  return result.data
}
