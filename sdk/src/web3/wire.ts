// The wire to web3.js, on Anchor.

import { type Connection, Keypair, type VersionedTransaction } from '@solana/web3.js'
import type { Finality } from '../core/transaction/status.ts'
import type { Compiler, Wire } from '../core/wire.ts'
import { chainOver } from './chain.ts'
import { codecOf } from './codec.ts'
import { compileTransaction, fitsTransaction, NO_BLOCKHASH } from './compile.ts'
import type { AddressInput } from './input.ts'
import type { Web3 } from './library.ts'
import { isVisible, requireSigner, sendByWallet, signTransactions } from './signer.ts'

/** Compiles and signs; some wallets send over the connection themselves. */
export function compilerOf(connection?: Connection): Compiler<Web3> {
  return {
    compile: ({ blockhash = NO_BLOCKHASH, ...input }) => compileTransaction({ ...input, blockhash }),
    fits: fitsTransaction,
    signersOf: () => [],
    async generate() {
      const signer = Keypair.generate()
      return { address: signer.publicKey, signer }
    },
    requireWallet: (wallet) => requireSigner(wallet).publicKey,
    async sign(transactions, { wallet, signers }) {
      const signer = requireSigner(wallet)
      if (!isVisible(signer)) throw new Error('the wallet only sends')
      const signed = await signTransactions(signer, [...transactions])
      for (const transaction of signed) signAlso(signers, transaction)
      return signed
    },
    isSending: (wallet) => !isVisible(requireSigner(wallet)),
    async sendByWallet(transaction, { wallet, signers }) {
      const signer = requireSigner(wallet)
      if (isVisible(signer) || !connection) throw new Error('the wallet does not send')
      // Afterwards nobody but the wallet sees the transaction.
      signAlso(signers, transaction)
      return sendByWallet(signer, transaction, connection)
    },
  }
}

/** Signs with those of the additional signers that a transaction needs; web3.js refuses others. */
function signAlso(signers: readonly Keypair[], transaction: VersionedTransaction): void {
  if (signers.length === 0) return
  const { staticAccountKeys, header } = transaction.message
  const needed = staticAccountKeys.slice(0, header.numRequiredSignatures)
  transaction.sign(signers.filter(({ publicKey }) => needed.some((key) => key.equals(publicKey))))
}

/** The program and the commitment of a wire. */
export interface WireOptions {
  /** The program's address, for a deployment of your own. */
  programId?: AddressInput | undefined
  /** `confirmed` by default. */
  commitment?: Finality | undefined
}

/** The client's part over a connection of web3.js. */
export function web3Wire(connection: Connection, options: WireOptions = {}): Wire<Web3> {
  const codec = codecOf(options.programId)
  const chain = chainOver(connection, codec.program, options.commitment ?? 'confirmed')
  return { ...codec, ...compilerOf(connection), ...chain }
}
