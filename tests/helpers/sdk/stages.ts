// Where the suite of both clients runs: a localnet over RPC, or bankrun and LiteSVM in this process.

import { PredictionMarketClient } from '@prediction-market/sdk'
import { createAttestorSet } from '@prediction-market/sdk/instructions'
import { PredictionMarketClient as KitClient } from '@prediction-market/sdk/kit'
import { createKeyPairSignerFromBytes, createSolanaRpc, createSolanaRpcSubscriptions } from '@solana/kit'
import { getAssociatedTokenAddressSync } from '@solana/spl-token'
import { Keypair, type PublicKey } from '@solana/web3.js'
import { Client } from '../../../sdk/src/core/client/client.ts'
import type { Codec, Library } from '../../../sdk/src/core/wire.ts'
import { codecOf as kitCodec } from '../../../sdk/src/kit/codec.ts'
import { COMPILER } from '../../../sdk/src/kit/compiler.ts'
import type { Kit } from '../../../sdk/src/kit/library.ts'
import { codecOf } from '../../../sdk/src/web3/codec.ts'
import type { Web3 } from '../../../sdk/src/web3/library.ts'
import { compilerOf } from '../../../sdk/src/web3/wire.ts'
import { givenAttestors } from '../oracle/attestors.ts'
import { postPrice } from '../oracle/pyth.ts'
import { FEED, givenWallet, startWorld, UTILITY } from '../program/world.ts'
import { chainWire } from './chain-wire.ts'
import { startClientWorld, travelTo } from './client-world.ts'

/** A chain with the program, and a client of each library on it. */
export interface Stage {
  web3(signer: Keypair): Client<Web3>
  kit(signer: Kit['Wallet']): Client<Kit>
  /** A wallet with SOL and utility tokens. */
  wallet(): Promise<Keypair>
  /** A price account that decides a market at its expiry. */
  price(dollars: bigint, at: bigint): Promise<PublicKey>
  /** A new attestor set, which later markets use. */
  attestors(): Promise<Keypair[]>
  travelTo(second: bigint): Promise<void>
  /** Base units of a wallet. */
  balance(owner: PublicKey, currency: 'SOL' | 'UTILITY'): Promise<bigint>
  /** Whether it takes transactions of version 1, and simulates. */
  isNode: boolean
  stop(): Promise<void>
}

/** A limit that is enough for any instruction here; and blockhashes last, so that equal transactions must differ. */
const IN_PROCESS = { computeUnits: 400_000, isUnique: true }

const parser = () => import('../../../sdk/src/question/parse.ts')

/** A localnet, over RPC. */
export async function startLocalnetStage(): Promise<Stage> {
  const world = await startClientWorld()
  const { client, connection, node, mint } = world
  const account = async (address: PublicKey) => {
    const found = await connection.getAccountInfo(address)
    return found && { ...found, lamports: BigInt(found.lamports) }
  }
  return {
    web3: (signer) => new PredictionMarketClient(connection, { signer }),
    kit: (signer) => {
      const rpcSubscriptions = createSolanaRpcSubscriptions(node.wsUrl)
      return new KitClient({ rpc: createSolanaRpc(node.rpcUrl), rpcSubscriptions, signer })
    },
    wallet: world.wallet,
    price: world.price,
    async attestors() {
      const members = Array.from({ length: 4 }, () => Keypair.generate())
      const { attestorSets: index } = await client.config()
      const keys = members.map(({ publicKey }) => publicKey)
      await client.send([createAttestorSet({ admin: node.payer.publicKey, index, keys })])
      return members
    },
    travelTo: (second) => travelTo(world, second),
    balance: balanceOf(account, mint),
    isNode: true,
    stop: world.stop,
  }
}

/** A chain in this process. */
export async function startChainStage(name: string): Promise<Stage> {
  const world = await startWorld({ chain: name, auction: { firstPrice: 1_000n * UTILITY } })
  const { chain, utility } = world
  const web3 = chainWire(chain, codecOf(), compilerOf())
  const kit = chainWire(chain, kitCodec(), COMPILER)
  return {
    web3: (signer) => new Client(web3, { signer, ...IN_PROCESS }, parser),
    kit: (signer) => new Client(kit, { signer, ...IN_PROCESS }, parser),
    wallet: async () => givenWallet(world),
    price: async (dollars, at) =>
      postPrice(chain, { feed: FEED, price: dollars * 10n ** 8n, publishTime: at }),
    attestors: async () => (await givenAttestors(world)).members,
    travelTo: (second) => chain.warpTo(second),
    balance: balanceOf((address) => chain.account(address), utility.mint),
    isNode: false,
    stop: async () => undefined,
  }
}

function balanceOf(
  account: (address: PublicKey) => Promise<{ lamports: bigint; data: Uint8Array } | null>,
  mint: PublicKey,
): Stage['balance'] {
  return async (owner, currency) => {
    if (currency === 'SOL') return (await account(owner))?.lamports ?? 0n
    const found = await account(getAssociatedTokenAddressSync(mint, owner, true))
    return found ? Buffer.from(found.data).readBigUInt64LE(64) : 0n
  }
}

/** A library: its client on a stage, its addresses and its signers. */
export interface Side<L extends Library> {
  codec: Codec<L>
  client(stage: Stage, signer: L['Wallet']): Client<L>
  key(key: PublicKey): L['Address']
  signer(keypair: Keypair): Promise<L['Wallet'] & L['Signer']>
}

export const WEB3: Side<Web3> = {
  codec: codecOf(),
  client: (stage, signer) => stage.web3(signer as Keypair),
  key: (key) => key,
  signer: async (keypair) => keypair,
}

export const KIT: Side<Kit> = {
  codec: kitCodec(),
  client: (stage, signer) => stage.kit(signer),
  key: (key) => kitCodec().constant(key.toBase58()),
  signer: ({ secretKey }) => createKeyPairSignerFromBytes(secretKey),
}
