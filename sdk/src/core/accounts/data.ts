// Account data: its type by discriminator, the checks before it is decoded, and their errors.

import { PredictionMarketError } from '../errors.ts'
import { type AccountName, DISCRIMINATORS } from '../program.ts'

export type { AccountName } from '../program.ts'

/** Data that is not an account of the expected type, or not an account of the program. */
export class AccountDataError extends PredictionMarketError {
  override name = 'AccountDataError'
}

/** An account of a layout that this release of the SDK does not know. */
export class UnknownVersionError extends AccountDataError {
  override name = 'UnknownVersionError'
  readonly version: number

  constructor(what: string, version: number) {
    super(`account of type ${what} has version ${version}, which this release does not support`)
    this.version = version
  }
}

/** A missing account, or one at that address that another program owns. */
export class AccountNotFoundError extends PredictionMarketError {
  override name = 'AccountNotFoundError'
  /** In base58. */
  readonly address: string

  constructor(what: string, address: { toString(): string }) {
    super(`There is no ${what} at ${address}`)
    this.address = address.toString()
  }
}

/** Accounts of variable length: the offset of their item count, the size of an item, and the size of what follows. */
const VARIABLE: Partial<Record<AccountName, { countAt: number; itemSize: number; after: number }>> = {
  attestorSet: { countAt: 8 + 1 + 2 + 1, itemSize: 32, after: 16 },
  question: { countAt: 8 + 1 + 32, itemSize: 1, after: 16 },
}

const COUNT_SIZE = 4

/** Every account begins with its discriminator and its version. */
const VERSION_AT = 8
const KNOWN_VERSION = 1

/** The type of an account of the program, by its discriminator; `null` for anything else. */
export function identifyAccount(data: Uint8Array): AccountName | null {
  const names = Object.keys(DISCRIMINATORS) as AccountName[]
  return names.find((name) => startsWith(data, DISCRIMINATORS[name])) ?? null
}

/**
 * Checks that data is an account of that type, and reads it.
 *
 * @param size - the length of an account whose fields all have a fixed length
 * @throws AccountDataError if it is not one
 * @throws UnknownVersionError if its layout is not known
 */
export function requireAccount<T>(
  name: AccountName,
  data: Uint8Array,
  size: (name: AccountName) => number,
  read: () => T,
): T {
  if (!(data instanceof Uint8Array)) throw new AccountDataError('account data must be bytes')
  const found = identifyAccount(data)
  if (found !== name) {
    const instead = found ? `it is of type ${found}` : 'unknown account discriminator'
    throw new AccountDataError(`not an account of type ${name}: ${instead}`)
  }
  const version = data[VERSION_AT]
  if (version !== undefined && version !== KNOWN_VERSION) throw new UnknownVersionError(name, version)
  if (data.length < lengthOf(name, data, size))
    throw new AccountDataError(`account of type ${name} is cut short`)
  try {
    return read()
  } catch (cause) {
    throw new AccountDataError(`account of type ${name} cannot be read`, { cause })
  }
}

/** The minimum length of the data. Checked first, so that the error names the length. */
function lengthOf(name: AccountName, data: Uint8Array, size: (name: AccountName) => number): number {
  const variable = VARIABLE[name]
  if (!variable) return size(name)
  const start = variable.countAt + COUNT_SIZE
  if (data.length < start) return start
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  return start + variable.itemSize * view.getUint32(variable.countAt, true) + variable.after
}

function startsWith(data: Uint8Array, prefix: Uint8Array): boolean {
  return data.length >= prefix.length && prefix.every((byte, index) => data[index] === byte)
}
