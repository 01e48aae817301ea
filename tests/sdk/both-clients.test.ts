// What the client promises, on both libraries and every chain: the same steps, the same results.

import { type Fetched, type Market, NoPositionError, ProgramError, type Sent } from '@prediction-market/sdk'
import { voidAt } from '@prediction-market/sdk/rules'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import type { Client } from '../../sdk/src/core/client/client.ts'
import type { Library } from '../../sdk/src/core/wire.ts'
import { PRICE_AT_EXPIRY } from '../helpers/program/world.ts'
import { SOL, UTILITY } from '../helpers/sdk/client-world.ts'
import {
  KIT,
  type Side,
  type Stage,
  startChainStage,
  startLocalnetStage,
  WEB3,
} from '../helpers/sdk/stages.ts'
import { thrownBy } from '../helpers/sdk/thrown.ts'

const STAGES: Readonly<Record<string, () => Promise<Stage>>> = {
  bankrun: () => startChainStage('bankrun'),
  LiteSVM: () => startChainStage('litesvm'),
  'the localnet': startLocalnetStage,
}

const UNIT = { SOL, UTILITY } as const
const CURRENCIES = ['SOL', 'UTILITY'] as const

for (const [where, start] of Object.entries(STAGES)) {
  describe(`a client on ${where}`, () => {
    let stage: Stage
    before(async () => {
      stage = await start()
    })
    after(() => stage.stop())

    describe('with web3.js', () => promises(() => stage, WEB3))
    describe('with Kit', () => promises(() => stage, KIT))
  })
}

function promises<L extends Library>(getStage: () => Stage, side: Side<L>): void {
  let stage: Stage
  let alice: Keypair
  let client: Client<L>

  before(async () => {
    stage = getStage()
    alice = await stage.wallet()
    client = side.client(stage, await side.signer(alice))
  })

  async function open(currency: 'SOL' | 'UTILITY'): Promise<L['Address']> {
    const expireAt = (await client.chainTime()) + 3_600n
    const condition = PRICE_AT_EXPIRY
    return (await client.markets.create({ question: 'Will it?', condition, expireAt, currency })).market
  }

  async function fetch(market: L['Address']): Promise<Fetched<Market>> {
    const found = await client.markets.get(market)
    return (found as Fetched<Market> | null) ?? expect.fail('no such market')
  }

  /** A new wallet that has bet. */
  async function bet(market: L['Address'], outcome: 'Yes' | 'No', amount: bigint): Promise<Keypair> {
    const wallet = await stage.wallet()
    await client.bets.place({ market, outcome, amount }, { signer: await side.signer(wallet) })
    return wallet
  }

  /** Decides a market at 300 dollars, which is Yes. */
  async function decide(market: L['Address']): Promise<Sent> {
    const { expireAt } = await fetch(market)
    await stage.travelTo(expireAt)
    return client.decisions.resolve({ market, price: side.key(await stage.price(300n, expireAt)) })
  }

  for (const currency of CURRENCIES) {
    const unit = UNIT[currency]

    it(`opens, quotes, bets, decides, verifies, pays and closes, in ${currency}`, async () => {
      const market = await open(currency)
      const stake = { market, outcome: 'Yes', amount: unit } as const
      const { payout } = await client.bets.quote(stake)
      await client.bets.place({ ...stake, minPayout: payout })
      const loser = await bet(market, 'No', unit)
      expect((await client.bets.position(market, side.key(alice.publicKey)))?.stakes).to.deep.equal({
        Yes: unit,
        No: 0n,
      })
      await decide(market)
      expect(await fetch(market)).to.include({ status: 'resolved', outcome: 'Yes' })
      const verified = await client.decisions.verify(`market_${market}`)
      expect(verified.checks.filter(({ ok }) => !ok)).to.deep.equal([])

      await client.decisions.collectFees({ market })
      const before = await stage.balance(alice.publicKey, 'UTILITY')
      await client.bets.claim({ market })
      const gained = (await stage.balance(alice.publicKey, 'UTILITY')) - before
      // The stake, and that of the other side less a tenth.
      expect(gained).to.equal(currency === 'UTILITY' ? (unit * 19n) / 10n : 0n)
      await thrownBy(client.bets.claim({ market }), NoPositionError)
      const [settled] = await client.decisions.settle({ market })
      expect(settled?.owners).to.deep.equal([side.key(loser.publicKey)])
      await client.decisions.close({ market })
      expect(await client.markets.get(market)).to.equal(null)
    })

    it(`voids what nobody decided and refunds it, in ${currency}`, async () => {
      const market = await open(currency)
      const bettor = await bet(market, 'Yes', unit)
      const early = await thrownBy(client.decisions.void({ market }), ProgramError)
      expect(early.name).to.equal('TooEarlyToVoid')
      await stage.travelTo(voidAt(await fetch(market)))
      await client.decisions.void({ market })
      const before = await stage.balance(bettor.publicKey, currency)
      await client.decisions.settle({ market })
      const gained = (await stage.balance(bettor.publicKey, currency)) - before
      expect(currency === 'SOL' ? gained > unit : gained === unit).to.equal(true)
    })

    it(`bets from a bankroll by a delegate, in ${currency}`, async () => {
      const owner = await stage.wallet()
      const signer = await side.signer(owner)
      const [key, cosigner] = [Keypair.generate(), await stage.wallet()]
      const own = side.key(owner.publicKey)
      for (const each of CURRENCIES) {
        await client.bankroll.deposit({ currency: each, amount: 10n * UNIT[each] }, { signer })
      }
      const most = { SOL, UTILITY }
      const expiresAt = (await client.chainTime()) + 3_600n
      const delegate = { key: side.key(key.publicKey), cosigner: side.key(cosigner.publicKey) }
      const limits = { perBet: most, total: most, maxFee: 0n, expiresAt }
      await client.bankroll.setDelegate({ ...delegate, limits }, { signer })
      const market = await open(currency)
      const build = (amount: bigint) =>
        client.bankroll.buildBet({ owner: own, market, outcome: 'No', amount, delegate })
      const options = { signer: await side.signer(cosigner), signers: [await side.signer(key)] }
      const refused = await thrownBy(client.send(await build(2n * unit), options), ProgramError)
      expect(refused.name).to.equal('DelegatePerBetExceeded')
      await client.send(await build(unit / 2n), options)
      expect((await client.bets.position(market, own))?.stakes.No).to.equal(unit / 2n)
      await client.bankroll.withdraw({ currency, amount: unit }, { signer })
      expect((await client.bankroll.funds(own)).bankroll).to.not.equal(null)
    })
  }

  it('sends several transactions, each confirmed before the next', async () => {
    const market = await open('SOL')
    const bettor = side.key(alice.publicKey)
    const bets = await Promise.all(
      [1n, 2n].map((times) =>
        client.bets.buildPlace({ market, bettor, outcome: 'Yes', amount: times * SOL }),
      ),
    )
    const confirmed: number[] = []
    const sent = await client.sendAll(bets, {}, (_, index) => confirmed.push(index))
    expect(confirmed).to.deep.equal([0, 1])
    expect(new Set(sent.map(({ signature }) => signature))).to.have.property('size', 2)
    expect((await fetch(market)).pools).to.deep.equal({ Yes: 3n * SOL, No: 0n })
  })

  it('burns: sells SOL of the fee vault at no more than it quotes', async () => {
    const market = await open('SOL')
    await bet(market, 'Yes', SOL)
    await bet(market, 'No', SOL)
    await decide(market)
    await client.decisions.collectFees({ market })
    const lamports = SOL / 100n
    const { tokens } = await client.burns.quote(lamports)
    const { sold } = await client.burns.vault()
    const cheap = await thrownBy(client.burns.buy({ lamports, maxTokens: 0n }), ProgramError)
    expect(cheap.name).to.equal('PurchaseTooExpensive')
    const before = await stage.balance(alice.publicKey, 'UTILITY')
    await client.burns.buy({ lamports, maxTokens: tokens })
    expect((await client.burns.vault()).sold).to.equal(sold + lamports)
    expect(before - (await stage.balance(alice.publicKey, 'UTILITY')) <= tokens).to.equal(true)
  })

  it('prepares and sends transactions of version 1, where the chain takes them', async function () {
    if (!stage.isNode) this.skip()
    const market = await open('SOL')
    const stake = { market, outcome: 'Yes', amount: SOL } as const
    const payer = side.key(alice.publicKey)
    const instructions = await client.bets.buildPlace({ ...stake, bettor: payer })
    expect(await client.prepare(instructions, { payer, version: 1 })).to.have.property('transaction')
    await client.bets.place(stake, { version: 1 })
    expect((await fetch(market)).pools.Yes).to.equal(SOL)
  })

  it('refuses by the same names', async () => {
    const market = await open('SOL')
    const small = client.bets.place({ market, outcome: 'Yes', amount: 1n })
    expect((await thrownBy(small, ProgramError)).name).to.equal('StakeTooSmall')
    const events = []
    for await (const one of client.eventsSince(null, { market })) events.push(...one.events)
    expect(events.map(({ name }) => name)).to.deep.equal(['MarketCreated'])
  })
}
