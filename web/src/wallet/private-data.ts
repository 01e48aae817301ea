// The bankroll and the API keys of the wallet in use. Reading either takes a signature, so an installed wallet is asked
// only after a click.

import { effect, type Signal, signal } from '@preact/signals'
import { onEvent } from '../api/stream.ts'
import { getBankroll, listKeys } from '../api/wallet-calls.ts'
import { type ApiKey, type Bankroll, isOfWallet } from '../model/types.ts'
import type { Wallet } from '../model/wallet.ts'
import { wallet } from './current.ts'

/** The bankroll; null until it is loaded. */
export const bankroll = signal<Bankroll | null>(null)

/** The API keys, newest first; null until they are loaded. */
export const apiKeys = signal<readonly ApiKey[] | null>(null)

/** Reads the bankroll. */
export const loadBankroll = () => load(bankroll, getBankroll)

/** Reads the API keys. */
export const loadKeys = () => load(apiKeys, listKeys)

async function load<T>(into: Signal<T | null>, read: (wallet: Wallet) => Promise<T>): Promise<void> {
  const current = wallet.value
  if (!current) return
  const data = await read(current)
  if (wallet.value === current) into.value = data
}

/** Forgets both when the wallet changes, and reads a burner wallet's bankroll again after its bets. */
export function followPrivateData(): void {
  effect(() => {
    wallet.value
    bankroll.value = null
    apiKeys.value = null
  })
  onEvent((event) => {
    const current = wallet.value
    if (current?.kind !== 'burner' || !bankroll.value || !isOfWallet(event, current.address)) return
    // After a failure the last balances stay; they are read again after the next event.
    loadBankroll().catch(() => {})
  })
}
