// What the client promises, on both libraries and every chain: the same steps, the same results.

import { NoPositionError, NoSolError, ProgramError, TransactionFailedError } from '@prediction-market/sdk'
import { voidAt } from '@prediction-market/sdk/rules'
import { Keypair, SystemProgram } from '@solana/web3.js'
import { expect } from 'chai'
import type { Client } from '../../sdk/src/core/client/client.ts'
import type { Library } from '../../sdk/src/core/wire.ts'
import { type Actors, actorsOf, methodsOf } from '../helpers/sdk/actors.ts'
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
import { decisionPromises } from './both-clients/decisions.ts'
import { readingPromises } from './both-clients/reading.ts'

const STAGES: Readonly<Record<string, () => Promise<Stage>>> = {
  bankrun: () => startChainStage('bankrun'),
  LiteSVM: () => startChainStage('litesvm'),
  'the localnet': startLocalnetStage,
}

const UNIT = { SOL, UTILITY } as const
const CURRENCIES = ['SOL', 'UTILITY'] as const

const calledBy = { web3: new Set<string>(), kit: new Set<string>() }
let methods: string[] = []

for (const [where, start] of Object.entries(STAGES)) {
  describe(`a client on ${where}`, () => {
    let stage: Stage
    before(async () => {
      stage = await start()
      methods = methodsOf(stage.web3(Keypair.generate()))
    })
    after(() => stage.stop())

    describe('with web3.js', () => allPromises(() => stage, WEB3, calledBy.web3))
    describe('with Kit', () => allPromises(() => stage, KIT, calledBy.kit))
  })
}

describe('the suite of both clients', () => {
  for (const [library, called] of Object.entries(calledBy)) {
    it(`calls every method of the client with ${library}`, () => {
      expect(methods).to.have.length.above(70)
      expect(methods.filter((name) => !called.has(name))).to.deep.equal([])
    })
  }
})

function allPromises<L extends Library>(getStage: () => Stage, side: Side<L>, called: Set<string>): void {
  let actors: Actors<L>
  before(async () => {
    actors = await actorsOf(getStage(), side, called)
  })
  promises(() => actors)
  decisionPromises(() => actors)
  readingPromises(() => actors)
}

function promises<L extends Library>(getActors: () => Actors<L>): void {
  let stage: Stage
  let side: Side<L>
  let alice: Keypair
  let client: Client<L>
  let steps: Actors<L>

  before(() => {
    steps = getActors()
    ;({ stage, side, alice, client } = steps)
  })

  for (const currency of CURRENCIES) {
    const unit = UNIT[currency]

    it(`opens, quotes, bets, decides, verifies, pays and closes, in ${currency}`, async () => {
      const market = await steps.open(currency)
      const stake = { market, outcome: 'Yes', amount: unit } as const
      const { payout } = await client.bets.quote(stake)
      await client.bets.place({ ...stake, minPayout: payout })
      const loser = await steps.bet(market, 'No', unit)
      expect((await client.bets.position(market, side.key(alice.publicKey)))?.stakes).to.deep.equal({
        Yes: unit,
        No: 0n,
      })
      await steps.decide(market)
      expect(await steps.fetch(market)).to.include({ status: 'resolved', outcome: 'Yes' })
      const verified = await client.decisions.verify(`market_${market}`)
      expect(verified.checks.filter(({ ok }) => !ok)).to.deep.equal([])

      await client.decisions.collectFees({ market })
      const before = await stage.balance(alice.publicKey, currency)
      await client.bets.claim({ market })
      const gained = (await stage.balance(alice.publicKey, currency)) - before
      // The stake, and that of the other side less a tenth; in SOL also the deposit and reward, less the fee.
      const { deposit, reward } = await client.bets.costs(market)
      const fee = currency === 'SOL' ? (unit * 19n) / 10n + deposit + reward - gained : 0n
      expect(fee >= 0n && fee < 100_000n, String(fee)).to.equal(true)
      if (currency === 'UTILITY') expect(gained).to.equal((unit * 19n) / 10n)
      await thrownBy(client.bets.claim({ market }), NoPositionError)
      const [settled] = await client.decisions.settle({ market })
      expect(settled?.owners).to.deep.equal([side.key(loser.publicKey)])
      await client.decisions.close({ market })
      expect(await client.markets.get(market)).to.equal(null)
    })

    it(`voids what nobody decided and refunds it, in ${currency}`, async () => {
      const market = await steps.open(currency)
      const bettor = await steps.bet(market, 'Yes', unit)
      const early = await thrownBy(client.decisions.void({ market }), ProgramError)
      expect(early.name).to.equal('TooEarlyToVoid')
      await stage.travelTo(voidAt(await steps.fetch(market)))
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
      const market = await steps.open(currency)
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
    const market = await steps.open('SOL')
    // The second one needs another signature.
    const other = await stage.wallet()
    const bets = await Promise.all(
      [alice, other].map(({ publicKey }, index) => {
        const bet = { market, bettor: side.key(publicKey), outcome: 'Yes' } as const
        return client.bets.buildPlace({ ...bet, amount: BigInt(index + 1) * SOL })
      }),
    )
    const confirmed: number[] = []
    const signers = [await side.signer(other)]
    const sent = await client.sendAll(bets, { signers }, (_, index) => confirmed.push(index))
    expect(confirmed).to.deep.equal([0, 1])
    expect(new Set(sent.map(({ signature }) => signature))).to.have.property('size', 2)
    expect((await steps.fetch(market)).pools).to.deep.equal({ Yes: 3n * SOL, No: 0n })
  })

  it('burns: sells SOL of the fee vault at no more than it quotes', async () => {
    const market = await steps.open('SOL')
    await steps.bet(market, 'Yes', SOL)
    await steps.bet(market, 'No', SOL)
    await steps.decide(market)
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
    const market = await steps.open('SOL')
    const stake = { market, outcome: 'Yes', amount: SOL } as const
    const payer = side.key(alice.publicKey)
    const instructions = await client.bets.buildPlace({ ...stake, bettor: payer })
    expect(await client.prepare(instructions, { payer, version: 1 })).to.have.property('transaction')
    await client.bets.place(stake, { version: 1 })
    expect((await steps.fetch(market)).pools.Yes).to.equal(SOL)
  })

  it('refuses by the same names', async () => {
    const market = await steps.open('SOL')
    const small = client.bets.place({ market, outcome: 'Yes', amount: 1n })
    expect((await thrownBy(small, ProgramError)).name).to.equal('StakeTooSmall')
    const events = []
    for await (const one of client.eventsSince(null, { market })) events.push(...one.events)
    expect(events.map(({ name }) => name)).to.deep.equal(['MarketCreated'])
  })

  it('says why a node would not run a transaction, and who cannot pay, by the same reasons', async function () {
    if (!stage.isNode) this.skip()
    const { codec } = side
    const program = side.key(SystemProgram.programId)
    const unknown = codec.instruction({ program, accounts: [], data: Uint8Array.of(99) })
    const { reason } = await thrownBy(client.send([unknown]), TransactionFailedError)
    expect(reason).to.deep.equal({ InstructionError: [1, 'InvalidInstructionData'] })
    // A bet that leaves less than the rent of an account.
    const market = await steps.open('SOL')
    const bettor = await stage.wallet()
    const { deposit, reward } = await client.bets.costs(market)
    const amount = (await stage.balance(bettor.publicKey, 'SOL')) - deposit - reward - 6_000n
    const signer = await side.signer(bettor)
    // The client simulates, or the node before it sends.
    for (const computeUnits of [undefined, 400_000]) {
      const bet = client.bets.place({ market, outcome: 'Yes', amount }, { signer, computeUnits })
      expect((await thrownBy(bet, NoSolError)).wallet).to.equal(bettor.publicKey.toBase58())
    }
  })
}
