// Compiles and signs transactions of web3.js.

import { type Connection, Keypair } from '@solana/web3.js'
import type { Compiler } from '../core/wire.ts'
import { compileTransaction, fitsTransaction, NO_BLOCKHASH } from './compile.ts'
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
      if (signers.length > 0) for (const transaction of signed) transaction.sign([...signers])
      return signed
    },
    isSending: (wallet) => !isVisible(requireSigner(wallet)),
    async sendByWallet(transaction, { wallet, signers }) {
      const signer = requireSigner(wallet)
      if (isVisible(signer) || !connection) throw new Error('the wallet does not send')
      // Afterwards nobody but the wallet sees the transaction.
      transaction.sign([...signers])
      return sendByWallet(signer, transaction, connection)
    },
  }
}
