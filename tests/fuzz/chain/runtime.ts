import { Account, Clock, FailedTransactionMetadata, LiteSVM } from 'litesvm'
import { readProgramUnderTest } from '../../helpers/chain/program.ts'
import { type Address, derive, LOADER, named, PROGRAM, SYSTEM } from './address.ts'
import { Bytes } from './bytes.ts'
import { errorName } from './instruction.ts'
import { encodeTransaction, type Instruction } from './transaction.ts'

const CODE = readProgramUnderTest('v3')

/** Pays the network fees, so that no balance of the model changes by them. */
const PAYER = named('payer')

/** May initialise the configuration. */
export const UPGRADE_AUTHORITY = named('upgrade authority')
export const PROGRAM_DATA = derive('program data', [PROGRAM.bytes], LOADER)

/** Where the version of an account of ours is: after its discriminator. */
const VERSION_OFFSET = 8

/** What an account holds. */
export interface Held {
  lamports: bigint
  data: Uint8Array
  owner: Uint8Array
}

/**
 * LiteSVM without signature checks: the flags of a transaction say who has signed. It is used through its native
 * binding, at some ten thousand transactions a second instead of two hundred.
 */
export class Runtime {
  // biome-ignore lint/complexity/useLiteralKeys: the native binding is private to the package's types.
  readonly #svm = new LiteSVM()['inner']

  constructor() {
    this.#svm.setSigverify(false)
    this.#svm.setBlockhashCheck(false)
    this.#svm.setTransactionHistory(0n)
    this.write(PAYER, 10n ** 18n)
    const header = new Bytes().u32(3).u64(0).u8(1).key(UPGRADE_AUTHORITY).done()
    this.write(PROGRAM_DATA, 10n ** 10n, Buffer.concat([header, CODE]), LOADER)
    this.write(PROGRAM, 10n ** 10n, new Bytes().u32(2).key(PROGRAM_DATA).done(), LOADER, true)
  }

  /** Sets the chain's clock. */
  setClock(now: number, slot: number): void {
    this.#svm.setClock(new Clock(BigInt(slot), 0n, 0n, 0n, BigInt(now)))
  }

  /** Overwrites an account, without any checks. */
  write(
    { bytes }: Address,
    lamports: bigint,
    data: Uint8Array = new Uint8Array(),
    owner: Address = SYSTEM,
    isExecutable = false,
  ): void {
    this.#svm.setAccount(bytes, new Account(lamports, data, owner.bytes, isExecutable, 0n))
  }

  /** Writes the version of an account of our program's, if it is there. */
  setVersion(address: Address, version: number): void {
    const held = this.read(address)
    if (!held || held.data.length === 0 || !PROGRAM.bytes.every((byte, at) => byte === held.owner[at])) return
    held.data[VERSION_OFFSET] = version
    this.write(address, held.lamports, held.data, PROGRAM)
  }

  read({ bytes }: Address): Held | null {
    const account = this.#svm.getAccount(bytes)
    if (account === null || account.lamports() === 0n) return null
    return { lamports: account.lamports(), data: account.data(), owner: account.owner() }
  }

  /** Runs a transaction; the name of its error, or null if it succeeds. */
  send(instructions: readonly Instruction[]): string | null {
    const result = this.#svm.sendLegacyTransaction(encodeTransaction(PAYER, instructions))
    if (!(result instanceof FailedTransactionMetadata)) return null
    const error = result.err()
    if (typeof error !== 'object' || !('err' in error)) return `${error}`
    const cause = error.err()
    const isCustom = typeof cause === 'object' && 'code' in cause
    return isCustom ? errorName(cause.code as number) : `instruction error ${cause}`
  }

  /** The logs of the last failure are not kept; runs the transaction again and returns them. */
  logs(instructions: readonly Instruction[]): string[] {
    const result = this.#svm.sendLegacyTransaction(encodeTransaction(PAYER, instructions))
    return (result instanceof FailedTransactionMetadata ? result.meta() : result).logs()
  }
}

/** The rent-exempt minimum of an account with so many bytes. */
export function rent(bytes: number): bigint {
  return BigInt(128 + bytes) * 6_960n
}
