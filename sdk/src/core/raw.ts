// Values of the program's types, as the IDL spells them: what each library's codec is converted to and from.

import type { PredictionMarket } from '../idl/prediction_market.ts'

type Types = PredictionMarket['types'][number]

/** A value of a type, as the IDL spells the type. Numbers of 64 bits and more are `bigint`. */
export type Value<T, Key> = T extends 'u64' | 'i64' | 'u128'
  ? bigint
  : T extends 'u8' | 'u16' | 'u32' | 'i8' | 'i32'
    ? number
    : T extends 'bool'
      ? boolean
      : T extends 'string'
        ? string
        : T extends 'pubkey'
          ? Key
          : T extends 'bytes' | { array: ['u8', number] }
            ? Uint8Array
            : T extends { option: infer Item }
              ? Value<Item, Key> | null
              : T extends { vec: infer Item } | { array: [infer Item, number] }
                ? Value<Item, Key>[]
                : T extends { defined: { name: infer Name } }
                  ? Raw<Name, Key>
                  : never

type Fields<List, Key> = List extends readonly { name: string; type: unknown }[]
  ? { [Field in List[number] as Field['name']]: Value<Field['type'], Key> }
  : Record<never, never>

/** The variant of an enum: one key, with the fields of that variant. */
type Variant<Variants, Key> = Variants extends readonly { name: string }[]
  ? {
      [One in Variants[number] as One['name']]?: One extends { fields: infer List }
        ? Fields<List, Key>
        : Record<never, never>
    }
  : never

type Shape<Type, Key> = Type extends { kind: 'struct'; fields: infer List }
  ? Fields<List, Key>
  : Type extends { kind: 'enum'; variants: infer Variants }
    ? Variant<Variants, Key>
    : never

/** A value of a type of the program, with addresses of the type `Key`. */
export type Raw<Name, Key> = Shape<Extract<Types, { name: Name }>['type'], Key>
