// A wallet for play money: its key is in this browser's storage, where every script of this page can read it. The page
// offers it on a localnet only. The browser itself signs, so that nobody loads an implementation of Ed25519 for it.

import { signTransactionBytes } from '@prediction-market/sdk/rest'
import bs58 from 'bs58'
import type { Wallet } from '../model/wallet.ts'
import { fromBase64 } from '../text/bytes.ts'
import { t } from '../text/language.ts'

const STORAGE_KEY = 'burner-wallet'
const ALGORITHM = 'Ed25519'

/**
 * The burner wallet of this browser, created the first time.
 *
 * @throws Error if the browser cannot sign: it is too old, or the page was opened without https and not on this machine
 */
export async function openBurner(): Promise<Wallet> {
  return storedBurner() ?? newBurner()
}

/** The burner wallet that was created before; undefined if there is none. */
export function storedBurner(): Wallet | undefined {
  const stored = localStorage.getItem(STORAGE_KEY)
  return stored === null ? undefined : burnerOf(JSON.parse(stored))
}

/** Deletes the key. Whatever the wallet holds is lost. */
export function forgetBurner(): void {
  localStorage.removeItem(STORAGE_KEY)
}

async function newBurner(): Promise<Wallet> {
  try {
    const pair = (await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])) as CryptoKeyPair
    const key = await crypto.subtle.exportKey('jwk', pair.privateKey)
    localStorage.setItem(STORAGE_KEY, JSON.stringify(key))
    return burnerOf(key)
  } catch (cause) {
    throw new Error(t().shell.wallets.noEd25519, { cause })
  }
}

function burnerOf(key: JsonWebKey): Wallet {
  // A JWK writes base64 with the letters that addresses of the web allow.
  const publicKey = fromBase64((key.x ?? '').replaceAll('-', '+').replaceAll('_', '/'))
  const signMessage = async (message: Uint8Array) => {
    const imported = await crypto.subtle.importKey('jwk', key, ALGORITHM, false, ['sign'])
    return new Uint8Array(await crypto.subtle.sign(ALGORITHM, imported, Uint8Array.from(message)))
  }
  return {
    get name() {
      return t().shell.wallets.burner
    },
    address: bs58.encode(publicKey),
    kind: 'burner',
    signMessage,
    signTransaction: (transaction) => signTransactionBytes(transaction, publicKey, signMessage),
  }
}
