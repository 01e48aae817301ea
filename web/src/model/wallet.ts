// A wallet as the page uses it, whatever its kind.

/** A wallet that the page can use. */
export interface Wallet {
  readonly name: string
  /** In base58. */
  readonly address: string
  /** A burner wallet keeps its key in this browser. */
  readonly kind: 'burner' | 'installed'
  /** @returns an ed25519 signature of 64 bytes */
  signMessage(message: Uint8Array): Promise<Uint8Array>
  /** @returns the transaction with the wallet's signature in its slot */
  signTransaction(transaction: Uint8Array): Promise<Uint8Array>
}
