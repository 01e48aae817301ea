// The types of answers, derived from their schemas.

import type { z } from '@hono/zod-openapi'
import type { Decimal } from '../../../json/json.ts'

/** A number of a schema that answers hold with every digit: `Exact` of `gateway/http/fields/schemas.ts`. */
type ExactNumber = number & z.core.$brand<'exact'>

/** The value that is written as an answer of a schema. */
export type Answered<Schema extends z.ZodType> = Written<z.output<Schema>>

/** A value of a schema as it is written: exact numbers are `Decimal`s. */
export type Written<Value> = Value extends ExactNumber
  ? Decimal
  : Value extends readonly (infer Item)[]
    ? readonly Written<Item>[]
    : Value extends object
      ? { [Key in keyof Value]: Written<Value[Key]> }
      : Value

/** The opposite: the type that a client reads from a written value. */
export type Read<Value> = Value extends Decimal
  ? ExactNumber
  : Value extends readonly (infer Item)[]
    ? Read<Item>[]
    : Value extends object
      ? { [Key in keyof Value]: Read<Value[Key]> }
      : Value
