// Types of columns that several tables use.

import { bigint, customType, numeric } from 'drizzle-orm/pg-core'

/** Text that is compared by its bytes: faster than by a locale, and the same on every server. */
export const bytewise = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })

/** Base58 and identifiers. */
export const ascii = bytewise

/** Bytes. Both drivers return their own kind of array. */
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** Base units: a u64, which int8 cannot hold. */
export const units = (name: string) => numeric(name, { precision: 20, scale: 0, mode: 'bigint' })

/** A sum of base units over many markets, which may exceed a u64. */
export const sum = (name: string) => numeric(name, { precision: 40, scale: 0, mode: 'bigint' })

/** A whole number that JavaScript holds exactly. */
export const whole = (name: string) => bigint(name, { mode: 'number' })
