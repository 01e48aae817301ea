import { IDL as GENERATED, type PredictionMarket as Generated } from './idl/prediction_market.ts'

/**
 * The account type that Anchor leaves out of the IDL, because no instruction names it: the program creates attestor
 * sets by hand and reads them from the remaining accounts.
 */
const ATTESTOR_SET = {
  account: { name: 'attestorSet', discriminator: [202, 26, 217, 84, 207, 111, 64, 117] },
  type: {
    name: 'attestorSet',
    type: {
      kind: 'struct',
      fields: [
        { name: 'index', type: 'u16' },
        { name: 'threshold', type: 'u8' },
        { name: 'keys', type: { vec: 'pubkey' } },
      ],
    },
  },
} as const

type Mutable<T> = { -readonly [Key in keyof T]: Mutable<T[Key]> }

/** The program's interface with all of its accounts. */
export type PredictionMarket = Omit<Generated, 'accounts' | 'types'> & {
  accounts: [...Generated['accounts'], Mutable<typeof ATTESTOR_SET.account>]
  types: [...Generated['types'], Mutable<typeof ATTESTOR_SET.type>]
}

/** The program's interface with all of its accounts, as a value. */
export const IDL = {
  ...GENERATED,
  accounts: [...GENERATED.accounts, ATTESTOR_SET.account],
  types: [...GENERATED.types, ATTESTOR_SET.type],
} as unknown as PredictionMarket
