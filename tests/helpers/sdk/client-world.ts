// A node with the program, for the client tests.

import { PROGRAM_ID, PredictionMarketClient } from '@prediction-market/sdk'
import type { Settings } from '@prediction-market/sdk/accounts'
import { initializeConfig } from '@prediction-market/sdk/instructions'
import { type Connection, Keypair, type PublicKey } from '@solana/web3.js'
import { PROGRAM_PATH } from '../../../app/src/deploy/program.ts'
import { type LocalNode, startNode } from '../../../app/src/localnet/node.ts'
import { closeConnection, createMint, openConnection, until } from '../localnet/index.ts'
import { encodePriceUpdate, PYTH_RECEIVERS } from '../oracle/pyth.ts'
import { defaultSettings, FEED } from '../program/world.ts'

export const SOL = 1_000_000_000n
export const UTILITY = 1_000_000n

/** A node with the program, whose clock may be moved. */
export interface ClientWorld {
  node: LocalNode
  connection: Connection
  client: PredictionMarketClient
  mint: PublicKey
  settings: Settings
  /** A wallet with SOL and utility tokens. */
  wallet(): Promise<Keypair>
  /** A price account that decides a market at its expiry. */
  price(dollars: bigint, publishTime: bigint): Promise<PublicKey>
  stop(): Promise<void>
}

/** Starts a node with blocks every 100 ms and initialises the program with the client. */
export async function startClientWorld(): Promise<ClientWorld> {
  const node = await startNode({ rpcPort: 0, slotTimeMs: 100 })
  const connection = openConnection(node)
  const authority = node.payer
  await node.deploy({ programId: PROGRAM_ID, soPath: PROGRAM_PATH, upgradeAuthority: authority.publicKey })
  const mint = await createMint(connection, authority)

  const client = new PredictionMarketClient(connection, { signer: authority })
  const settings = defaultSettings(Keypair.generate().publicKey)
  await node.cheats.setLamports(settings.treasury, SOL)
  const init = initializeConfig({ authority: authority.publicKey, utilityMint: mint, settings })
  await client.send([init])

  return {
    node,
    connection,
    client,
    mint,
    settings,
    async wallet() {
      const wallet = Keypair.generate()
      await node.cheats.setLamports(wallet.publicKey, 100n * SOL)
      await node.cheats.setTokenBalance(wallet.publicKey, mint, 1_000n * UTILITY)
      return wallet
    },
    async price(dollars, publishTime) {
      const address = Keypair.generate().publicKey
      const data = encodePriceUpdate({ feed: FEED, price: dollars * 10n ** 8n, publishTime })
      await node.cheats.setAccount(address, { lamports: SOL, owner: PYTH_RECEIVERS[0], data })
      return address
    },
    async stop() {
      await closeConnection(connection)
      await node.stop()
    },
  }
}

/** Moves the chain's clock to a second and waits until programs see it. */
export async function travelTo({ node, client }: ClientWorld, second: bigint): Promise<void> {
  await node.cheats.timeTravel(Number(second))
  await until(`second ${second}`, async () => (await client.chainTime()) >= second)
}
