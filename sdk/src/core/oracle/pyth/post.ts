// Plans how a signed Pyth update is posted, used and closed.

import {
  type GetProgramAccountsFilter,
  Keypair,
  type PublicKey,
  SystemProgram,
  type TransactionInstruction,
} from '@solana/web3.js'
import { updateOfFeed } from './accumulator.ts'
import { atomicUpdate, readSigned, someTreasury } from './atomic.ts'
import { PYTH_RECEIVER, pythDeployment } from './deployments.ts'
import {
  closeEncodedVaa,
  initEncodedVaa,
  postUpdate,
  postUpdateAtomic,
  reclaimRent,
  type VaaAccount,
  vaaAccountSize,
  verifyEncodedVaa,
  writeEncodedVaa,
} from './instructions.ts'
import type { PriceUpdate } from './price-update.ts'

/** A transaction to send. */
export interface PlannedTransaction {
  instructions: TransactionInstruction[]
  /** Signers besides the payer. */
  signers: Keypair[]
  /** 0 by default. */
  version?: 0 | 1 | undefined
}

/** How the accounts of a posting are paid for. */
export interface PostingInput {
  /** Pays for all transactions and gets the rent back. */
  payer: PublicKey
  /**
   * The rent-exempt minimum of an account of {@link postingSize} bytes, in lamports; ask the node, since it changes.
   */
  rent: number
  /** The Pyth receiver of the market's terms, which must be able to verify the update's signers. */
  receiver?: PublicKey | undefined
}

/** The steps that post a signed update, use it and close its accounts. */
export interface PricePosting {
  /** The account that will hold the price. */
  price: PublicKey
  /** Transactions to send first, in order, if there are any: they write the signed message and verify its signatures. */
  setup: PlannedTransaction[]
  /** Posts the price; comes before the instruction that reads it. */
  post: TransactionInstruction
  /** Close the posted accounts; come after the instruction that reads the price. */
  close: TransactionInstruction[]
  /** Sign the transaction that posts the price. */
  signers: Keypair[]
  /** Closes the account of the message, if it has one and the price is not posted after all. */
  abandon: TransactionInstruction | null
}

/** Bytes of a message in the transaction that creates its account, and in each of the others. */
const FIRST_PART = 600
const NEXT_PART = 800

/**
 * Plans the posting of a signed update in the transaction that uses it. The program accepts only fully verified
 * updates: `null` if the update has too few signatures, or the receiver requires more than fit into a transaction.
 *
 * @throws InvalidInputError if the update is not signed, or not readable
 */
export function planAtomicPosting(
  signed: PriceUpdate,
  { payer, receiver = PYTH_RECEIVER }: Omit<PostingInput, 'rent'>,
): PricePosting | null {
  const { wormhole, quorum } = pythDeployment(receiver)
  const update = atomicUpdate(signed, quorum)
  if (!update) return null
  const price = Keypair.generate()
  const posted = {
    receiver,
    wormhole,
    payer,
    ...update,
    priceUpdate: price.publicKey,
    treasuryId: someTreasury(),
  }
  return {
    price: price.publicKey,
    setup: [],
    post: postUpdateAtomic(posted),
    close: [reclaimRent(receiver, payer, price.publicKey)],
    signers: [price],
    abandon: null,
  }
}

/**
 * Plans the posting of a signed update whose signatures do not fit into one transaction: two write and verify the signed
 * message, and a third posts the price, decides by it and closes both accounts.
 *
 * @throws InvalidInputError if the update is not signed, or not readable
 */
export function planPricePosting(signed: PriceUpdate, input: PostingInput): PricePosting {
  const { payer, rent, receiver = PYTH_RECEIVER } = input
  const accumulator = readSigned(signed)
  const update = updateOfFeed(accumulator, signed.feedId)
  const message = Keypair.generate()
  const price = Keypair.generate()
  const priceUpdate = price.publicKey
  const { wormhole } = pythDeployment(receiver)
  const vaa = { wormhole, authority: payer, account: message.publicKey }
  const [create = [], ...others] = writeVaa(vaa, accumulator.vaa, rent)
  const treasuryId = someTreasury()
  return {
    price: priceUpdate,
    setup: [
      { instructions: create, signers: [message] },
      ...others.map((instructions) => ({ instructions, signers: [] })),
    ],
    post: postUpdate({ receiver, payer, encodedVaa: vaa.account, priceUpdate, update, treasuryId }),
    close: [reclaimRent(receiver, payer, priceUpdate), closeEncodedVaa(vaa)],
    signers: [price],
    abandon: closeEncodedVaa(vaa),
  }
}

/**
 * The bytes of the account that holds the signed message of an update.
 *
 * @throws InvalidInputError if the update is not signed, or not readable
 */
export function postingSize(update: PriceUpdate): number {
  return vaaAccountSize(readSigned(update).vaa)
}

/** Bytes before the authority in an account that holds a VAA: discriminator and status. */
const AUTHORITY_AT = 9

/** Filters for `getProgramAccounts` of the Wormhole bridge: the messages that a payer has written and not closed. */
export function messageFilters(payer: PublicKey): GetProgramAccountsFilter[] {
  return [{ memcmp: { offset: AUTHORITY_AT, bytes: payer.toBase58() } }]
}

/** Closes the account of an unused message, for instance of a process that was killed; its rent goes to the payer. */
export function closeMessage(input: {
  /** The Pyth receiver that the message was for. */
  receiver: PublicKey
  payer: PublicKey
  account: PublicKey
}): TransactionInstruction {
  const { wormhole } = pythDeployment(input.receiver)
  return closeEncodedVaa({ wormhole, authority: input.payer, account: input.account })
}

/**
 * The instructions of the transactions that write a VAA to an account and verify it, in order.
 *
 * @param rent - lamports of the account
 */
export function writeVaa(account: VaaAccount, vaa: Buffer, rent: number): TransactionInstruction[][] {
  const space = vaaAccountSize(vaa)
  const create = SystemProgram.createAccount({
    fromPubkey: account.authority,
    newAccountPubkey: account.account,
    lamports: rent,
    space,
    programId: account.wormhole,
  })
  const first = writeEncodedVaa(account, 0, vaa.subarray(0, FIRST_PART))
  const transactions = [[create, initEncodedVaa(account), first]]
  for (let start = FIRST_PART; start < vaa.length; start += NEXT_PART) {
    transactions.push([writeEncodedVaa(account, start, vaa.subarray(start, start + NEXT_PART))])
  }
  transactions.at(-1)?.push(verifyEncodedVaa(account, vaa))
  return transactions
}
