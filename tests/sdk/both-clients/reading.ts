// What the client promises about reading, following and cancelling, on both libraries.

import { ProgramError } from '@prediction-market/sdk'
import { closableAt } from '@prediction-market/sdk/rules'
import { expect } from 'chai'
import type { Library } from '../../../sdk/src/core/wire.ts'
import { until } from '../../helpers/localnet/index.ts'
import type { Actors } from '../../helpers/sdk/actors.ts'
import { SOL, UTILITY } from '../../helpers/sdk/client-world.ts'
import { thrownBy } from '../../helpers/sdk/thrown.ts'

export function readingPromises<L extends Library>(getActors: () => Actors<L>): void {
  it('lists what it has opened, with questions, and values a position', async () => {
    const { client, side, alice, fetch, bet } = getActors()
    const question = 'Will SOL be above $250 at expiry?'
    const expireAt = (await client.chainTime()) + 3_600n
    const { market, id, condition } = await client.markets.create({ question, expireAt, currency: 'SOL' })
    expect(id).to.equal(`market_${market}`)
    expect(condition).to.include({ comparison: 'above', target: '250', timing: 'atExpiry' })
    const owner = side.key(alice.publicKey)
    const [listed, ...others] = await client.markets.list({ creator: owner, status: 'open', mint: null })
    const found = [listed, ...others].find((one) => String(one?.address) === String(market))
    expect(found).to.include({ question, mint: null, status: 'open' })
    const nobody = side.key((await getActors().stage.wallet()).publicKey)
    expect(await client.markets.list({ creator: nobody })).to.deep.equal([])
    const open = (await client.markets.acceptingBets({ creator: owner })).map(({ address }) =>
      String(address),
    )
    expect(open).to.include(String(market))
    expect(await client.markets.question(id)).to.equal(question)
    for (const questions of [await client.markets.questions(), await client.markets.questions([id])]) {
      expect(questions.get(String(market))).to.equal(question)
    }

    const stake = { market: id, outcome: 'Yes', amount: SOL } as const
    expect((await client.bets.quote(stake)).newOdds).to.deep.equal({ Yes: 1, No: 0 })
    await client.bets.place(stake)
    await bet(market, 'No', SOL)
    const positions = await client.bets.positions({ market })
    expect(positions).to.have.length(2)
    const [holding] = (await client.positions(owner)).filter(
      (one) => String(one.market.address) === String(market),
    )
    expect(holding).to.deep.include({ result: 'open', question, stake: { Yes: SOL, No: 0n } })
    expect(holding?.market.pools).to.deep.equal((await fetch(market)).pools)

    const events = []
    for await (const one of client.eventsSince(null, { market: id })) events.push(...one.events)
    expect(events.map(({ name }) => name)).to.deep.equal(['MarketCreated', 'BetPlaced', 'BetPlaced'])
    expect(events[1]?.data).to.deep.include({ owner, amount: SOL, outcome: 'Yes' })
  })

  it('knows what a market and a bet cost besides the stake', async () => {
    const actors = getActors()
    const { client, side, stage, alice } = actors
    const { settings, utilityMint } = await client.config()
    const market = await actors.open()
    const [own, other] = [alice, await stage.wallet()]
    const bettor = side.key(other.publicKey)
    const costs = await client.bets.costs(market, bettor)
    expect(costs).to.deep.equal({ deposit: await client.bets.rent(), reward: settings.settleReward })
    const before = await stage.balance(other.publicKey, 'SOL')
    const signer = await side.signer(other)
    await client.bets.place({ market, outcome: 'Yes', amount: SOL }, { signer })
    const paid = before - (await stage.balance(other.publicKey, 'SOL'))
    const fee = paid - SOL - costs.deposit - costs.reward
    expect(fee >= 5_000n && fee < 100_000n, String(fee)).to.equal(true)
    expect(await client.bets.costs(market, bettor)).to.deep.equal({ deposit: 0n, reward: 0n })

    const opening = { question: 'Will it?', currency: 'SOL', hasStake: false } as const
    const creation = await client.markets.costs(opening)
    const held = await stage.balance(own.publicKey, 'SOL')
    await actors.open()
    const spent = held - (await stage.balance(own.publicKey, 'SOL')) - creation.deposit - creation.reward
    expect(spent >= 5_000n && spent < 100_000n, String(spent)).to.equal(true)
    expect(await client.currencyOf({ mint: null })).to.deep.equal({ mint: null, tokenProgram: null })
    expect((await client.currencyOf({ mint: utilityMint })).mint).to.deep.equal(utilityMint)
  })

  it('cancels a market that nobody has bet on, once it is old enough', async () => {
    const { client, open, fetch, stage } = getActors()
    const market = await open('UTILITY')
    const early = await thrownBy(client.markets.cancel({ market }), ProgramError)
    expect(early.name).to.equal('MarketTooYoung')
    await stage.travelTo(closableAt(await fetch(market)))
    await client.markets.cancel({ market })
    expect(await client.markets.get(market)).to.equal(null)
  })

  it('reads a bankroll and the price of the auction', async () => {
    const { client, side, stage } = getActors()
    const owner = await stage.wallet()
    const key = side.key(owner.publicKey)
    expect(await client.bankroll.get(key)).to.equal(null)
    await client.bankroll.deposit(
      { currency: 'UTILITY', amount: UTILITY },
      { signer: await side.signer(owner) },
    )
    expect(await client.bankroll.get(key)).to.deep.include({ owner: key, delegates: [] })
    expect((await client.bankroll.funds(key)).balances).to.deep.equal({ SOL: 0n, UTILITY })
    expect((await client.burns.price()).value > 0n).to.equal(true)
  })

  it('follows a market, a filter of markets, a position and events, until it is stopped', async function () {
    const { client, side, stage, alice, open, fetch } = getActors()
    // Nothing reports changes of a chain in this process.
    if (!stage.isNode) this.skip()
    const market = await open()
    const owner = side.key(alice.publicKey)
    const followed: (bigint | undefined)[] = []
    const changed: (bigint | undefined)[] = []
    const held: (bigint | undefined)[] = []
    const lists: number[] = []
    const names: string[] = []
    const ends = [
      client.markets.follow(market, (now) => followed.push(now?.pools.Yes)),
      client.markets.onChange(market, (now) => changed.push(now?.pools.Yes)),
      client.bets.followPosition(market, owner, (now) => held.push(now?.stakes.Yes)),
      client.markets.followAll({ creator: owner }, ({ markets }) => lists.push(markets.size)),
      client.onEvents(({ events }) => names.push(...events.map(({ name }) => name))),
    ]
    try {
      await until('all are read', async () => [followed, held, lists].every((seen) => seen.length > 0))
      expect([followed[0], held[0]]).to.deep.equal([0n, undefined])
      await until('changes and events come', async () => {
        await client.bets.place({ market, outcome: 'Yes', amount: SOL })
        return names.includes('BetPlaced') && changed.length > 0
      })
      const { pools } = await fetch(market)
      await until('the last bet is seen', async () =>
        [followed, changed, held].every((seen) => seen.at(-1) === pools.Yes),
      )
    } finally {
      await Promise.all(ends.map((end) => end()))
    }
    const counts = [followed, changed, held].map((seen) => seen.length)
    for (const amount of [2n * SOL, 3n * SOL]) {
      await client.bets.place({ market, outcome: 'Yes', amount })
    }
    expect([followed, changed, held].map((seen) => seen.length)).to.deep.equal(counts)
  })
}
