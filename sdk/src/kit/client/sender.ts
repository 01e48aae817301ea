// Sends the Kit client's transactions: simulates them, has them signed, and waits until they are confirmed.

import {
  address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createTransactionMessage,
  getBase58Decoder,
  getBase64EncodedWireTransaction,
  getTransactionEncoder,
  type Instruction,
  isTransactionMessageWithSingleSendingSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signAndSendTransactionMessageWithSigners,
  signTransactionMessageWithSigners,
  type TransactionSigner,
} from '@solana/kit'
import { InvalidInputError } from '../../core/errors.ts'
import {
  type Budget,
  budgetData,
  COMPUTE_BUDGET,
  computeLimit,
  MAX_COMPUTE_UNITS,
  uniqueLoadedBytes,
} from '../../core/transaction/budget.ts'
import { requireConfirmed, type Sent } from '../../core/transaction/confirmation.ts'
import { TransactionFailedError, toTransactionError } from '../../core/transaction/errors.ts'
import { isUnpaid, NoSolError, SigningError } from '../../core/transaction/failures.ts'
import { PendingTransactions } from '../../core/transaction/pending.ts'
import { PREDICTION_MARKET_PROGRAM_ADDRESS } from '../generated/index.ts'
import type { Chain } from './chain.ts'
import { rpcNode } from './node.ts'

/** How a transaction is built and signed; the client's own options are the defaults. */
export interface SendOptions {
  /** Signs and pays. Other signers are those of the instructions. */
  signer?: TransactionSigner | undefined
  /** Micro-lamports offered for each compute unit, on top of the base fee; none by default. */
  priorityFee?: bigint | undefined
  /** Called with the signature as soon as the transaction is sent. */
  onSent?: ((signature: string) => void) | undefined
  /** Stops the call; see the web3.js client. */
  signal?: AbortSignal | undefined
}

const PROGRAM = /* @__PURE__ */ address(COMPUTE_BUDGET)

/** Blocks in which a transaction can be included after its blockhash. */
const BLOCKHASH_LIFE = 150

type Lifetime = Parameters<typeof setTransactionMessageLifetimeUsingBlockhash>[0]

/** Prepares transactions, has them signed, sends them and waits until they are confirmed. */
export class Sender {
  readonly #pending: PendingTransactions

  constructor(
    private readonly chain: Chain,
    private readonly defaults: SendOptions,
  ) {
    const programId = PREDICTION_MARKET_PROGRAM_ADDRESS
    this.#pending = new PendingTransactions(rpcNode(chain.rpc), { programId, commitment: chain.commitment })
  }

  /** The signer of a call. */
  signer(options: SendOptions): TransactionSigner {
    const signer = options.signer ?? this.defaults.signer
    if (!signer) throw new InvalidInputError('signer', 'is missing: give one to the client or to this call')
    return signer
  }

  /** @param isUnique - whether two equal transactions in one slot both take effect, as equal bets must */
  async send(
    instructions: readonly Instruction[],
    options: SendOptions = {},
    isUnique = false,
  ): Promise<Sent> {
    const { signal } = options
    const signer = this.signer(options)
    signal?.throwIfAborted()
    try {
      const priorityFee = options.priorityFee ?? this.defaults.priorityFee
      const budget: Budget = { priorityFee, loadedBytes: isUnique ? uniqueLoadedBytes() : undefined }
      const computeUnits = await this.#simulate(instructions, signer, budget)
      const { value } = await this.chain.rpc.getLatestBlockhash({ commitment: this.chain.commitment }).send()
      const message = compose(instructions, signer, { ...budget, computeUnits }, value)
      const [signature, confirmation] = await this.#submit(message, Number(value.lastValidBlockHeight))
      const drop = () => this.#pending.drop(signature, signal?.reason)
      signal?.addEventListener('abort', drop)
      options.onSent?.(signature)
      if (signal?.aborted) drop()
      try {
        return requireConfirmed(await confirmation)
      } finally {
        signal?.removeEventListener('abort', drop)
      }
    } catch (failure) {
      const isPoor = failure instanceof TransactionFailedError && isUnpaid(failure)
      throw isPoor ? new NoSolError(failure, signer.address) : failure
    }
  }

  /** The compute limit of a transaction. @throws ProgramError or TransactionFailedError if it would fail now */
  async #simulate(
    instructions: readonly Instruction[],
    signer: TransactionSigner,
    budget: Budget,
  ): Promise<number> {
    const blockhash = '11111111111111111111111111111111' as Lifetime['blockhash']
    const lifetime = { blockhash, lastValidBlockHeight: 0n }
    const message = compose(instructions, signer, { ...budget, computeUnits: MAX_COMPUTE_UNITS }, lifetime)
    const wire = getBase64EncodedWireTransaction(compileTransaction(message))
    const { value } = await this.chain.rpc
      .simulateTransaction(wire, {
        commitment: this.chain.commitment,
        encoding: 'base64',
        replaceRecentBlockhash: true,
        sigVerify: false,
      })
      .send()
    if (value.err) throw toTransactionError(value, PREDICTION_MARKET_PROGRAM_ADDRESS)
    return value.unitsConsumed === undefined ? MAX_COMPUTE_UNITS : computeLimit(Number(value.unitsConsumed))
  }

  async #submit(message: ReturnType<typeof compose>, lastValidBlockHeight: number) {
    const toText = (bytes: Uint8Array) => getBase58Decoder().decode(bytes)
    if (isTransactionMessageWithSingleSendingSigner(message)) {
      const signature = toText(await signing(() => signAndSendTransactionMessageWithSigners(message)))
      // The wallet may have taken a newer blockhash, but none that is newer than the present block.
      const last = lastValidBlockHeight + BLOCKHASH_LIFE
      return [signature, this.#pending.follow({ signature, lastValidBlockHeight: last })] as const
    }
    const signed = await signing(() => signTransactionMessageWithSigners(message))
    const serialized = Uint8Array.from(getTransactionEncoder().encode(signed))
    const signatures = Object.values(signed.signatures).map((one) => Uint8Array.from(one ?? []))
    const transaction = { signatures, serialize: () => serialized }
    const confirmation = this.#pending.submit({ transaction, lastValidBlockHeight })
    return [toText(signatures[0] ?? new Uint8Array()), confirmation] as const
  }
}

function compose(
  instructions: readonly Instruction[],
  signer: TransactionSigner,
  budget: Budget,
  lifetime: Lifetime,
) {
  const limits = budgetData(budget).map((data) => ({ programAddress: PROGRAM, data }))
  return pipe(
    createTransactionMessage({ version: 0 }),
    (message) => setTransactionMessageFeePayerSigner(signer, message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
    (message) => appendTransactionMessageInstructions([...limits, ...instructions], message),
  )
}

async function signing<T>(sign: () => Promise<T>): Promise<T> {
  try {
    return await sign()
  } catch (cause) {
    throw new SigningError({ cause })
  }
}
