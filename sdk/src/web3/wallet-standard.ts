// Signers from Wallet Standard accounts.

import { type Connection, PublicKey, VersionedTransaction } from '@solana/web3.js'
import bs58 from 'bs58'
import { InvalidInputError } from '../core/errors.ts'
import type { SendingWallet, WalletSigner } from './signer.ts'

/** A wallet that signs, several transactions at once. */
type SigningWallet = Required<Pick<WalletSigner, 'signTransaction' | 'signAllTransactions'>> & {
  publicKey: PublicKey
}

/** The part of a Wallet Standard account that is needed; `WalletAccount` of `@wallet-standard/base` has it. */
export interface StandardAccount {
  readonly address: string
  readonly chains: readonly string[]
  readonly features: readonly string[]
}

/** The part of a Wallet Standard wallet that is needed; `Wallet` of `@wallet-standard/base` has it. */
export interface StandardWallet {
  readonly features: Readonly<Record<string, unknown>>
}

/** A transaction to sign, as the wallet features expect it. */
interface StandardInput {
  account: StandardAccount
  chain: string
  transaction: Uint8Array
}

interface SignFeature {
  signTransaction(...inputs: StandardInput[]): Promise<readonly { signedTransaction: Uint8Array }[]>
}

interface SendFeature {
  signAndSendTransaction(...inputs: StandardInput[]): Promise<readonly { signature: Uint8Array }[]>
}

const SIGN = 'solana:signTransaction'
const SEND = 'solana:signAndSendTransaction'

/** The clusters that wallets know, by the start of their genesis hash, as in CAIP-2. */
const CLUSTERS: Readonly<Record<string, string>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: 'solana:devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
}

/** The Wallet Standard name of a connection's chain, by its genesis hash. One call to the node. */
export async function chainOf(connection: Pick<Connection, 'getGenesisHash'>): Promise<string> {
  return CLUSTERS[(await connection.getGenesisHash()).slice(0, 32)] ?? 'solana:localnet'
}

/**
 * Creates a signer from a Wallet Standard account: one that signs, several transactions at once; or one that signs and
 * sends, if the account supports nothing else.
 *
 * @param chain - that of the connection, from {@link chainOf}: given another one, a wallet may simulate and send the
 *   transaction there
 * @throws InvalidInputError if the account supports neither
 */
export function fromWalletStandard(
  wallet: StandardWallet,
  account: StandardAccount,
  chain: string,
): SigningWallet | SendingWallet {
  if (!chain?.startsWith('solana:'))
    throw new InvalidInputError('chain', 'must be a Solana chain, as chainOf returns it')
  const publicKey = new PublicKey(account.address)
  const inputOf = (transaction: VersionedTransaction): StandardInput => ({
    account,
    chain,
    transaction: transaction.serialize(),
  })
  const can = (feature: string) => account.features.includes(feature) && feature in wallet.features

  if (can(SIGN)) {
    const feature = wallet.features[SIGN] as SignFeature
    const signAllTransactions = async (transactions: VersionedTransaction[]) => {
      const signed = await feature.signTransaction(...transactions.map(inputOf))
      return signed.map(({ signedTransaction }) => VersionedTransaction.deserialize(signedTransaction))
    }
    return {
      publicKey,
      signAllTransactions,
      async signTransaction(transaction) {
        const [signed] = await signAllTransactions([transaction])
        if (!signed) throw new Error('The wallet returned no transaction')
        return signed
      },
    }
  }
  if (can(SEND)) {
    const feature = wallet.features[SEND] as SendFeature
    return {
      publicKey,
      async signAndSendTransaction(transaction) {
        const [sent] = await feature.signAndSendTransaction(inputOf(transaction))
        if (!sent) throw new Error('The wallet returned no signature')
        return { signature: bs58.encode(sent.signature) }
      },
    }
  }
  throw new InvalidInputError('account', `must have the feature ${SIGN} or ${SEND}`)
}
