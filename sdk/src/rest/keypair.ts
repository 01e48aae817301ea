// Signs with the secret key of a `Keypair`, without web3.js.

/** A `Keypair`. */
export interface KeypairSigner {
  publicKey: { toBase58(): string }
  secretKey: Uint8Array
}

export const SIGNATURE_LENGTH = 64

/** The seed and the public key. */
export const SECRET_KEY_LENGTH = 64

/** The signature of a keypair over a message. Loads tweetnacl first: a page whose wallets sign never does. */
export async function signWithKeypair(
  { secretKey }: KeypairSigner,
  message: Uint8Array,
): Promise<Uint8Array> {
  const { default: nacl } = await import('tweetnacl')
  return nacl.sign.detached(message, secretKey)
}
