// The wallet in use, its balances, and how another is chosen.

import { effect, signal } from '@preact/signals'
import { config, isLocalnet } from '../api/config.ts'
import { getBalances } from '../api/gateway.ts'
import { signOut } from '../api/session.ts'
import { onEvent, streamEpoch } from '../api/stream.ts'
import type { Balances } from '../model/types.ts'
import type { Wallet } from '../model/wallet.ts'
import { forgetBurner, openBurner, storedBurner } from './burner.ts'
import { connect, findWallets, followAccounts, installedWallets, type StandardWallet } from './standard.ts'
import { untilStopped } from './waiting.ts'

/** The wallet in use. */
export const wallet = signal<Wallet | null>(null)

/** The balances of the wallet in use; null until they are loaded. */
export const balances = signal<Balances | null>(null)

/** Whether the dialog that chooses a wallet is open. */
export const isChoosing = signal(false)

/** What waits for a wallet to be chosen. */
let afterChoice: (() => void) | null = null

/** Asks for a wallet; then something goes on that needs one. */
export function askForWallet(then: () => void): void {
  afterChoice = then
  isChoosing.value = true
}

/** Ends the choice. What waits for a wallet goes on if there is one now. */
export function endChoice(): void {
  const then = afterChoice
  afterChoice = null
  isChoosing.value = false
  if (then && wallet.peek()) then()
}

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

/** Uses the burner wallet of this browser. @throws Error if the browser cannot sign */
export async function chooseBurner(): Promise<void> {
  const burner = await openBurner()
  stopFollowing()
  wallet.value = burner
  localStorage.setItem(STORAGE_KEY, BURNER)
}

/** Connects an installed wallet, unless the signal is aborted before it answers. */
export async function chooseInstalled(installed: StandardWallet, signal: AbortSignal): Promise<void> {
  const cluster = config.value?.cluster ?? ''
  use(await untilStopped(connect(installed, cluster), signal), installed)
}

/** Uses a connected wallet, and whichever account it shows from now on. */
function use(connected: Wallet, installed: StandardWallet): void {
  stopFollowing()
  wallet.value = connected
  localStorage.setItem(STORAGE_KEY, installed.name)
  stopFollowing = followAccounts(installed, config.peek()?.cluster ?? '', (changed) => {
    if (changed === null) disconnect()
    else if (changed.address !== wallet.peek()?.address) wallet.value = changed
  })
}

let stopFollowing = () => {}

/** Stops using the wallet. A burner wallet keeps its key. */
export function disconnect(): void {
  signOut()
  stopFollowing()
  stopFollowing = () => {}
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
  if (last === BURNER && isLocalnet()) wallet.value = storedBurner() ?? null
  if (last === null || last === BURNER) return
  let isTried = false
  effect(() => {
    const installed = installedWallets.value.find(({ name }) => name === last)
    if (!installed || isTried) return
    isTried = true
    connect(installed, config.peek()?.cluster ?? '', true).then(
      (connected) => {
        if (wallet.peek() === null) use(connected, installed)
      },
      // Its owner has not allowed this page, and can choose it again.
      () => {},
    )
  })
}
