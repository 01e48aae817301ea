// Converts values between the form of `Raw` and that of a library's codec, along the types of the IDL.

import type { IdlField, IdlShape, IdlType } from '../core/raw.ts'
import { IDL_TYPES } from '../idl/prediction_market.ts'

/** Converts a value; `null` if it stays as it is. */
export type Convert = ((value: never) => unknown) | null

/** What a library's codec has in another form. Every part gets the converted parts of a value. */
export interface ValueForms {
  /** A number of 64 bits and more. */
  big?: ((value: never) => unknown) | undefined
  /** A list of u8. */
  bytes?: ((value: never) => unknown) | undefined
  /** An optional value that may be absent. */
  option?: ((value: never, convert: (value: never) => unknown) => unknown) | undefined
  /** The variant of an enum: its name and the fields of all variants. */
  variant?: ((value: never, variants: readonly Variant[]) => unknown) | undefined
}

/** A variant of an enum, and how its fields are converted. */
export interface Variant {
  name: string
  hasFields: boolean
  convert: Convert
}

const BIG = ['u64', 'i64', 'u128', 'i128']
const same = (value: never) => value

/** Converts values of the program's types, by name, and of lists of fields. */
export interface ValueConverter {
  type(name: string): Convert
  fields(list: readonly IdlField[]): Convert
}

/** Creates converters of the program's types; what each type needs is found once. */
export function valueConverter(forms: ValueForms): ValueConverter {
  const known = new Map<string, Convert>()

  function of(type: IdlType): Convert {
    if (typeof type === 'string') {
      if (type === 'bytes') return forms.bytes ?? null
      return BIG.includes(type) ? (forms.big ?? null) : null
    }
    if ('defined' in type) return defined(type.defined.name)
    if ('option' in type) {
      const convert = of(type.option)
      const { option } = forms
      if (option) return (value: never) => option(value, convert ?? same)
      return convert && ((value: never) => (value === null ? null : convert(value)))
    }
    const item = 'vec' in type ? type.vec : type.array[0]
    if (item === 'u8') return forms.bytes ?? null
    const convert = of(item)
    return convert && ((values: never[]) => values.map(convert))
  }

  function fields(list: readonly IdlField[]): Convert {
    const converts = list.map(({ name, type }) => [name, of(type)] as const)
    const needed = converts.filter((one): one is readonly [string, NonNullable<Convert>] => one[1] !== null)
    if (needed.length === 0) return null
    return (value: Record<string, never>) => {
      const converted: Record<string, unknown> = { ...value }
      for (const [name, convert] of needed) converted[name] = convert(value[name] as never)
      return converted
    }
  }

  function defined(name: string): Convert {
    const found = known.get(name)
    if (found !== undefined) return found
    const shape = shapeOf(name)
    const convert = shape.variants ? variants(shape.variants) : fields(shape.fields ?? [])
    known.set(name, convert)
    return convert
  }

  function variants(list: NonNullable<IdlShape['variants']>): Convert {
    const all = list.map(({ name, fields: own = [] }) => ({
      name,
      hasFields: own.length > 0,
      convert: fields(own),
    }))
    const { variant } = forms
    if (variant) return (value: never) => variant(value, all)
    if (all.every(({ convert }) => convert === null)) return null
    return (value: Record<string, never>) => {
      const chosen = all.find(({ name }) => name in value)
      return chosen?.convert ? { [chosen.name]: chosen.convert(value[chosen.name] as never) } : value
    }
  }

  return { type: defined, fields }
}

/** The struct or enum of that name. */
function shapeOf(name: string): IdlShape {
  const types: readonly { name: string; type: IdlShape }[] = IDL_TYPES
  const found = types.find((type) => type.name === name)
  if (!found) throw new Error(`unknown type ${name}`)
  return found.type
}
