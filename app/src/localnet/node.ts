// Starts the embedded Solana node on fixed ports, and keeps its clock right.

import { Connection, Keypair, type PublicKey } from '@solana/web3.js'
import { type ChainTime, readClock } from '../attestor/clock.ts'
import { readProgram } from '../deploy/program.ts'
import { reachableHost } from '../runtime/serve.ts'
import { loadAddon, type Surfnet } from './addon.ts'
import { type Cheats, callRpc, createCheats, RpcError } from './cheats.ts'
import { type ChainClock, FollowedClock } from './clock.ts'
import { correctNotifications, type Forwarder, openForwarder } from './forward.ts'

/** The default port, the same as that of `solana-test-validator`. */
export const DEFAULT_RPC_PORT = 8899

/** Milliseconds between two reads of the node's events. */
const DRAIN_EVERY_MS = 40

/** Milliseconds that the first time travel may take to reach the node. */
const MARGIN_MS = 400

/** The payer's 100,000 SOL. All airdrops of a node come out of one million SOL. */
const PAYER_LAMPORTS = 100_000_000_000_000

export interface NodeOptions {
  /** Port of the JSON-RPC server, 0 for any; 8899 by default. */
  rpcPort?: number | undefined
  /** Port of the websocket server, 0 for any; by default the one after `rpcPort`, where clients expect it. */
  wsPort?: number | undefined
  /** The address to listen on; 127.0.0.1 by default. */
  host?: string | undefined
  /** Milliseconds a slot; 400 by default. */
  slotTimeMs?: number | undefined
  /** The wallet that starts with 100,000 SOL; a random one by default. */
  payer?: Keypair
}

/** A Solana node in this process. */
export interface LocalNode {
  readonly rpcUrl: string
  readonly wsUrl: string
  /** Holds 100,000 SOL. */
  readonly payer: Keypair
  readonly clock: ChainClock
  readonly cheats: Cheats
  deploy(deployment: Deployment): Promise<void>
  /**
   * Stops the node and closes its ports and connections. Close a web3.js `Connection` with subscriptions first,
   * or it tries to reconnect for ever.
   */
  stop(): Promise<void>
}

/**
 * Starts a Solana node in this process, with nothing but the system's programs, and waits until it accepts
 * transactions.
 *
 * @throws Error that says what to do if a port is in use or there is no node for this platform
 */
export async function startNode(options: NodeOptions = {}): Promise<LocalNode> {
  const { host = '127.0.0.1', slotTimeMs = 400, rpcPort = DEFAULT_RPC_PORT } = options
  const { wsPort = rpcPort && rpcPort + 1 } = options

  const forwarders: Forwarder[] = []
  let surfnet: Surfnet | undefined
  try {
    const rpc = { host, port: rpcPort, purpose: 'localnet JSON-RPC', setting: 'LOCALNET_PORT' }
    const ws = { host, port: wsPort, purpose: 'localnet websocket', setting: 'LOCALNET_WS_PORT' }
    for (const choice of [rpc, ws]) forwarders.push(await openForwarder(choice))

    surfnet = loadAddon().Surfnet.startWithConfig({
      offline: true,
      blockProductionMode: 'clock',
      slotTimeMs,
      airdropSol: PAYER_LAMPORTS,
      ...(options.payer && { payerSecretKey: [...options.payer.secretKey] }),
    })
    return await run(surfnet, forwarders, host, slotTimeMs)
  } catch (error) {
    surfnet?.stop()
    await Promise.all(forwarders.map((forwarder) => forwarder.close()))
    throw error
  }
}

async function run(
  surfnet: Surfnet,
  forwarders: Forwarder[],
  host: string,
  slotTimeMs: number,
): Promise<LocalNode> {
  const innerUrl = surfnet.rpcUrl
  const cheats = createCheats(innerUrl)
  const clock = new FollowedClock(await alignClock(innerUrl, slotTimeMs), cheats.timeTravel)
  const [rpc, ws] = forwarders as [Forwarder, Forwarder]
  rpc.forwardTo(Number(new URL(surfnet.rpcUrl).port))
  ws.forwardTo(Number(new URL(surfnet.wsUrl).port), () => correctNotifications(() => clock.now.slot))

  let stopped: Promise<void> | undefined
  const drain = setInterval(() => {
    clock.read(surfnet.drainEvents())
    clock.keepUp().catch((error: Error) => {
      if (!stopped) console.error(`Cannot move the localnet's clock forward: ${error.message}`)
    })
  }, DRAIN_EVERY_MS)

  const stop = async () => {
    clearInterval(drain)
    await Promise.all(forwarders.map((forwarder) => forwarder.close()))
    surfnet.stop()
  }
  return {
    rpcUrl: `http://${reachableHost(host)}:${rpc.port}`,
    wsUrl: `ws://${reachableHost(host)}:${ws.port}`,
    payer: Keypair.fromSecretKey(Uint8Array.from(surfnet.payerSecretKey)),
    clock,
    cheats,
    deploy: (deployment) => deployProgram(innerUrl, deployment),
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

/**
 * Produces the first block by moving the chain forward by a slot or two. Surfpool counts slots from 31 but their
 * index in the epoch from 0, and travelling to a time uses the index: without this, the first time travel would
 * set the chain back by 31 slots.
 */
async function alignClock(rpcUrl: string, slotTimeMs: number, attempts = 5): Promise<ChainTime> {
  const connection = new Connection(rpcUrl, 'processed')
  const absoluteSlot = (await connection.getSlot()) + 1 + Math.ceil(MARGIN_MS / slotTimeMs)
  try {
    await callRpc(rpcUrl, 'surfnet_timeTravel', [{ absoluteSlot }])
  } catch (error) {
    // On a busy machine the chain may have passed that slot already.
    if (error instanceof RpcError && attempts > 1) return alignClock(rpcUrl, slotTimeMs, attempts - 1)
    throw error
  }
  return readClock(connection)
}

interface Deployment {
  programId: PublicKey
  /** File of the built program. */
  soPath: string
  /** The upgrade authority, who must sign `initialize_config`. */
  upgradeAuthority: PublicKey
}

/**
 * Deploys a program on a Surfpool node as the upgradeable loader would, without its keypair and without fees. It
 * can be called at once. A second deployment replaces the code.
 *
 * The addon's own `deploy` makes the system program the upgrade authority, so this calls the method behind it.
 *
 * @throws Error if the file is missing or not a program
 */
async function deployProgram(rpcUrl: string, deployment: Deployment): Promise<void> {
  const { programId, soPath, upgradeAuthority } = deployment
  const code = await readProgram(soPath)
  const params = [programId.toBase58(), code.toString('hex'), 0, upgradeAuthority.toBase58()]
  await callRpc(rpcUrl, 'surfnet_writeProgram', params)
}
