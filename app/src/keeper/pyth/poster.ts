import { Keypair, SystemProgram } from '@solana/web3.js'
import type { PriceUpdate } from '../../prices/source.ts'
import type { PriceProofPoster } from '../proofs/price.ts'
import type { Proof } from '../proofs/proof.ts'
import type { Request, Sender } from '../transactions/sender.ts'
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

/** What updates are posted with. */
export interface ReceiverOptions {
  sender: Pick<Sender, 'nextPayer' | 'send'>
  /** Told when an account could not be cleared away. */
  onError: (error: Error) => void
}

/** Bytes of a message that the transaction carries that creates its account, and that the next one carries. */
const FIRST_PART = 600
const NEXT_PART = 800

/** What a byte of an account and its upkeep cost, in lamports. */
const LAMPORTS_PER_BYTE = 6_960
const UPKEEP_BYTES = 128

const TREASURIES = 256

/**
 * Posts updates with the Pyth receiver. Our program takes fully verified ones alone, and all their signatures do
 * not fit into one transaction: the signed message is written and checked by two, and a third posts the price,
 * decides by it and clears both accounts away.
 */
export class ReceiverPoster implements PriceProofPoster {
  constructor(private readonly options: ReceiverOptions) {}

  async post({ feedId, signed }: PriceUpdate): Promise<Proof> {
    if (!signed) throw new Error(`The update of feed ${feedId} is not signed`)
    const { sender } = this.options
    const accumulator = readAccumulatorUpdate(signed)
    const update = updateOfFeed(accumulator, feedId)
    const payer = sender.nextPayer
    const message = Keypair.generate()
    const price = Keypair.generate()
    const draft = { authority: payer.publicKey, account: message.publicKey }
    const [create, ...others] = writeMessage(draft, accumulator.vaa)
    await sender.send({ instructions: create ?? [], signers: [message] }, payer)
    const abandon = () => this.#abandon(draft, payer)
    try {
      for (const instructions of others) await sender.send({ instructions }, payer)
    } catch (error) {
      await abandon()
      throw error
    }
    const priceUpdate = price.publicKey
    const treasuryId = Math.floor(Math.random() * TREASURIES)
    const input = { payer: payer.publicKey, encodedVaa: draft.account, priceUpdate, update, treasuryId }
    return {
      ...{ price: priceUpdate, signers: [price], payer, abandon },
      before: [postUpdate(input)],
      after: [reclaimRent(payer.publicKey, priceUpdate), closeEncodedVaa(draft)],
    }
  }

  async #abandon(draft: VaaAccount, payer: Keypair): Promise<void> {
    const { sender, onError } = this.options
    await sender.send({ instructions: [closeEncodedVaa(draft)] }, payer).catch(onError)
  }
}

/** The transactions that bring a signed message to the chain and have it checked, in order. */
export function writeMessage(draft: VaaAccount, vaa: Buffer): Request['instructions'][] {
  const space = vaaAccountSize(vaa)
  const create = SystemProgram.createAccount({
    fromPubkey: draft.authority,
    newAccountPubkey: draft.account,
    lamports: (UPKEEP_BYTES + space) * LAMPORTS_PER_BYTE,
    space,
    programId: WORMHOLE,
  })
  const first = writeEncodedVaa(draft, 0, vaa.subarray(0, FIRST_PART))
  const transactions = [[create, initEncodedVaa(draft), first]]
  for (let start = FIRST_PART; start < vaa.length; start += NEXT_PART) {
    transactions.push([writeEncodedVaa(draft, start, vaa.subarray(start, start + NEXT_PART))])
  }
  transactions.at(-1)?.push(verifyEncodedVaa(draft, vaa))
  return transactions
}
