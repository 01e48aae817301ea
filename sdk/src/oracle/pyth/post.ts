import { Keypair, type PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js'
import { InvalidInputError } from '../../errors.ts'
import { readAccumulatorUpdate, updateOfFeed } from './accumulator.ts'
import {
  closeEncodedVaa,
  initEncodedVaa,
  postUpdate,
  reclaimRent,
  type VaaAccount,
  vaaAccountSize,
  verifyEncodedVaa,
  WORMHOLE,
  writeEncodedVaa,
} from './instructions.ts'
import type { PriceUpdate } from './price-update.ts'

/** A transaction to send. */
export interface PlannedTransaction {
  instructions: TransactionInstruction[]
  /** Keys that must sign besides the payer. */
  signers: Keypair[]
}

/** How a signed update is posted, used and cleared away. */
export interface PricePosting {
  /** The account that will hold the price. */
  price: PublicKey
  /** Transactions to send first, in order: they write the signed message and verify its signatures. */
  setup: PlannedTransaction[]
  /** Posts the price; goes before the instruction that reads it. */
  post: TransactionInstruction
  /** Close both accounts; go after the instruction that reads the price. */
  close: TransactionInstruction[]
  /** Sign the transaction that posts the price. */
  signers: Keypair[]
  /** Closes the account of the message, if the price is not posted after all. */
  abandon: TransactionInstruction
}

/** Bytes of a message in the transaction that creates its account, and in each of the others. */
const FIRST_PART = 600
const NEXT_PART = 800

/** The rent of a byte of an account, in lamports, and the bytes that every account pays for besides its own. */
const LAMPORTS_PER_BYTE = 6_960
const OVERHEAD_BYTES = 128

const TREASURIES = 256

/**
 * Plans the posting of a signed update with the Pyth receiver. The program takes fully verified updates only, whose
 * signatures do not fit into one transaction: two write and verify the signed message, and a third posts the price,
 * decides by it and closes both accounts.
 *
 * @param payer - pays for all transactions and gets the rent back
 * @throws InvalidInputError if the update is not signed, or not readable
 */
export function planPricePosting({ feedId, signed }: PriceUpdate, payer: PublicKey): PricePosting {
  if (!signed) {
    throw new InvalidInputError('signed', `is missing: the update of feed ${feedId} is not signed by Pyth`)
  }
  const accumulator = readAccumulatorUpdate(signed)
  const update = updateOfFeed(accumulator, feedId)
  const message = Keypair.generate()
  const price = Keypair.generate()
  const priceUpdate = price.publicKey
  const vaa = { authority: payer, account: message.publicKey }
  const [create = [], ...others] = writeVaa(vaa, accumulator.vaa)
  const treasuryId = Math.floor(Math.random() * TREASURIES)
  return {
    price: priceUpdate,
    setup: [
      { instructions: create, signers: [message] },
      ...others.map((instructions) => ({ instructions, signers: [] })),
    ],
    post: postUpdate({ payer, encodedVaa: vaa.account, priceUpdate, update, treasuryId }),
    close: [reclaimRent(payer, priceUpdate), closeEncodedVaa(vaa)],
    signers: [price],
    abandon: closeEncodedVaa(vaa),
  }
}

/** The instructions of the transactions that write a VAA to an account and verify it, in order. */
export function writeVaa(account: VaaAccount, vaa: Buffer): TransactionInstruction[][] {
  const space = vaaAccountSize(vaa)
  const create = SystemProgram.createAccount({
    fromPubkey: account.authority,
    newAccountPubkey: account.account,
    lamports: (OVERHEAD_BYTES + space) * LAMPORTS_PER_BYTE,
    space,
    programId: WORMHOLE,
  })
  const first = writeEncodedVaa(account, 0, vaa.subarray(0, FIRST_PART))
  const transactions = [[create, initEncodedVaa(account), first]]
  for (let start = FIRST_PART; start < vaa.length; start += NEXT_PART) {
    transactions.push([writeEncodedVaa(account, start, vaa.subarray(start, start + NEXT_PART))])
  }
  transactions.at(-1)?.push(verifyEncodedVaa(account, vaa))
  return transactions
}
