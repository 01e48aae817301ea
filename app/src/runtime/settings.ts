// Reads and validates settings from environment variables, and the keypair files that they name.

import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Keypair, PublicKey } from '@solana/web3.js'
import { z } from 'zod'

/** Environment variables by name, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

export function whole(minimum: number, maximum: number) {
  return z.string().transform((text, context) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (value >= minimum && value <= maximum) return value
    context.addIssue(`must be a whole number from ${minimum} to ${maximum}, got ${text}`)
    return z.NEVER
  })
}

/** A TCP port; 0 lets the system choose one. */
export const port = whole(0, 65_535)

const MAX_MICRO_LAMPORTS = 1_000_000_000

/** Micro-lamports for each compute unit. */
export const microLamports = whole(0, MAX_MICRO_LAMPORTS).transform(BigInt)

/** A priority fee: micro-lamports for each compute unit, or `auto`. */
export const priorityFee = z.string().transform((text, context) => {
  if (text === 'auto') return text
  const fee = microLamports.safeParse(text)
  if (fee.success) return fee.data
  context.addIssue(`must be auto or a whole number from 0 to ${MAX_MICRO_LAMPORTS}, got ${text}`)
  return z.NEVER
})

/** `1` for true, `0` for false. */
export const flag = z.enum(['0', '1'], 'must be 1 or 0').transform((text) => text === '1')

/** One value or several, separated by commas. */
export const list = z.string('is missing').transform((text) => text.split(',').map((part) => part.trim()))

/** A Solana address in base58. */
export const address = z.string().transform((text, context) => {
  try {
    return new PublicKey(text)
  } catch {
    context.addIssue(`must be an address in base58, got ${JSON.stringify(text)}`)
    return z.NEVER
  }
})

/** The protocols that can be fetched. */
const HTTP: readonly string[] = ['http:', 'https:']

export function isUrl(text: string, protocols = HTTP): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol)
}

export function url(example: string) {
  return z.string('is missing').refine((text) => isUrl(text), `must be a URL such as ${example}`)
}

/**
 * One URL or several, separated by commas.
 *
 * @param protocols - http and https by default
 */
export function urls(example: string, protocols = HTTP) {
  return list.refine(
    (parts) => parts.every((part) => isUrl(part, protocols)),
    `must be one URL or several separated by commas, such as ${example}`,
  )
}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** The log level, a setting of every command. */
export const LOG_SETTINGS = {
  LOG_LEVEL: z
    .enum(LEVELS, `must be one of ${LEVELS.join(', ')}`)
    .default('info')
    .describe('`info` logs writes, refusals and slow requests; `debug` every request'),
}

/** The port of the metrics, a setting of every service. */
export const METRICS_SETTINGS = {
  METRICS_PORT: port
    .optional()
    .describe('separate port of `/metrics`, which is then on no other [that of the service]'),
}

/**
 * Reads settings from environment variables. A variable that is missing or empty has its default. Each can be read from
 * the file that `NAME_FILE` names instead: secrets then appear neither in process lists nor in container descriptions.
 *
 * @throws Error that lists every invalid variable and what it must be
 */
export function readSettings<Schema extends z.ZodType>(
  schema: Schema,
  environment: Environment,
): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const result = schema.safeParse({ ...given, ...fromFiles(names, given) })
  if (result.success) return result.data
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new Error(`Invalid settings:\n  ${problems.join('\n  ')}`)
}

/**
 * Settings whose value is the content of a file, without the space around it.
 *
 * @throws Error if a file cannot be read, or a setting is given in both ways
 */
function fromFiles(names: readonly string[], given: Environment): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const path = given[`${name}_FILE`]
      if (path === undefined) return []
      if (given[name] !== undefined)
        throw new Error(`${name}: is set, and so is ${name}_FILE; set only one of them`)
      return [[name, readSecret(name, path)]]
    }),
  )
}

function readSecret(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new Error(
      `${name}_FILE: the file ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`,
    )
  }
}

/**
 * Reads a keypair file as `solana-keygen` writes it: a JSON array of 64 bytes.
 *
 * @param setting - the setting that names the file, for the error message
 * @throws Error if the file is missing or holds no keypair; the message never shows its content
 */
export async function readKeypair(setting: string, path: string): Promise<Keypair> {
  const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'does not exist' : `cannot be read (${error.code})`
    throw new Error(`${setting}: the file ${path} ${reason}`)
  })
  try {
    const bytes: unknown = JSON.parse(content)
    if (!Array.isArray(bytes) || bytes.length !== 64) throw new Error('not 64 numbers')
    return Keypair.fromSecretKey(Uint8Array.from(bytes as number[]))
  } catch {
    throw new Error(`${setting}: the file ${path} must hold a keypair, a JSON array of 64 bytes`)
  }
}
