// Compiles and signs transactions of Kit.

import * as kit from '@solana/kit'
import { InvalidInputError } from '../core/errors.ts'
import * as budgets from '../core/transaction/budget.ts'
import { SigningError } from '../core/transaction/errors.ts'
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
    const budget = budgets.requireBudget(input)
    if (input.instructions.length === 0) throw new InvalidInputError('instructions', 'must be at least one')
    const used = input.instructions.flatMap(({ programAddress, accounts = [] }) => [
      programAddress,
      ...accounts.map(({ address }) => address),
    ])
    const limits = input.version === 1 ? [] : [budgets.COMPUTE_BUDGET]
    const count = new Set<string>([input.payer, ...limits, ...used]).size
    // Kit compiles no more accounts: without instructions, such a transaction still does not fit, by its count.
    const own = count > budgets.MAX_TRANSACTION_ACCOUNTS ? { ...input, instructions: [] } : input
    const transaction = own.version === 1 ? compileV1(own, budget) : compileV0(own, budget)
    locked.set(transaction, count)
    return transaction
  },
  fits(transaction) {
    const accounts = locked.get(transaction) ?? 0
    const isV1 = transaction.messageBytes[0] === V1_PREFIX
    const size = kit.getTransactionEncoder().encode(transaction).length
    return (
      accounts <= budgets.MAX_TRANSACTION_ACCOUNTS &&
      size <= (isV1 ? budgets.MAX_V1_SIZE : budgets.MAX_V0_SIZE)
    )
  },
  signersOf: (instruction) =>
    [...kit.getSignersFromInstruction(instruction as never)] as kit.TransactionSigner[],
  async generate() {
    const signer = await kit.generateKeyPairSigner()
    return { address: signer.address, signer }
  },
  requireWallet(wallet) {
    if (!wallet) throw new InvalidInputError('signer', 'is missing: give one to the client or to this call')
    const canSign =
      kit.isTransactionPartialSigner(wallet) ||
      kit.isTransactionModifyingSigner(wallet) ||
      kit.isTransactionSendingSigner(wallet)
    if (!canSign) throw new InvalidInputError('signer', 'must be a signer that signs or sends transactions')
    return wallet.address
  },
  isSending,
  async sign(transactions, { wallet, signers }) {
    const signed = await signing(() => signAll(wallet, transactions))
    const complete = await signOthers(signed, wallet, signers)
    return complete.map((transaction) => {
      const serialized = Uint8Array.from(kit.getTransactionEncoder().encode(transaction))
      const signatures = Object.values(transaction.signatures).map((one) => Uint8Array.from(one ?? []))
      return { signatures, serialize: () => serialized }
    })
  },
  async sendByWallet(transaction, { wallet, signers }) {
    if (!kit.isTransactionSendingSigner(wallet)) throw new Error('the wallet does not send')
    const [partly] = await signOthers([transaction], wallet, signers)
    const [signature] = await signing(() => wallet.signAndSendTransactions([partly as never]))
    return kit.getBase58Decoder().decode(signature ?? new Uint8Array())
  },
}

function isSending(wallet: kit.TransactionSigner): boolean {
  const isVisible = kit.isTransactionPartialSigner(wallet) || kit.isTransactionModifyingSigner(wallet)
  return !isVisible && kit.isTransactionSendingSigner(wallet)
}

async function signAll(signer: kit.TransactionSigner, transactions: readonly Compiled[]) {
  if (kit.isTransactionPartialSigner(signer)) {
    const signatures = await signer.signTransactions(transactions as never)
    return transactions.map((one, index) => ({
      ...one,
      signatures: { ...one.signatures, ...signatures[index] },
    }))
  }
  if (!kit.isTransactionModifyingSigner(signer)) throw new Error('the signer only sends')
  return (await signer.modifyAndSignTransactions(transactions as never)) as unknown as Compiled[]
}

/** Signs each transaction with those of the additional signers that it needs. */
async function signOthers(
  transactions: readonly Compiled[],
  wallet: kit.TransactionSigner,
  signers: readonly kit.TransactionSigner[],
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

function compileV0({ lookupTables = [], ...input }: CompileInput<Kit>, budget: budgets.Budget): Compiled {
  const limits = budgets
    .budgetData(budget)
    .map((data) => ({ programAddress: budgets.COMPUTE_BUDGET as kit.Address, data }))
  const paid = kit.setTransactionMessageFeePayer(input.payer, kit.createTransactionMessage({ version: 0 }))
  const living = kit.setTransactionMessageLifetimeUsingBlockhash(lifetimeOf(input), paid)
  const message = kit.appendTransactionMessageInstructions([...limits, ...input.instructions], living)
  if (lookupTables.length === 0) return kit.compileTransaction(message)
  const tables = Object.assign({}, ...lookupTables)
  return kit.compileTransaction(
    kit.compressTransactionMessageUsingAddressLookupTables(message, tables) as typeof message,
  )
}

/** A message of version 1 contains its limits, and one priority fee in lamports. */
function compileV1(input: CompileInput<Kit>, budget: budgets.Budget): Compiled {
  if (input.lookupTables?.length) {
    throw new InvalidInputError('lookupTables', 'must be empty: transactions of version 1 use none')
  }
  // Looked up by name, since older versions have no such export.
  if (!kit.setTransactionMessageConfig) {
    throw new InvalidInputError('version', 'must be 0: version 1 needs a newer @solana/kit')
  }
  const { computeUnits = budgets.MAX_COMPUTE_UNITS, priorityFee } = budget
  const config = {
    computeUnitLimit: computeUnits,
    loadedAccountsDataSizeLimit: budget.loadedBytes ?? budgets.LOADED_DATA_SIZE,
    ...(priorityFee !== undefined && {
      priorityFeeLamports: budgets.priorityLamports(computeUnits, priorityFee),
    }),
  }
  const paid = kit.setTransactionMessageFeePayer(input.payer, kit.createTransactionMessage({ version: 1 }))
  const living = kit.setTransactionMessageLifetimeUsingBlockhash(lifetimeOf(input), paid)
  const limited = kit.setTransactionMessageConfig(config, living)
  return kit.compileTransaction(kit.appendTransactionMessageInstructions([...input.instructions], limited))
}

function lifetimeOf({ blockhash = NO_BLOCKHASH, lastValidBlockHeight = 0 }: CompileInput<Kit>) {
  return { blockhash: blockhash as kit.Blockhash, lastValidBlockHeight: BigInt(lastValidBlockHeight) }
}

async function signing<T>(sign: () => Promise<T>): Promise<T> {
  try {
    return await sign()
  } catch (cause) {
    throw new SigningError({ cause })
  }
}
