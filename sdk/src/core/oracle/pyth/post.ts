// Plans how a signed Pyth update is posted, used and closed.

import type { Memcmp } from '../../accounts/memcmp.ts'
import { signer } from '../../instructions/build.ts'
import { PYTH_PRO, pythDeployment } from '../../pyth-deployments.ts'
import { DEFAULT_PUBKEY } from '../../shapes.ts'
import type { Codec, Library, NewSigner, TransactionVersion } from '../../wire.ts'
import { atomicUpdate, readSigned, someTreasury, updateOfFeed } from './accumulator.ts'
import * as pyth from './instructions.ts'
import type { PriceUpdate } from './price-source.ts'

/** A transaction to send. */
export interface PlannedTransaction<L extends Library> {
  instructions: L['Instruction'][]
  /** Signers besides the payer. */
  signers: L['Signer'][]
  /** 0 by default. */
  version?: TransactionVersion | undefined
}

/** How the accounts of a posting are paid for. */
export interface PostingInput<Address> {
  /** Pays for all transactions and gets the rent back. */
  payer: Address
  /**
   * The rent-exempt minimum of an account of {@link postingSize} bytes, in lamports; ask the node, since it changes.
   */
  rent: bigint | number
  /** The Pyth receiver of the market's terms, which must be able to verify the update's signers. */
  receiver?: Address | undefined
}

/** The steps that post a signed update, use it and close its accounts. */
export interface PricePosting<L extends Library> {
  /** The account that will hold the price. */
  price: L['Address']
  /** Transactions to send first, in order, if there are any: they write the signed message and verify its signatures. */
  setup: PlannedTransaction<L>[]
  /** Posts the price; comes before the instruction that reads it. */
  post: L['Instruction']
  /** Close the posted accounts; come after the instruction that reads the price. */
  close: L['Instruction'][]
  /** Sign the transaction that posts the price. */
  signers: L['Signer'][]
  /** Closes the account of the message, if it has one and the price is not posted after all. */
  abandon: L['Instruction'] | null
}

/** Bytes of a message in the transaction that creates its account, and in each of the others. */
const FIRST_PART = 600
const NEXT_PART = 800

/** The new accounts of a posting: that of the price, and that of the message if it is written first. */
export interface PostingAccounts<L extends Library> {
  price: NewSigner<L>
  message: NewSigner<L>
}

/**
 * Plans the posting of a signed update in the transaction that uses it. The program accepts only fully verified
 * updates: `null` if the update has too few signatures, or the receiver requires more than fit into a transaction.
 *
 * @throws InvalidInputError if the update is not signed, or not readable
 */
export function planAtomicPosting<L extends Library>(
  codec: Codec<L>,
  signed: PriceUpdate,
  { payer, receiver = codec.constant(PYTH_PRO.receiver) }: Omit<PostingInput<L['Address']>, 'rent'>,
  price: NewSigner<L>,
): PricePosting<L> | null {
  const { wormhole, quorum } = pythDeployment(codec.text(receiver))
  const update = atomicUpdate(signed, quorum)
  if (!update) return null
  const priceUpdate = price.address
  const posted = { receiver, wormhole: codec.constant(wormhole), payer, ...update, priceUpdate }
  return {
    price: priceUpdate,
    setup: [],
    post: pyth.postUpdateAtomic(codec, { ...posted, treasuryId: someTreasury() }),
    close: [pyth.reclaimRent(codec, receiver, payer, priceUpdate)],
    signers: [price.signer],
    abandon: null,
  }
}

/**
 * Plans the posting of a signed update whose signatures do not fit into one transaction: two write and verify the signed
 * message, and a third posts the price, decides by it and closes both accounts.
 *
 * @throws InvalidInputError if the update is not signed, or not readable
 */
export function planPricePosting<L extends Library>(
  codec: Codec<L>,
  signed: PriceUpdate,
  input: PostingInput<L['Address']>,
  { price, message }: PostingAccounts<L>,
): PricePosting<L> {
  const { payer, rent, receiver = codec.constant(PYTH_PRO.receiver) } = input
  const accumulator = readSigned(signed)
  const update = updateOfFeed(accumulator, signed.feedId)
  const priceUpdate = price.address
  const vaa = { wormhole: bridgeOf(codec, receiver), authority: payer, account: message.address }
  const [create = [], ...others] = writeVaa(codec, vaa, accumulator.vaa, rent)
  const posted = { receiver, payer, encodedVaa: vaa.account, priceUpdate, update, treasuryId: someTreasury() }
  return {
    price: priceUpdate,
    setup: [
      { instructions: create, signers: [message.signer] },
      ...others.map((instructions) => ({ instructions, signers: [] })),
    ],
    post: pyth.postUpdate(codec, posted),
    close: [pyth.reclaimRent(codec, receiver, payer, priceUpdate), pyth.closeEncodedVaa(codec, vaa)],
    signers: [price.signer],
    abandon: pyth.closeEncodedVaa(codec, vaa),
  }
}

/**
 * The bytes of the account that holds the signed message of an update.
 *
 * @throws InvalidInputError if the update is not signed, or not readable
 */
export function postingSize(update: PriceUpdate): number {
  return pyth.vaaAccountSize(readSigned(update).vaa)
}

/** Bytes before the authority in an account that holds a VAA: discriminator and status. */
const AUTHORITY_AT = 9

/** Selects accounts of the Wormhole bridge: the messages that a payer, in base58, has written and not closed. */
export function messageBytes(payer: string): Memcmp[] {
  return [{ offset: AUTHORITY_AT, bytes: payer }]
}

/** Closes the account of an unused message, for instance of a process that was killed; its rent goes to the payer. */
export function closeMessage<L extends Library>(
  codec: Codec<L>,
  input: {
    /** The Pyth receiver that the message was for. */
    receiver: L['Address']
    payer: L['Address']
    account: L['Address']
  },
): L['Instruction'] {
  const wormhole = bridgeOf(codec, input.receiver)
  return pyth.closeEncodedVaa(codec, { wormhole, authority: input.payer, account: input.account })
}

/** `CreateAccount` of the system program. */
const CREATE_ACCOUNT = 0

/**
 * The instructions of the transactions that write a VAA to an account and verify it, in order.
 *
 * @param rent - lamports of the account
 */
export function writeVaa<L extends Library>(
  codec: Codec<L>,
  account: pyth.VaaAccount<L['Address']>,
  vaa: Uint8Array,
  rent: bigint | number,
): L['Instruction'][][] {
  const data = new Uint8Array(4 + 8 + 8 + 32)
  const view = new DataView(data.buffer)
  view.setUint32(0, CREATE_ACCOUNT, true)
  view.setBigUint64(4, BigInt(rent), true)
  view.setBigUint64(12, BigInt(pyth.vaaAccountSize(vaa)), true)
  data.set(codec.bytes(account.wormhole), 20)
  const create = codec.instruction({
    program: codec.constant(DEFAULT_PUBKEY),
    accounts: [signer(account.authority, true), signer(account.account, true)],
    data,
  })
  const first = pyth.writeEncodedVaa(codec, account, 0, vaa.subarray(0, FIRST_PART))
  const transactions = [[create, pyth.initEncodedVaa(codec, account), first]]
  for (let start = FIRST_PART; start < vaa.length; start += NEXT_PART) {
    transactions.push([pyth.writeEncodedVaa(codec, account, start, vaa.subarray(start, start + NEXT_PART))])
  }
  transactions.at(-1)?.push(pyth.verifyEncodedVaa(codec, account, vaa))
  return transactions
}

/** The Wormhole bridge of a receiver. */
function bridgeOf<L extends Library>(codec: Codec<L>, receiver: L['Address']): L['Address'] {
  return codec.constant(pythDeployment(codec.text(receiver)).wormhole)
}
