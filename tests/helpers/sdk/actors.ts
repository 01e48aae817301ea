// Who acts in the suite of both clients, and which methods of the client they call.

import type { Condition, Fetched, Market, Sent } from '@prediction-market/sdk'
import type { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { Client } from '../../../sdk/src/core/client/client.ts'
import { ClientPart } from '../../../sdk/src/core/client/part.ts'
import type { Library } from '../../../sdk/src/core/wire.ts'
import { PRICE_AT_EXPIRY, usualDuration } from '../program/world.ts'
import type { Side, Stage } from './stages.ts'

/** A chain, a client of one library on it, its signer, and the steps of a market. */
export interface Actors<L extends Library> {
  side: Side<L>
  stage: Stage
  client: Client<L>
  alice: Keypair
  open(currency?: 'SOL' | 'UTILITY', condition?: Condition): Promise<L['Address']>
  fetch(market: L['Address']): Promise<Fetched<Market>>
  /** A new wallet that has bet. */
  bet(market: L['Address'], outcome: 'Yes' | 'No', amount: bigint): Promise<Keypair>
  /** Decides a market at 300 dollars, which is Yes. */
  decide(market: L['Address']): Promise<Sent>
}

/** @param called - gets the name of every method of the client that is called */
export async function actorsOf<L extends Library>(
  stage: Stage,
  side: Side<L>,
  called: Set<string>,
): Promise<Actors<L>> {
  const alice = await stage.wallet()
  const client = recorded(side.client(stage, await side.signer(alice)), called)
  async function fetch(market: L['Address']): Promise<Fetched<Market>> {
    const found = await client.markets.get(market)
    return (found as Fetched<Market> | null) ?? expect.fail('no such market')
  }
  return {
    side,
    stage,
    client,
    alice,
    fetch,
    async open(currency = 'SOL', condition = PRICE_AT_EXPIRY) {
      const expireAt = (await client.chainTime()) + 3_600n + usualDuration(condition)
      return (await client.markets.create({ question: 'Will it?', condition, expireAt, currency })).market
    },
    async bet(market, outcome, amount) {
      const wallet = await stage.wallet()
      await client.bets.place({ market, outcome, amount }, { signer: await side.signer(wallet) })
      return wallet
    },
    async decide(market) {
      const { expireAt } = await fetch(market)
      await stage.travelTo(expireAt)
      return client.decisions.resolve({ market, price: side.key(await stage.price(300n, expireAt)) })
    },
  }
}

/** Every method of a client and of its parts. */
export function methodsOf(client: object): string[] {
  const parts = Object.values(client).filter((part) => part instanceof ClientPart)
  return [client, ...parts].flatMap((owner) => ownMethods(owner).map((name) => labelOf(owner, name))).sort()
}

/** The methods of an object's classes, but not what parts share to build theirs. */
function ownMethods(owner: object): string[] {
  const type = Object.getPrototypeOf(owner)
  if (type === Object.prototype || type === ClientPart.prototype) return []
  const values = Object.entries(Object.getOwnPropertyDescriptors(type))
  const methods = values.filter(([, { value }]) => typeof value === 'function').map(([name]) => name)
  return [...methods, ...ownMethods(type)].filter((name) => name !== 'constructor')
}

/** `Client` or its part, and the method. */
function labelOf(owner: object, method: string): string {
  return `${owner instanceof Client ? 'Client' : owner.constructor.name}.${method}`
}

/** The same object, of which every call is recorded, those by its own methods too. */
function recorded<T extends object>(owner: T, called: Set<string>): T {
  return new Proxy(owner, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver)
      if (value instanceof ClientPart) return recorded(value, called)
      if (typeof value === 'function') called.add(labelOf(target, String(name)))
      return value
    },
  })
}
