// Starts a localnet: a Solana node with the program, simulated prices, attestors and demonstration markets.

import type { Condition } from '@prediction-market/sdk'
import type { Settings } from '@prediction-market/sdk/accounts'
import { Connection, type Keypair, type PublicKey } from '@solana/web3.js'
import type { EventSource } from '../attestor/events.ts'
import type { Deployment } from '../deploy/types.ts'
import type { RoundsOptions } from '../keeper/rounds/opener.ts'
import { readSeries } from '../keeper/rounds/series.ts'
import { type Service, startTogether } from '../runtime/service.ts'
import { fundDemo, type OpenedMarket, openDemo, prepareDemo } from './demo/open.ts'
import { drawFrom } from './demo/plan.ts'
import { startPlayers } from './demo/players.ts'
import { createFaucet, type Faucet } from './faucet.ts'
import { LOCALNET_KEYS } from './keys.ts'
import { LOCALNET_BURN, LOCALNET_ROUNDS, localnetSettings, setUpProgram } from './market-program.ts'
import { DEFAULT_RPC_PORT, type LocalNode, type NodeOptions, startNode } from './node.ts'
import { servePrices } from './prices/server.ts'
import { SimulatedPrices } from './prices/simulated.ts'
import { MAINNET_TOKENS, setToken } from './tokens/mints.ts'
import { LocalnetTokens } from './tokens/tokens.ts'

/** The parts of a market that decide when its event happens. */
interface PlannedEvent {
  address: PublicKey
  question: string
  condition: Condition
  lifetime: number
  expireAt: bigint
}

/** Events of the localnet: those that were set, and those of demonstration markets, which the seed decides. */
export class LocalnetEvents implements EventSource {
  readonly #set = new Map<string, boolean>()
  /** By market: the unix second from which on the answer is known, and the answer. */
  readonly #planned = new Map<string, { at: number; hasHappened: boolean }>()

  /**
   * @param now - the chain's time, in unix seconds
   */
  constructor(private readonly now: () => number) {}

  /** Sets whether a market's event has happened. The attestors take it as final. */
  set(market: PublicKey, hasHappened: boolean): void {
    this.#set.set(market.toBase58(), hasHappened)
  }

  /** Decides whether and when the events of demonstration markets happen. The same seed decides the same. */
  plan(seed: string, markets: readonly PlannedEvent[]): void {
    for (const { address, question, condition, lifetime, expireAt } of markets) {
      if (condition.type !== 'event') continue
      const draw = drawFrom(`${seed}/event/${question}`)
      const hasHappened = draw(2) === 1
      // An event by expiry happens in the second half of the market. Otherwise the answer is known at expiry only.
      const isEarly = hasHappened && condition.timing === 'byExpiry'
      const ahead = isEarly ? draw(Math.floor(lifetime / 2)) : 0
      this.#planned.set(address.toBase58(), { at: Number(expireAt) - ahead, hasHappened })
    }
  }

  finalAnswer(market: string): boolean | null {
    const set = this.#set.get(market)
    if (set !== undefined) return set
    const planned = this.#planned.get(market)
    return planned && this.now() >= planned.at ? planned.hasHappened : null
  }
}

export interface LocalnetOptions extends NodeOptions {
  /** Port of the price server, 0 for any; by default the one after the websocket's. */
  pricesPort?: number | undefined
  /** Port of the first attestor, 0 for any; the others follow. By default the one after the price server's. */
  attestorsPort?: number | undefined
  /** Whether to start attestors; yes by default. */
  attestors?: boolean | undefined
  /** The same seed makes the same prices and the same bets on the demonstration markets. */
  seed?: string | undefined
  /** Whether to open demonstration markets; yes by default. */
  demo?: boolean | undefined
  /** Settings of the program that replace the localnet's defaults. */
  settings?: Partial<Settings> | undefined
}

/** A Solana node with the program, simulated Pyth feeds and attestors, in this process. */
export interface Localnet extends Service {
  readonly node: LocalNode
  /** The program, ready for markets, with the keys of {@link LOCALNET_KEYS}. */
  readonly program: Deployment
  readonly faucet: Faucet
  readonly tokens: LocalnetTokens
  /** Wallets with SOL for the transactions of a keeper. */
  readonly keepers: readonly Keypair[]
  /** How a keeper buys in the burn auction. */
  readonly burn: { wallet: Keypair; maxPrice: string }
  /** The rounds that a keeper opens, and the demonstration's wallets bet on; none without a demonstration. */
  readonly rounds: RoundsOptions | undefined
  /** The gateway's co-signing key, with SOL for network fees. */
  readonly cosigners: readonly Keypair[]
  readonly demo: readonly OpenedMarket[]
  readonly prices: SimulatedPrices
  /** Serves the simulated feeds like Hermes. */
  readonly pricesUrl: string
  /** The outcome of events, as the attestors see it. */
  readonly events: LocalnetEvents
  /** The attestors, in the order of their keys. */
  readonly attestorUrls: readonly string[]
}

/**
 * Starts a fresh localnet.
 *
 * @throws Error that says what to do if it cannot start, for example because a port is in use
 */
export function startLocalnet(options: LocalnetOptions = {}): Promise<Localnet> {
  const { host = '127.0.0.1', rpcPort = DEFAULT_RPC_PORT, seed = 'localnet', demo = true } = options
  const { wsPort = rpcPort && rpcPort + 1 } = options
  const { pricesPort = wsPort && wsPort + 1 } = options
  const { attestorsPort = pricesPort && pricesPort + 1 } = options

  return startTogether(async (add) => {
    const node = add(await startNode({ payer: LOCALNET_KEYS.faucet, ...options, rpcPort, wsPort }))
    const connection = new Connection(node.rpcUrl, 'confirmed')
    const prices = add(await SimulatedPrices.start({ chain: node, seed }))
    const choice = { host, port: pricesPort, purpose: 'localnet prices', setting: 'LOCALNET_PRICES_PORT' }
    const server = add(await servePrices(prices, choice))

    // The demonstration is prepared and the attestors' code is loaded while the node sets up the program.
    const now = node.clock.now.unixSecond
    const settings = localnetSettings(options.settings)
    const [program, prepared, { startAttestors }] = await Promise.all([
      setUpProgram(node, connection, settings),
      demo ? prepareDemo({ seed, settings, utilityMint: LOCALNET_KEYS.mint.publicKey, now }) : undefined,
      import('./attestors.ts'),
      demo ? fundDemo(node.cheats) : undefined,
      ...MAINNET_TOKENS.map((token) => setToken(node.cheats, token)),
    ])
    const faucet = createFaucet(connection, program.utilityMint)
    const events = new LocalnetEvents(() => node.clock.now.unixSecond)
    events.plan(seed, prepared?.markets ?? [])
    const { burner } = LOCALNET_KEYS
    const [markets] = await Promise.all([
      prepared ? openDemo(connection, prepared).catch(goOnWithout) : [],
      faucet.pay({ wallet: burner.publicKey, currency: 'UTILITY', amount: LOCALNET_BURN.utility }),
    ])
    // The attestors start last, so that they do not follow every bet of the demonstration.
    const { programId } = program
    const attestors =
      options.attestors === false
        ? undefined
        : add(await startAttestors({ node, programId, events, host, port: attestorsPort }))
    const rounds = demo ? { wallet: LOCALNET_KEYS.opener, series: readSeries(LOCALNET_ROUNDS) } : undefined
    if (rounds) add(startPlayers({ ...rounds, connection, node, seed, closeMargin: settings.closeMargin }))
    return {
      node,
      program,
      faucet,
      tokens: new LocalnetTokens(connection, node.cheats),
      keepers: LOCALNET_KEYS.keepers,
      rounds,
      burn: { wallet: burner, maxPrice: LOCALNET_BURN.maxPrice },
      cosigners: [LOCALNET_KEYS.cosigner],
      demo: markets,
      prices,
      pricesUrl: server.url,
      events,
      attestorUrls: attestors?.urls ?? [],
    }
  })
}

/** Says why there is no demonstration, for example on a machine that is too slow for it: everything else works. */
function goOnWithout(error: Error): OpenedMarket[] {
  console.error(`${error.message}. The localnet goes on without the markets that are missing.`)
  return []
}
