import { type Connection, PublicKey, VersionedTransaction } from '@solana/web3.js'
import bs58 from 'bs58'
import { InvalidInputError } from '../../errors.ts'
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

/** A transaction to sign, as the features take it. */
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

/** The clusters that wallets know, by the beginning of their genesis hash (CAIP-2 names them by it, too). */
const CLUSTERS: Readonly<Record<string, string>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: 'solana:devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
}

/**
 * The chain of a connection, in the words of the Wallet Standard: by the genesis hash of its cluster, and
 * `solana:localnet` for any other. One call to the node.
 */
export async function chainOf(connection: Pick<Connection, 'getGenesisHash'>): Promise<string> {
  return CLUSTERS[(await connection.getGenesisHash()).slice(0, 32)] ?? 'solana:localnet'
}

/**
 * Makes a signer of a Wallet Standard account: one that signs, several transactions at once, or one that signs and
 * sends if the account can do no more.
 *
 * @param chain - that of the connection, as {@link chainOf} tells it: a wallet that is asked for another one may simulate
 *   and send the transaction there
 * @throws InvalidInputError if the account can do neither
 */
export function fromWalletStandard(
  wallet: StandardWallet,
  account: StandardAccount,
  chain: string,
): SigningWallet | SendingWallet {
  if (!chain?.startsWith('solana:'))
    throw new InvalidInputError('chain', 'must be one of Solana: see chainOf')
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
