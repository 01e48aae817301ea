// A wallet for play money: its key is in this browser's storage, where every script of this page can read it. The page
// offers it on a localnet only.

import bs58 from 'bs58'
import nacl from 'tweetnacl'
import type { Wallet } from '../model/wallet.ts'
import { t } from '../text/language.ts'
import { readTransaction } from './transaction.ts'

const STORAGE_KEY = 'burner-wallet'

/** The burner wallet of this browser, created the first time. */
export function openBurner(): Wallet {
  const secretKey = storedKey() ?? newKey()
  const publicKey = secretKey.slice(nacl.sign.seedLength)
  return {
    get name() {
      return t().shell.wallets.burner
    },
    address: bs58.encode(publicKey),
    kind: 'burner',
    async signMessage(message) {
      return nacl.sign.detached(message, secretKey)
    },
    async signTransaction(transaction) {
      const { message, slotOf } = readTransaction(transaction)
      const slot = slotOf(publicKey)
      if (slot === undefined) throw new Error(t().shell.wallets.notSigner)
      const signed = Uint8Array.from(transaction)
      signed.set(nacl.sign.detached(message, secretKey), slot)
      return signed
    },
  }
}

/** Deletes the key. Whatever the wallet holds is lost. */
export function forgetBurner(): void {
  localStorage.removeItem(STORAGE_KEY)
}

function storedKey(): Uint8Array | undefined {
  const bytes = bs58.decodeUnsafe(localStorage.getItem(STORAGE_KEY) ?? '')
  return bytes?.length === nacl.sign.secretKeyLength ? bytes : undefined
}

function newKey(): Uint8Array {
  const { secretKey } = nacl.sign.keyPair()
  localStorage.setItem(STORAGE_KEY, bs58.encode(secretKey))
  return secretKey
}
