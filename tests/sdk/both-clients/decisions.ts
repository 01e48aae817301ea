// What the client promises about proofs and plans, on both libraries.

import { readFileSync } from 'node:fs'
import { InvalidInputError, NotDecidableError } from '@prediction-market/sdk'
import { signAttestation } from '@prediction-market/sdk/oracle'
import { PYTH, PYTH_PRO } from '@prediction-market/sdk/oracle/pyth'
import { voidAt } from '@prediction-market/sdk/rules'
import bs58 from 'bs58'
import { expect } from 'chai'
import type { ProofSources } from '../../../sdk/src/core/client/inputs.ts'
import type { FetchedMarket } from '../../../sdk/src/core/client/reader.ts'
import type { PriceUpdate } from '../../../sdk/src/core/oracle/pyth/price-source.ts'
import { submitPlan } from '../../../sdk/src/core/transaction/plan.ts'
import type { Library } from '../../../sdk/src/core/wire.ts'
import { type Asked, serve } from '../../helpers/attestor/http.ts'
import type { Actors } from '../../helpers/sdk/actors.ts'
import { SOL } from '../../helpers/sdk/client-world.ts'
import { thrownBy } from '../../helpers/sdk/thrown.ts'

/** An instruction as Pyth's own client builds it. */
interface Instruction {
  programId: string
  data: string
  keys: [string, boolean, boolean][]
}

/** Updates, and the instructions that post them: see `pyth-atomic.test.ts` and `pyth.test.ts`. */
interface Vector {
  update: string
  feeds: string[]
  payer: string
  instructions: Instruction[]
}

const vectorOf = (name: string): Vector =>
  JSON.parse(readFileSync(new URL(`../../vectors/${name}.json`, import.meta.url), 'utf8'))

const SHORT = vectorOf('pyth-atomic')
const LONG = vectorOf('pyth-receiver')

const updateOf = ({ update, feeds }: Vector) =>
  ({ feedId: feeds[0], signed: Buffer.from(update, 'hex') }) as unknown as PriceUpdate

export function decisionPromises<L extends Library>(getActors: () => Actors<L>): void {
  /** Prices of 300 dollars, which somebody else posts. */
  function sources({ stage, side }: Actors<L>): ProofSources<L> {
    const of = (feedId: string, second: number): PriceUpdate => {
      const price = { price: 300n * 10n ** 8n, conf: 0n, exponent: -8, emaPrice: 0n, emaConf: 0n }
      return { feedId, ...price, publishTime: second, prevPublishTime: second - 1 }
    }
    return {
      prices: { latest: async (feed) => of(feed, 0), updateAt: async (feed, second) => of(feed, second) },
      postPrice: async ({ publishTime }) => side.key(await stage.price(300n, BigInt(publishTime))),
    }
  }

  /** An instruction as the vectors have it. */
  function written({ side: { codec } }: Actors<L>, instruction: L['Instruction'] | undefined): Instruction {
    const { program, accounts, data } = codec.parts(instruction ?? expect.fail('no instruction'))
    const keys = accounts.map(({ address, isSigner, isWritable }): Instruction['keys'][number] => {
      return [codec.text(address), isSigner, isWritable]
    })
    return { programId: codec.text(program), data: Buffer.from(data).toString('hex'), keys }
  }

  it('finds the proof of a price once it is due, and decides by it', async () => {
    const actors = getActors()
    const { client, stage, side, alice } = actors
    const [market, other] = [await actors.open(), await actors.open()]
    for (const one of [market, other]) await actors.bet(one, 'Yes', SOL)
    const { expireAt } = await actors.fetch(other)
    const early = await thrownBy(client.decisions.findProof(market, sources(actors)), NotDecidableError)
    expect(early.decidableAt).to.equal((await actors.fetch(market)).expireAt)
    expect((await thrownBy(client.decisions.findProof(market), InvalidInputError)).field).to.equal('prices')
    await stage.travelTo(expireAt)

    const proof = await client.decisions.findProof(market, sources(actors))
    if (proof === 'void') return expect.fail('it is void')
    const payer = side.key(alice.publicKey)
    const plan = await client.decisions.planResolve({ market, payer, ...proof })
    expect(plan).to.include({ otherwise: null, abandon: null })
    await submitPlan(plan, ({ instructions }) => client.send(instructions))
    expect(await actors.fetch(market)).to.include({ status: 'resolved', outcome: 'Yes' })
    const decided = await client.decisions.decide(other, sources(actors))
    expect(decided.market).to.include({ status: 'resolved', outcome: 'Yes' })
  })

  it('plans to void what can no longer be decided', async () => {
    const actors = getActors()
    const { client, side, alice } = actors
    const market = await actors.open()
    await actors.bet(market, 'No', SOL)
    await actors.stage.travelTo(voidAt(await actors.fetch(market)))
    expect(await client.decisions.findProof(market)).to.equal('void')
    const plan = await client.decisions.planDecide(market, { payer: side.key(alice.publicKey) })
    await submitPlan(plan, ({ instructions }) => client.send(instructions))
    expect(await actors.fetch(market)).to.include({ status: 'void', outcome: null })
  })

  it('collects what attestors have signed, and decides an event by it', async () => {
    const actors = getActors()
    const { client, stage } = actors
    const attestors = await stage.attestors()
    const market = await actors.open('SOL', { type: 'event', timing: 'atExpiry' })
    await actors.bet(market, 'Yes', SOL)
    const { expireAt, terms } = await actors.fetch(market)
    const set = await client.attestorSet(terms.attestorSet)
    expect(set.keys.map(String)).to.deep.equal(attestors.map(({ publicKey }) => publicKey.toBase58()))
    await stage.travelTo(expireAt)
    const paths = new Set<string>()
    let isSilent = true
    const servers = await Promise.all(
      attestors.map((attestor) => {
        const said = { market: String(market), second: expireAt, isMet: true }
        const signature = bs58.encode(signAttestation(said, attestor).signature)
        const attestations = [{ second: Number(expireAt), isMet: true, signature }]
        const answer = { attestor: attestor.publicKey.toBase58(), attestations }
        return serve(({ path }: Asked) => {
          paths.add(path)
          return { body: isSilent ? { ...answer, attestations: [] } : answer }
        })
      }),
    )
    try {
      const urls = servers.map(({ url }) => url)
      expect(await client.decisions.collectAttestation(market, { urls })).to.equal(null)
      isSilent = false
      const found = await client.decisions.collectAttestation(market, { urls })
      expect(found).to.include({ second: expireAt, isMet: true })
      expect(found?.signatures).to.have.length(set.threshold)
      const decided = await client.decisions.decide(market, { attestorUrls: urls })
      expect(decided.market).to.include({ status: 'resolved', outcome: 'Yes' })
      expect([...paths]).to.deep.equal([`/attestations/${market}/all`])
    } finally {
      await Promise.all(servers.map((server) => server.close()))
    }
  })

  /** A market as if a feed of the vector decided it, by the update of a Pyth receiver. */
  async function pricedBy(actors: Actors<L>, { feeds }: Vector, receiver: string): Promise<FetchedMarket<L>> {
    const market = await actors.client.markets.get(await actors.open())
    if (!market) return expect.fail('no such market')
    const price = { type: 'price', comparison: 'above', target: '1', timing: 'atExpiry' } as const
    const pythReceiver = actors.side.codec.constant(receiver)
    return {
      ...market,
      condition: { ...price, feed: feeds[0] ?? '' },
      terms: { ...market.terms, pythReceiver },
    }
  }

  it('posts a signed update in the transaction that decides by it, once for several markets', async () => {
    const actors = getActors()
    const { client } = actors
    const receiver = PYTH_PRO.receiver.toBase58()
    const [first, second] = [await pricedBy(actors, SHORT, receiver), await pricedBy(actors, SHORT, receiver)]
    const [expected = expect.fail()] = SHORT.instructions
    const update = updateOf(SHORT)
    const input = { update, markets: [{ market: first }, { market: second }], payer: SHORT.payer }
    const [shared, ...others] = await client.decisions.planResolveShared(input)
    expect(others).to.deep.equal([])
    expect(shared?.markets).to.deep.equal([first.address, second.address])
    const alone = await client.decisions.planResolve({ market: first, price: update, payer: SHORT.payer })
    for (const [plan, markets] of [
      [alone, [first]],
      [shared, [first, second]],
    ] as const) {
      const { setup, decide } = plan ?? expect.fail()
      expect(setup).to.deep.equal([])
      expect(decide.signers).to.have.length(1)
      const [post, ...rest] = decide.instructions.map((one) => written(actors, one))
      // Any of the treasuries, whose number is in the data, and a new account for the price.
      const price = post?.keys[4]?.[0] ?? ''
      expect(post?.data.slice(0, -2).length).to.equal(expected.data.length - 2)
      const keys = expected.keys.map((key, index) => {
        return index === 3 || index === 4 ? [post?.keys[index]?.[0], key[1], key[2]] : key
      })
      expect(post?.keys).to.deep.equal(keys)
      expect(post?.programId).to.equal(expected.programId)
      expect(withoutTreasury(post)).to.equal(withoutTreasury(expected))
      const reclaim = rest.pop()
      expect([reclaim?.programId, reclaim?.keys[1]?.[0]]).to.deep.equal([receiver, price])
      expect(rest.map(({ keys: [, market] }) => market?.[0])).to.deep.equal(
        markets.map(({ address }) => String(address)),
      )
      for (const one of rest) expect(one.keys.map(([key]) => key)).to.include(price)
    }
  })

  it('writes and verifies an update first where its receiver wants all signatures', async () => {
    const actors = getActors()
    const market = await pricedBy(actors, LONG, PYTH.receiver.toBase58())
    const update = updateOf(LONG)
    const { payer } = LONG
    const plan = await actors.client.decisions.planResolve({ market, price: update, payer })
    expect(plan.setup.map(({ signers }) => signers.length)).to.deep.equal([1, 0])
    const instructions = [...plan.setup, plan.decide].flatMap((one) => one.instructions)
    const [create, init, write, more, verify, post, resolve, reclaim, close, ...others] = instructions.map(
      (one) => written(actors, one),
    )
    expect(others).to.deep.equal([])
    const account = create?.keys[1]?.[0]
    const price = post?.keys[4]?.[0]
    const [, vectorInit, , , vectorVerify, vectorPost, , vectorClose, vectorReclaim] = LONG.instructions
    for (const [one, of] of [
      [init, vectorInit],
      [verify, vectorVerify],
      [post, vectorPost],
      [close, vectorClose],
      [reclaim, vectorReclaim],
    ]) {
      expect([one?.programId, withoutTreasury(one)]).to.deep.equal([of?.programId, withoutTreasury(of)])
      const flags = (some: Instruction | undefined) => some?.keys.map(([, ...rest]) => rest)
      expect(flags(one)).to.deep.equal(flags(of))
    }
    for (const one of [init, write, more, verify, close]) expect(one?.keys[1]?.[0]).to.equal(account)
    expect(post?.keys[1]?.[0]).to.equal(account)
    expect([resolve?.keys[1]?.[0], reclaim?.keys[1]?.[0]]).to.deep.equal([String(market.address), price])
  })
}

/** The data of an instruction; that of posting ends with the number of its treasury, any of them. */
function withoutTreasury(instruction: Instruction | undefined): string | undefined {
  return instruction && instruction.data.length > 100 ? instruction.data.slice(0, -2) : instruction?.data
}
