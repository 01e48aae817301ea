import { effect, signal } from '@preact/signals'
import { config, isLocalnet } from '../api/config.ts'
import { getBalances } from '../api/gateway.ts'
import { onEvent, streamEpoch } from '../api/stream.ts'
import type { Balances } from '../model/types.ts'
import type { Wallet } from '../model/wallet.ts'
import { forgetBurner, openBurner } from './burner.ts'
import { connect, findWallets, installedWallets, type StandardWallet } from './standard.ts'

/** The wallet in use. */
export const wallet = signal<Wallet | null>(null)

/** The balances of the wallet in use; null until they are loaded. */
export const balances = signal<Balances | null>(null)

/** Whether the dialog that chooses a wallet is open. */
export const isChoosing = signal(false)

/** The name of the wallet that was used last, to take it up again. */
const STORAGE_KEY = 'wallet'
const BURNER = 'burner'

/** Finds wallets, takes up the last one, and keeps balances current. */
export function startWallets(): void {
  findWallets()
  takeUpLast()
  effect(() => {
    streamEpoch.value
    balances.value = null
    if (wallet.value) refreshBalances()
  })
  onEvent((event) => {
    if ('wallet' in event && event.wallet === wallet.value?.address) refreshBalances()
  })
}

/** Uses the burner wallet of this browser. */
export function chooseBurner(): void {
  wallet.value = openBurner()
  localStorage.setItem(STORAGE_KEY, BURNER)
}

/** Connects an installed wallet. */
export async function chooseInstalled(installed: StandardWallet): Promise<void> {
  wallet.value = await connect(installed, config.value?.cluster ?? '')
  localStorage.setItem(STORAGE_KEY, installed.name)
}

/** Stops using the wallet. A burner wallet keeps its key. */
export function disconnect(): void {
  wallet.value = null
  localStorage.removeItem(STORAGE_KEY)
}

/** Deletes the burner wallet with all that it holds. */
export function deleteBurner(): void {
  disconnect()
  forgetBurner()
}

/** Reads the balances of the wallet in use. */
export async function refreshBalances(): Promise<void> {
  const address = wallet.value?.address
  if (!address) return
  // After a failure the last balances stay; they are read again after the next event.
  const read = await getBalances(address).catch(() => null)
  if (read && wallet.value?.address === address) balances.value = read
}

/** Takes the wallet up that was used last. An installed one may register itself later. */
function takeUpLast(): void {
  const last = localStorage.getItem(STORAGE_KEY)
  if (last === BURNER && isLocalnet()) chooseBurner()
  if (last === null || last === BURNER) return
  let isTried = false
  effect(() => {
    const installed = installedWallets.value.find(({ name }) => name === last)
    if (!installed || isTried) return
    isTried = true
    connect(installed, config.peek()?.cluster ?? '', true).then(
      (connected) => {
        wallet.value ??= connected
      },
      // Its owner has not allowed this page, and can choose it again.
      () => {},
    )
  })
}
