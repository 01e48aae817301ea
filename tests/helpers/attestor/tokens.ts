import { compileTransaction } from '@prediction-market/sdk/transaction'
import {
  ACCOUNT_SIZE,
  createAssociatedTokenAccountIdempotentInstruction,
  createInitializeAccount3Instruction,
  createInitializeMint2Instruction,
  createMintToInstruction,
  getAssociatedTokenAddressSync,
  MINT_SIZE,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { type Connection, Keypair, type PublicKey, SystemProgram } from '@solana/web3.js'
import { expect } from 'chai'
import { type Batch, broadcast, joinBatches } from '../../../app/src/deploy/transactions.ts'

/** Creates tokens and mints them to owners. */
export class TokenMaker {
  constructor(
    private readonly connection: Connection,
    readonly authority: Keypair,
    readonly programId: PublicKey = TOKEN_PROGRAM_ID,
  ) {}

  /** A new token. */
  async mint(key = Keypair.generate()): Promise<PublicKey> {
    const { authority, programId } = this
    const initialize = createInitializeMint2Instruction(
      key.publicKey,
      6,
      authority.publicKey,
      authority.publicKey,
      programId,
    )
    await this.send([await this.#account(key, MINT_SIZE, [initialize])])
    return key.publicKey
  }

  /** Mints to the associated accounts of owners, creating missing ones; skips amounts of 0. */
  async give(mint: PublicKey, amounts: readonly [owner: PublicKey, amount: bigint][]): Promise<void> {
    const { authority, programId } = this
    const payer = authority.publicKey
    await this.send(
      amounts.map(([owner, amount]) => {
        const account = getAssociatedTokenAddressSync(mint, owner, true, programId)
        const create = createAssociatedTokenAccountIdempotentInstruction
        const mintTo = createMintToInstruction(mint, account, payer, amount, [], programId)
        return { instructions: [create(payer, account, owner, mint, programId), mintTo] }
      }),
    )
  }

  /** Creates a token account of an owner that is not the associated one, with that amount. */
  async giveApart(mint: PublicKey, owner: PublicKey, amount: bigint): Promise<PublicKey> {
    const { authority, programId } = this
    const key = Keypair.generate()
    const initialize = createInitializeAccount3Instruction(key.publicKey, mint, owner, programId)
    const mintTo = createMintToInstruction(mint, key.publicKey, authority.publicKey, amount, [], programId)
    await this.send([await this.#account(key, ACCOUNT_SIZE, [initialize, mintTo])])
    return key.publicKey
  }

  /** Sends transactions that the authority pays for and signs. */
  async send(batches: readonly Batch[]): Promise<void> {
    const { connection, authority } = this
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash('confirmed')
    const payer = authority.publicKey
    const transactions = joinBatches(payer, batches).map(({ instructions, signers }) => {
      const transaction = compileTransaction({ payer, instructions, blockhash })
      transaction.sign([authority, ...signers])
      return transaction
    })
    for (const confirmation of await broadcast(connection, transactions, lastValidBlockHeight)) {
      expect(confirmation).to.include({ status: 'confirmed' })
    }
  }

  async #account(key: Keypair, space: number, instructions: Batch['instructions']): Promise<Batch> {
    const create = SystemProgram.createAccount({
      fromPubkey: this.authority.publicKey,
      newAccountPubkey: key.publicKey,
      lamports: await this.connection.getMinimumBalanceForRentExemption(space),
      space,
      programId: this.programId,
    })
    return { instructions: [create, ...instructions], signers: [key] }
  }
}
