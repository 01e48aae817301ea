// The address of the program, as a web3.js key.

import { PublicKey } from '@solana/web3.js'
import { IDL_ADDRESS } from '../idl/prediction_market.ts'

/** The address of the program. */
export const PROGRAM_ID: PublicKey = /* @__PURE__ */ new PublicKey(IDL_ADDRESS)
