// Finds installed wallets by the Wallet Standard, without its library: wallets and pages find each other by two window events.

import { signal } from '@preact/signals'
import type { Wallet } from '../model/wallet.ts'
import { t } from '../text/language.ts'

/** An account that a wallet shows to the page. */
interface Account {
  address: string
  chains: readonly string[]
}

/** The parts of a Wallet Standard wallet that the page uses. */
export interface StandardWallet {
  name: string
  icon: string
  chains: readonly string[]
  accounts: readonly Account[]
  features: {
    'standard:connect'?: {
      connect(input: { silent: boolean }): Promise<{ accounts: readonly Account[] }>
    }
    'standard:events'?: {
      on(event: 'change', listener: (change: { accounts?: readonly Account[] }) => void): () => void
    }
    'solana:signTransaction'?: {
      signTransaction(input: {
        account: Account
        transaction: Uint8Array
        chain: string
      }): Promise<readonly { signedTransaction: Uint8Array }[]>
    }
    'solana:signMessage'?: {
      signMessage(input: {
        account: Account
        message: Uint8Array
      }): Promise<readonly { signature: Uint8Array }[]>
    }
  }
}

type Register = (...wallets: StandardWallet[]) => () => void

/** The Solana wallets that are installed in this browser. */
export const installedWallets = signal<readonly StandardWallet[]>([])

/** Finds the wallets that are installed, now and later. */
export function findWallets(): void {
  const api = Object.freeze({ register })
  addEventListener('wallet-standard:register-wallet', (event) => {
    const { detail } = event as CustomEvent<(api: { register: Register }) => void>
    detail(api)
  })
  dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
}

const register: Register = (...wallets) => {
  // Some wallets announce themselves twice, also as two objects.
  for (const wallet of wallets.filter(isUsable)) {
    const isKnown = installedWallets.value.some(({ name }) => name === wallet.name)
    if (!isKnown) installedWallets.value = [...installedWallets.value, wallet]
  }
  return () => {
    installedWallets.value = installedWallets.value.filter((wallet) => !wallets.includes(wallet))
  }
}

function isUsable({ chains, features }: StandardWallet): boolean {
  const isSolana = chains.some((chain) => chain.startsWith('solana:'))
  return Boolean(
    isSolana &&
      features['standard:connect'] &&
      features['solana:signTransaction'] &&
      features['solana:signMessage'],
  )
}

/**
 * Asks a wallet for its account.
 *
 * @param cluster - of `/v1/config`
 * @param silent - whether to ask only if its owner has allowed this page before
 * @throws Error if the person refuses, or the wallet shows no account
 */
export async function connect(wallet: StandardWallet, cluster: string, silent = false): Promise<Wallet> {
  const { features, name } = wallet
  const { accounts = [] } = (await features['standard:connect']?.connect({ silent })) ?? {}
  const account = (accounts.length > 0 ? accounts : wallet.accounts)[0]
  if (!account) throw new Error(t().shell.wallets.noAccount(name))
  return walletOf(wallet, account, cluster)
}

/**
 * Follows the accounts that a connected wallet shows.
 *
 * @param onChange - gets the wallet with its new account, or null if its owner disconnected it
 * @returns a function that stops it
 */
export function followAccounts(
  wallet: StandardWallet,
  cluster: string,
  onChange: (wallet: Wallet | null) => void,
): () => void {
  const stop = wallet.features['standard:events']?.on('change', ({ accounts }) => {
    // Without accounts, something else has changed.
    if (!accounts) return
    const [account] = accounts
    onChange(account ? walletOf(wallet, account, cluster) : null)
  })
  return stop ?? (() => {})
}

function walletOf({ name, features }: StandardWallet, account: Account, cluster: string): Wallet {
  const chain = chainOf(cluster)
  return {
    name,
    address: account.address,
    kind: 'installed',
    async signMessage(message) {
      const [signed] = (await features['solana:signMessage']?.signMessage({ account, message })) ?? []
      if (!signed) throw new Error(t().shell.wallets.unsigned(name))
      return signed.signature
    },
    async signTransaction(transaction) {
      const input = { account, transaction, chain }
      const [signed] = (await features['solana:signTransaction']?.signTransaction(input)) ?? []
      if (!signed) throw new Error(t().shell.wallets.unsigned(name))
      return signed.signedTransaction
    },
  }
}

function chainOf(cluster: string): string {
  return cluster === 'mainnet-beta'
    ? 'solana:mainnet'
    : `solana:${cluster === 'custom' ? 'mainnet' : cluster}`
}
