import { PublicKey } from '@solana/web3.js'

/** Variables by name, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** A setting that cannot be what it was set to. */
export class SettingError extends Error {
  override name = 'SettingError'

  /**
   * @param setting - the variable
   * @param reason - what is wrong, as the second half of a sentence
   */
  constructor(
    readonly setting: string,
    reason: string,
  ) {
    super(`${setting} ${reason}`)
  }
}

/** A variable's text; one that is empty counts as not set. */
export function text(environment: Environment, name: string): string | undefined {
  return environment[name]?.trim() || undefined
}

/** A whole number in a range. */
export function integer(
  environment: Environment,
  name: string,
  fallback: number,
  range: { minimum: number; maximum: number },
): number {
  const value = text(environment, name)
  if (value === undefined) return fallback
  const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
  const { minimum, maximum } = range
  if (!(number >= minimum && number <= maximum)) {
    throw new SettingError(name, `must be a whole number from ${minimum} to ${maximum}, not ${value}`)
  }
  return number
}

/** An address in base58. */
export function address(environment: Environment, name: string): PublicKey | undefined {
  const value = text(environment, name)
  return value === undefined ? undefined : parseAddress(name, value)
}

/** Addresses, with commas between them. */
export function addresses(environment: Environment, name: string): PublicKey[] | undefined {
  const value = text(environment, name)
  if (value === undefined) return undefined
  return value.split(',').map((part) => parseAddress(name, part.trim()))
}

function parseAddress(name: string, value: string): PublicKey {
  try {
    return new PublicKey(value)
  } catch {
    throw new SettingError(name, `must be an address in base58, not ${JSON.stringify(value)}`)
  }
}
