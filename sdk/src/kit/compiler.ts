// Compiles and signs transactions of Kit.

import * as kit from '@solana/kit'
import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase58Decoder,
  getSignersFromInstruction,
  getTransactionEncoder,
  isTransactionModifyingSigner,
  isTransactionPartialSigner,
  isTransactionSendingSigner,
  type SignatureDictionary,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type TransactionSigner,
} from '@solana/kit'
import { InvalidInputError } from '../core/errors.ts'
import {
  type Budget,
  budgetData,
  COMPUTE_BUDGET,
  LOADED_DATA_SIZE,
  MAX_COMPUTE_UNITS,
  MAX_TRANSACTION_ACCOUNTS,
  MAX_V0_SIZE,
  MAX_V1_SIZE,
  priorityLamports,
  requireBudget,
} from '../core/transaction/budget.ts'
import { SigningError } from '../core/transaction/failures.ts'
import type { CompileInput, Compiler } from '../core/wire.ts'
import type { Kit } from './library.ts'

type Compiled = Kit['Transaction']

/** A placeholder blockhash for a transaction that is only measured or simulated. */
const NO_BLOCKHASH = '11111111111111111111111111111111'

/** First byte of a message of version 1. */
const V1_PREFIX = 0x81

/** The number of accounts that a compiled transaction locks. */
const locked = new WeakMap<Compiled, number>()

export const COMPILER: Compiler<Kit> = {
  compile(input) {
    const budget = requireBudget(input)
    if (input.instructions.length === 0) throw new InvalidInputError('instructions', 'must be at least one')
    const transaction = input.version === 1 ? compileV1(input, budget) : compileV0(input, budget)
    const used = input.instructions.flatMap(({ programAddress, accounts = [] }) => [
      programAddress,
      ...accounts.map(({ address }) => address),
    ])
    const limits = input.version === 1 ? [] : [COMPUTE_BUDGET]
    locked.set(transaction, new Set<string>([input.payer, ...limits, ...used]).size)
    return transaction
  },
  fits(transaction) {
    const accounts = locked.get(transaction) ?? 0
    const isV1 = transaction.messageBytes[0] === V1_PREFIX
    const size = getTransactionEncoder().encode(transaction).length
    return accounts <= MAX_TRANSACTION_ACCOUNTS && size <= (isV1 ? MAX_V1_SIZE : MAX_V0_SIZE)
  },
  signersOf: (instruction) => [...getSignersFromInstruction(instruction as never)] as TransactionSigner[],
  async generate() {
    const signer = await generateKeyPairSigner()
    return { address: signer.address, signer }
  },
  requireWallet(wallet) {
    if (!wallet) throw new InvalidInputError('signer', 'is missing: give one to the client or to this call')
    const canSign =
      isTransactionPartialSigner(wallet) ||
      isTransactionModifyingSigner(wallet) ||
      isTransactionSendingSigner(wallet)
    if (!canSign) throw new InvalidInputError('signer', 'must be a signer that signs or sends transactions')
    return wallet.address
  },
  isSending,
  async sign(transactions, { wallet, signers }) {
    const signed = await signing(() => signAll(wallet, transactions))
    const complete = await signOthers(signed, wallet, signers)
    return complete.map((transaction) => {
      const serialized = Uint8Array.from(getTransactionEncoder().encode(transaction))
      const signatures = Object.values(transaction.signatures).map((one) => Uint8Array.from(one ?? []))
      return { signatures, serialize: () => serialized }
    })
  },
  async sendByWallet(transaction, { wallet, signers }) {
    if (!isTransactionSendingSigner(wallet)) throw new Error('the wallet does not send')
    const [partly] = await signOthers([transaction], wallet, signers)
    const [signature] = await signing(() => wallet.signAndSendTransactions([partly as never]))
    return getBase58Decoder().decode(signature ?? new Uint8Array())
  },
}

function isSending(wallet: TransactionSigner): boolean {
  const isVisible = isTransactionPartialSigner(wallet) || isTransactionModifyingSigner(wallet)
  return !isVisible && isTransactionSendingSigner(wallet)
}

async function signAll(
  signer: TransactionSigner,
  transactions: readonly Compiled[],
): Promise<readonly Compiled[]> {
  if (isTransactionPartialSigner(signer)) {
    const signatures = await signer.signTransactions(transactions as never)
    return transactions.map((one, index) => withSignatures(one, signatures[index] ?? {}))
  }
  if (!isTransactionModifyingSigner(signer)) throw new Error('the signer only sends')
  return (await signer.modifyAndSignTransactions(transactions as never)) as unknown as Compiled[]
}

/** Signs each transaction with those of the additional signers that it needs. */
async function signOthers(
  transactions: readonly Compiled[],
  wallet: TransactionSigner,
  signers: readonly TransactionSigner[],
): Promise<Compiled[]> {
  const others = new Map(signers.map((one) => [one.address, one]))
  others.delete(wallet.address)
  const signed: Compiled[] = []
  for (let transaction of transactions) {
    for (const signer of others.values()) {
      if (!(signer.address in transaction.signatures)) continue
      const [next] = await signing(() => signAll(signer, [transaction]))
      transaction = next as Compiled
    }
    signed.push(transaction)
  }
  return signed
}

function withSignatures(transaction: Compiled, signatures: SignatureDictionary): Compiled {
  return { ...transaction, signatures: { ...transaction.signatures, ...signatures } }
}

function compileV0({ lookupTables = [], ...input }: CompileInput<Kit>, budget: Budget): Compiled {
  const limits = budgetData(budget).map((data) => ({ programAddress: COMPUTE_BUDGET as Address, data }))
  const paid = setTransactionMessageFeePayer(input.payer, createTransactionMessage({ version: 0 }))
  const living = setTransactionMessageLifetimeUsingBlockhash(lifetimeOf(input), paid)
  const message = appendTransactionMessageInstructions([...limits, ...input.instructions], living)
  if (lookupTables.length === 0) return compileTransaction(message)
  const tables = Object.assign({}, ...lookupTables)
  return compileTransaction(
    compressTransactionMessageUsingAddressLookupTables(message, tables) as typeof message,
  )
}

/** A message of version 1 contains its limits, and one priority fee in lamports. */
function compileV1(input: CompileInput<Kit>, budget: Budget): Compiled {
  if (input.lookupTables?.length) {
    throw new InvalidInputError('lookupTables', 'must be empty: transactions of version 1 use none')
  }
  // Looked up by name, since older versions have no such export.
  if (!kit.setTransactionMessageConfig) {
    throw new InvalidInputError('version', 'must be 0: version 1 needs a newer @solana/kit')
  }
  const { computeUnits = MAX_COMPUTE_UNITS, priorityFee, loadedBytes = LOADED_DATA_SIZE } = budget
  const config = {
    computeUnitLimit: computeUnits,
    loadedAccountsDataSizeLimit: loadedBytes,
    ...(priorityFee !== undefined && { priorityFeeLamports: priorityLamports(computeUnits, priorityFee) }),
  }
  const paid = setTransactionMessageFeePayer(input.payer, createTransactionMessage({ version: 1 }))
  const living = setTransactionMessageLifetimeUsingBlockhash(lifetimeOf(input), paid)
  const limited = kit.setTransactionMessageConfig(config, living)
  return compileTransaction(appendTransactionMessageInstructions([...input.instructions], limited))
}

function lifetimeOf({ blockhash = NO_BLOCKHASH, lastValidBlockHeight = 0 }: CompileInput<Kit>) {
  return { blockhash: blockhash as Blockhash, lastValidBlockHeight: BigInt(lastValidBlockHeight) }
}

async function signing<T>(sign: () => Promise<T>): Promise<T> {
  try {
    return await sign()
  } catch (cause) {
    throw new SigningError({ cause })
  }
}
