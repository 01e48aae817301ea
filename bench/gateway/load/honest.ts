// Honest traffic of the load bench: reads, bets and markets at a fixed rate.

import { setTimeout as sleep } from 'node:timers/promises'
import { generator } from '../../random.ts'
import type { HonestClient } from './clients.ts'
import { type Answer, type Call, type Documented, Tallies } from './http.ts'

/** The actions of honest clients, in percent. */
const MIX = {
  list: 20,
  search: 4,
  detail: 22,
  quote: 10,
  bets: 6,
  history: 5,
  positions: 5,
  leaderboard: 3,
  transaction: 5,
  unknownMarket: 2,
  bet: 8,
  oneCallBet: 6,
  unpayableBet: 1,
  market: 3,
} as const

type Action = keyof typeof MIX

/** What one bet costs: each way to place one, alone. */
export const BET_ACTIONS = ['bet', 'oneCallBet'] as const satisfies readonly Action[]

/** Expected refusals, by action. Every other refusal is an error. */
const MEANT: Partial<Record<string, string>> = { unknownMarket: '404', unpayableBet: '402' }

const HOUR_MS = 3_600_000

/** A market that bets are placed on. */
interface KnownMarket {
  id: string
  currency: 'SOL' | 'UTILITY'
}

/** Sends honest requests at a fixed rate, without waiting for earlier answers. */
export class HonestTraffic {
  readonly #random = generator(7)
  readonly #markets: KnownMarket[] = []
  readonly #transactions: string[] = []
  readonly #actions: Action[] = (Object.keys(MIX) as Action[]).flatMap((action) => {
    return Array<Action>(MIX[action]).fill(action)
  })
  /** Counts of unexpected answers, and whether they are documented. */
  readonly errors = new Map<string, number>()

  constructor(
    private readonly clients: readonly HonestClient[],
    private readonly documented: Documented,
  ) {}

  get marketIds(): string[] {
    return this.#markets.map(({ id }) => id)
  }

  /** Opens the first markets. */
  async open(markets: number): Promise<void> {
    const tallies = new Tallies()
    for (let count = 0; count < markets; count++)
      await this.#createMarket(this.#client(), tallies, performance.now())
    if (this.#markets.length < markets) throw new Error(`Markets were refused: ${[...this.errors.keys()]}`)
  }

  /**
   * Sends `rate` actions a second for that time, waits for their answers, and returns them.
   *
   * @param actions - the mix by default
   */
  async run(
    milliseconds: number,
    rate: number,
    actions: readonly Action[] = this.#actions,
  ): Promise<Tallies> {
    const tallies = new Tallies()
    const start = performance.now()
    const running = new Set<Promise<void>>()
    const total = Math.floor((milliseconds * rate) / 1_000)
    for (let count = 0; count < total; count++) {
      const due = start + (count * 1_000) / rate
      const early = due - performance.now()
      if (early > 0) await sleep(early)
      const done = this.#act(this.#pick(actions), due, tallies).finally(() => running.delete(done))
      running.add(done)
    }
    await Promise.all(running)
    return tallies
  }

  async #act(action: Action, due: number, tallies: Tallies): Promise<void> {
    const client = this.#client()
    if (action === 'market') return this.#createMarket(client, tallies, due)
    if (action === 'bet') {
      const { path, stake } = this.#bet()
      return this.#buildAndSubmit('bet', client, path, stake, due, tallies).then(() => {})
    }
    if (action === 'oneCallBet') {
      const { path, stake } = this.#bet()
      const call: Call = { method: 'POST', path, body: JSON.stringify(stake), headers: client.authorization }
      const placed = await this.#send(action, client, call, due, tallies)
      if (placed) this.#remember(placed)
      return
    }
    if (action === 'unpayableBet') {
      const { path } = this.#bet()
      const call = await client.signed('POST', path, { outcome: 'Yes', amount: '1000000' })
      await this.#send(action, client, call, due, tallies)
      return
    }
    await this.#send(action, client, { method: 'GET', path: this.#readPath(action, client) }, due, tallies)
  }

  async #createMarket(client: HonestClient, tallies: Tallies, due: number): Promise<void> {
    const currency = this.#random() < 0.5 ? 'SOL' : 'UTILITY'
    const body = {
      question: `Will SOL be above $${100 + Math.floor(300 * this.#random())}?`,
      outcomes: ['Yes', 'No'],
      currency,
      expireAt: new Date(Date.now() + HOUR_MS).toISOString(),
      initialStake: { outcome: 'Yes', amount: '2' },
    }
    const created = await this.#buildAndSubmit('market', client, '/v1/markets', body, due, tallies)
    if (created?.status === 201)
      this.#markets.push({ id: (JSON.parse(created.text) as { id: string }).id, currency })
  }

  async #buildAndSubmit(
    what: string,
    client: HonestClient,
    path: string,
    body: unknown,
    due: number,
    tallies: Tallies,
  ): Promise<Answer | undefined> {
    const call = await client.signed('POST', path, body)
    const built = await this.#send(`${what}, build`, client, call, due, tallies)
    if (!built) return undefined
    const submission = client.submission(built)
    const sent = await this.#send(`${what}, submit`, client, submission, performance.now(), tallies)
    if (sent) this.#remember(sent)
    return sent
  }

  /** Sends a request; returns its answer if that is a success. */
  async #send(kind: string, client: HonestClient, call: Call, due: number, tallies: Tallies) {
    const answer = await client.http.send(call).catch((error: Error) => error)
    const took = performance.now() - due
    if (answer instanceof Error) {
      tallies.add(kind, answer.message, took)
      this.#count(`${kind}: ${answer.message}`)
      return undefined
    }
    const isSuccess = answer.status < 300
    const name = isSuccess ? 'ok' : `${answer.status} ${answer.code}`.trim()
    tallies.add(kind, name, took)
    const isDocumented = this.documented.has(call, answer)
    const isMeant = isSuccess || String(answer.status) === MEANT[kind]
    if (!isDocumented) this.#count(`${kind}: ${name} is not documented`)
    else if (!isMeant) this.#count(`${kind}: ${name} ${answer.text}`)
    return isSuccess ? answer : undefined
  }

  #count(error: string): void {
    this.errors.set(error, (this.errors.get(error) ?? 0) + 1)
  }

  #remember({ text }: Answer): void {
    const { transactionId } = JSON.parse(text) as { transactionId?: string }
    if (transactionId) this.#transactions.push(transactionId)
    if (this.#transactions.length > 200) this.#transactions.shift()
  }

  #bet(): { path: string; stake: { outcome: string; amount: string } } {
    const outcome = this.#random() < 0.5 ? 'Yes' : 'No'
    const amount = (1 + 4 * this.#random()).toFixed(4)
    return { path: `/v1/markets/${this.#market().id}/bets`, stake: { outcome, amount } }
  }

  #readPath(action: Action, { wallet }: HonestClient): string {
    const { id } = this.#market()
    switch (action) {
      case 'list':
        return `/v1/markets?status=open&sort=${this.#pick(['newest', 'expiring', 'volume', 'trending'])}`
      case 'search':
        return `/v1/markets?q=${100 + Math.floor(300 * this.#random())}`
      case 'quote':
        return `/v1/markets/${id}/quote?outcome=Yes&amount=2.5`
      case 'bets':
        return `/v1/markets/${id}/bets`
      case 'history':
        return `/v1/markets/${id}/history`
      case 'positions':
        return `/v1/wallets/${wallet.publicKey.toBase58()}/positions`
      case 'leaderboard':
        return `/v1/leaderboard?by=${this.#pick(['profit', 'volume', 'winRate'])}`
      case 'transaction':
        return this.#transactions.length > 0
          ? `/v1/transactions/${this.#pick(this.#transactions)}`
          : '/v1/config'
      case 'unknownMarket':
        return `/v1/markets/market_${wallet.publicKey.toBase58()}`
      default:
        return `/v1/markets/${id}`
    }
  }

  #market(): KnownMarket {
    return this.#pick(this.#markets)
  }

  #client(): HonestClient {
    return this.#pick(this.clients)
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(items.length * this.#random())] as Item
  }
}
