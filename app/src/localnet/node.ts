import { Connection, Keypair, SYSVAR_CLOCK_PUBKEY } from '@solana/web3.js'
import { reachableHost } from '../runtime/listen.ts'
import { loadAddon, type Surfnet } from './addon.ts'
import { type Cheats, createCheats } from './cheats.ts'
import { type ChainClock, type ChainTime, FollowedClock } from './clock.ts'
import { type Deployment, deployProgram } from './deploy.ts'
import { type Forwarder, openForwarder } from './forward.ts'
import { callRpc, RpcError } from './rpc.ts'

/** Where the localnet listens unless told otherwise; the ports of `solana-test-validator`. */
export const DEFAULT_RPC_PORT = 8899

/** How often the node's events are taken, in milliseconds. */
const DRAIN_EVERY_MS = 40

/** How long a new node may take to be told to move on, in milliseconds. */
const MARGIN_MS = 400

/** What the payer starts with, 100,000 SOL. All airdrops of a node come out of one million. */
const PAYER_LAMPORTS = 100_000_000_000_000

/** How a localnet node starts. */
export interface NodeOptions {
  /** Port of the JSON-RPC server, 0 for any; 8899 by default. */
  rpcPort?: number | undefined
  /** Port of the websocket server, 0 for any; the one after `rpcPort` by default, where clients look for it. */
  wsPort?: number | undefined
  /** The address to listen on; this machine alone by default. */
  host?: string | undefined
  /** Milliseconds a slot; 400 by default, as on clusters. */
  slotTimeMs?: number | undefined
  /** The key that holds 100,000 SOL from the start; a random one by default. */
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
  /** Puts a program on the chain. */
  deploy(deployment: Deployment): Promise<void>
  /**
   * Stops the node, frees its ports and cuts its connections. A web3.js `Connection` with subscriptions goes on
   * trying to reconnect: end those first.
   */
  stop(): Promise<void>
}

/**
 * Starts a fresh Solana node in this process, empty but for the system's programs, and waits until it takes
 * transactions.
 *
 * @throws Error if a port is taken or there is no node for this platform; it says what to do
 */
export async function startNode(options: NodeOptions = {}): Promise<LocalNode> {
  const { host = '127.0.0.1', slotTimeMs = 400, rpcPort = DEFAULT_RPC_PORT } = options
  const { wsPort = rpcPort && rpcPort + 1 } = options

  const forwarders: Forwarder[] = []
  let surfnet: Surfnet | undefined
  try {
    const rpc = { host, port: rpcPort, purpose: 'JSON-RPC', setting: 'LOCALNET_PORT' }
    const ws = { host, port: wsPort, purpose: 'websocket', setting: 'LOCALNET_WS_PORT' }
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
  ws.forwardTo(Number(new URL(surfnet.wsUrl).port))

  let stopped: Promise<void> | undefined
  const drain = setInterval(() => {
    clock.read(surfnet.drainEvents())
    clock.keepUp().catch((error: Error) => {
      if (!stopped) console.error(`The localnet's clock falls behind: ${error.message}`)
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
 * Makes the first block by moving the chain on by a slot or two. Surfpool counts slots from 31 but their place
 * in the epoch from 0, and a jump to a time goes by the latter: without this, the first such jump would set the
 * chain back 31 slots.
 */
async function alignClock(rpcUrl: string, slotTimeMs: number, attempts = 5): Promise<ChainTime> {
  const connection = new Connection(rpcUrl, 'processed')
  const absoluteSlot = (await connection.getSlot()) + 1 + Math.ceil(MARGIN_MS / slotTimeMs)
  try {
    await callRpc(rpcUrl, 'surfnet_timeTravel', [{ absoluteSlot }])
  } catch (error) {
    // On a busy machine the chain may have passed that slot meanwhile.
    if (error instanceof RpcError && attempts > 1) return alignClock(rpcUrl, slotTimeMs, attempts - 1)
    throw error
  }
  const account = await connection.getAccountInfo(SYSVAR_CLOCK_PUBKEY)
  if (!account) throw new Error('The new node has no clock')
  return {
    slot: Number(account.data.readBigUInt64LE(0)),
    unixSecond: Number(account.data.readBigInt64LE(32)),
  }
}
