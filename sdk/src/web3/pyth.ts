// The SDK's entry `/oracle/pyth`: reads Pyth prices and posts them on chain, for web3.js.

import { type GetProgramAccountsFilter, Keypair, PublicKey } from '@solana/web3.js'
import * as posting from '../core/oracle/pyth/post.ts'
import * as account from '../core/oracle/pyth/price-account.ts'
import type { PriceUpdate } from '../core/oracle/pyth/price-source.ts'
import * as deployments from '../core/pyth-deployments.ts'
import { bound, codecOf } from './codec.ts'
import type { Web3 } from './library.ts'

export { type HermesOptions, HermesPrices } from '../core/oracle/pyth/hermes.ts'
export { HermesBusyError, HermesError } from '../core/oracle/pyth/hermes-answer.ts'
export { postingSize } from '../core/oracle/pyth/post.ts'
export type { VerificationLevel } from '../core/oracle/pyth/price-account.ts'
export { type PriceSource, type PriceUpdate, UnknownFeedError } from '../core/oracle/pyth/price-source.ts'

/** A deployment of the programs that verify and post Pyth prices; the same addresses on mainnet and devnet. */
export type PythDeployment = deployments.PythDeploymentOf<PublicKey>
/** A transaction to send. */
export type PlannedTransaction = posting.PlannedTransaction<Web3>
/** How the accounts of a posting are paid for. */
export type PostingInput = posting.PostingInput<PublicKey>
/** The steps that post a signed update, use it and close its accounts. */
export type PricePosting = posting.PricePosting<Web3>
/** A `PriceUpdateV2` account of the Pyth receiver. */
export type PriceUpdateAccount = account.PriceUpdateAccount<PublicKey>

/** Pyth's first deployment. */
export const PYTH: PythDeployment = /* @__PURE__ */ keys(deployments.PYTH)
/** Pyth's second deployment, of 2026. */
export const PYTH_PRO: PythDeployment = /* @__PURE__ */ keys(deployments.PYTH_PRO)
/** The receiver of new deployments: Pyth's second, with which one transaction posts a price and decides by it. */
export const PYTH_RECEIVER: PublicKey = /* @__PURE__ */ new PublicKey(deployments.PYTH_PRO.receiver)
/** The receivers that a configuration can name. */
export const PYTH_RECEIVERS: readonly PublicKey[] = /* @__PURE__ */ receivers()

/** The deployment of a receiver. @throws InvalidInputError if it is not one of {@link PYTH_RECEIVERS} */
export function pythDeployment(receiver: PublicKey, field?: string): PythDeployment {
  return keys(deployments.pythDeployment(receiver.toBase58(), field))
}

/** Plans the posting of a signed update in the transaction that uses it; `null` if it takes more than one. */
export function planAtomicPosting(
  signed: PriceUpdate,
  input: Omit<PostingInput, 'rent'>,
): PricePosting | null {
  return posting.planAtomicPosting(codecOf(), signed, input, generate())
}

/** Plans the posting of a signed update whose signatures do not fit into one transaction. */
export function planPricePosting(signed: PriceUpdate, input: PostingInput): PricePosting {
  const accounts = { price: generate(), message: generate() }
  return posting.planPricePosting(codecOf(), signed, input, accounts)
}

/** Filters for `getProgramAccounts` of the Wormhole bridge: the messages that a payer has written and not closed. */
export function messageFilters(payer: PublicKey): GetProgramAccountsFilter[] {
  return posting.messageBytes(payer.toBase58()).map((memcmp) => ({ memcmp }))
}

/** Closes the account of an unused message, for instance of a process that was killed; its rent goes to the payer. */
export const closeMessage = /* @__PURE__ */ bound(posting.closeMessage<Web3>)
/** The instructions of the transactions that write a VAA to an account and verify it, in order. */
export const writeVaa = /* @__PURE__ */ bound(posting.writeVaa<Web3>)
/** Decodes a `PriceUpdateV2` account. @throws Error if it is another account or too short */
export const decodePriceUpdate = /* @__PURE__ */ bound(account.decodePriceUpdate<Web3>)

function generate() {
  const signer = Keypair.generate()
  return { address: signer.publicKey, signer }
}

function keys({ quorum, ...addresses }: deployments.PythDeploymentOf<string>): PythDeployment {
  const found = Object.entries(addresses).map(([name, text]) => [name, new PublicKey(text)])
  return { ...Object.fromEntries(found), quorum }
}

function receivers(): PublicKey[] {
  return [deployments.PYTH, deployments.PYTH_PRO].map(({ receiver }) => new PublicKey(receiver))
}
