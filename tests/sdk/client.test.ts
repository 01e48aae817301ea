import {
  AccountNotFoundError,
  type Condition,
  type Fetched,
  InvalidInputError,
  type Market,
  NoPositionError,
  NotDecidableError,
  PredictionMarketClient,
  ProgramError,
  positionDue,
  TransactionFailedError,
  type WalletSigner,
} from '@prediction-market/sdk'
import type { ProgramEvent } from '@prediction-market/sdk/events'
import { createAttestorSet } from '@prediction-market/sdk/instructions'
import { findBondingCurve, findMigrationPool, signAttestation } from '@prediction-market/sdk/oracle'
import type { PriceSource } from '@prediction-market/sdk/oracle/pyth'
import { closableAt, expectedTerms, proofDeadline, voidAt } from '@prediction-market/sdk/rules'
import { TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { ComputeBudgetProgram, Keypair, PublicKey, type VersionedTransaction } from '@solana/web3.js'
import { expect } from 'chai'
import { until } from '../helpers/localnet/index.ts'
import { PRICE_AT_EXPIRY, usualDuration } from '../helpers/program/world.ts'
import { type ClientWorld, SOL, startClientWorld, travelTo, UTILITY } from '../helpers/sdk/client-world.ts'
import { thrownBy } from '../helpers/sdk/thrown.ts'

/** A source of prices that has none. */
const NO_PRICES: PriceSource = {
  latest: () => Promise.reject(new Error('no price')),
  updateAt: () => Promise.resolve(null),
}

describe('client', () => {
  let world: ClientWorld
  let client: PredictionMarketClient

  before(async () => {
    world = await startClientWorld()
    client = world.client
  })

  after(() => world.stop())

  async function openMarket(currency: 'SOL' | 'UTILITY' = 'SOL', condition: Condition = PRICE_AT_EXPIRY) {
    const expireAt = (await client.chainTime()) + usualDuration(condition) + 60n
    const opened = await client.markets.create({ question: 'Will it?', expireAt, condition, currency })
    return { ...opened, expireAt }
  }

  async function fetch(market: Parameters<typeof client.markets.get>[0]): Promise<Fetched<Market>> {
    const found = await client.markets.get(market)
    if (!found) throw new Error('no such market')
    return found
  }

  /** Decides a market at 300 dollars, which is Yes for the condition above. */
  async function decide(market: Awaited<ReturnType<typeof openMarket>>) {
    await travelTo(world, market.expireAt)
    await client.decisions.resolve({ market: market.id, price: await world.price(300n, market.expireAt) })
  }

  it('asks for the current value before it opens a market that may be answered already', async () => {
    const expireAt = (await client.chainTime()) + 3_600n
    const { client: bare } = world
    const open = (question: string, currentValue?: string) =>
      bare.markets.create({ question, expireAt, currency: 'SOL', currentValue })
    const missing = await thrownBy(open('Will SOL rise above $250?'), InvalidInputError)
    expect(missing.field).to.equal('prices')
    expect(missing.message).to.contain('currentValue')
    const met = await thrownBy(open('Will SOL rise above $250?', '300'), InvalidInputError)
    expect(met.message).to.contain('already true')
    const { market } = await open('Will SOL rise above $250?', '150')
    expect((await fetch(market)).condition).to.include({ comparison: 'above', timing: 'byExpiry' })
    await open('Will SOL be above $250 at expiry?')
  })

  it('opens a market and finds it again', async () => {
    const creator = await world.wallet()
    const expireAt = new Date(Number((await client.chainTime()) + 100n) * 1_000)
    const opened = await client.markets.create(
      {
        question: 'Will SOL be at least $250?',
        expireAt,
        condition: PRICE_AT_EXPIRY,
        currency: 'UTILITY',
        initialStake: { outcome: 'No', amount: 5n * UTILITY },
      },
      { signer: creator },
    )
    expect(opened.id).to.equal(`market_${opened.market.toBase58()}`)
    const market = await fetch(opened.id)
    expect(market).to.deep.include({ status: 'open', mint: world.mint, pools: { Yes: 0n, No: 5n * UTILITY } })
    expect(market.condition).to.deep.equal(PRICE_AT_EXPIRY)
    expect(await client.markets.question(market)).to.equal('Will SOL be at least $250?')
    expect((await client.markets.questions()).get(opened.market.toBase58())).to.equal(
      'Will SOL be at least $250?',
    )
    expect(await client.markets.all({ creator: creator.publicKey })).to.deep.equal([market])
    expect(await client.markets.all({ creator: creator.publicKey, status: 'void' })).to.deep.equal([])
    expect((await client.config()).utilityMint).to.deep.equal(world.mint)
  })

  it('opens two markets in the same second', async () => {
    const [first, second] = await Promise.all([openMarket(), openMarket()])
    expect(first.id).not.to.equal(second.id)
  })

  it('places two equal bets at once as two', async () => {
    const { market } = await openMarket()
    const signer = await world.wallet()
    const bet = () => client.bets.place({ market, outcome: 'Yes', amount: SOL }, { signer })
    const [first, second] = await Promise.all([bet(), bet()])
    expect(first.signature).not.to.equal(second.signature)
    expect((await fetch(market)).pools).to.deep.equal({ Yes: 2n * SOL, No: 0n })
  })

  it('bets for a key and for a wallet, as it was quoted', async () => {
    const { id, market } = await openMarket()
    const [alice, bob] = [await world.wallet(), await world.wallet()]
    await client.bets.place({ market, outcome: 'Yes', amount: 2n * SOL }, { signer: alice })
    const quoted = await client.bets.quote({ market: id, outcome: 'No', amount: SOL })

    let asked = 0
    const wallet: WalletSigner = {
      publicKey: bob.publicKey,
      async signTransaction(transaction) {
        asked += 1
        transaction.sign([bob])
        return transaction
      },
    }
    const sent = await client.bets.place({ market: id, outcome: 'No', amount: SOL }, { signer: wallet })
    expect(asked).to.equal(1)
    expect((await world.connection.getSignatureStatus(sent.signature)).value?.slot).to.equal(sent.slot)

    const { pools, terms, late, latePeriod } = await fetch(market)
    expect(pools).to.deep.equal(quoted.newTotalStake)
    const position = await client.bets.position(market, bob.publicKey)
    expect(position?.stakes).to.deep.equal({ Yes: 0n, No: SOL })
    if (!position) throw new Error('no position')
    const won = { pools, terms, late, latePeriod, outcome: 'No' } as const
    expect(positionDue(won, position)).to.deep.equal({ payout: quoted.payout, refund: 0n })
    expect(await client.bets.positions({ owner: bob.publicKey })).to.deep.equal([position])
    const [held] = await client.positions(bob.publicKey)
    expect(held?.position).to.deep.equal(position)
    expect(held?.market.pools).to.deep.equal(pools)
    expect(held).to.deep.include({
      result: 'open',
      stake: { Yes: 0n, No: SOL },
      winnings: null,
      refund: null,
    })
    expect(held?.potentialWinnings).to.deep.equal({ Yes: 0n, No: quoted.payout })
    expect(await client.positions(Keypair.generate().publicKey)).to.deep.equal([])
  })

  it('shows the mint where a bet on a supply must', async () => {
    const condition: Condition = {
      type: 'supply',
      comparison: 'atLeast',
      target: '1000000',
      timing: 'byExpiry',
    }
    const expireAt = (await client.chainTime()) + 3_600n
    const token = world.mint
    const { data } = (await world.connection.getAccountInfo(token)) ?? expect.fail()
    // A base unit, since a mint without supply is refused.
    data.writeBigUInt64LE(1n, 36)
    const owner = TOKEN_PROGRAM_ID
    await world.node.cheats.setAccount(token, { lamports: 10_000_000n, data, owner })
    const question = 'Will it be inflated?'
    const { market } = await client.markets.create({ question, token, expireAt, condition, currency: 'SOL' })
    await client.bets.place({ market, outcome: 'No', amount: SOL })
    const error = await thrownBy(client.decisions.resolve({ market }), ProgramError)
    expect(error.name).to.equal('NotDecidableYet')
    await travelTo(world, expireAt)
    await client.decisions.resolve({ market })
    expect(await fetch(market)).to.include({ status: 'resolved', outcome: 'No' })
  })

  it('bets only for the payout that was asked for', async () => {
    const { market } = await openMarket()
    await client.bets.place({ market, outcome: 'No', amount: SOL })
    const bet = { market, outcome: 'Yes', amount: SOL } as const
    const { payout, payoutIfMatched } = await client.bets.quote(bet)
    expect(payout).to.equal(SOL + (9n * SOL) / 10n)
    expect(payoutIfMatched).to.deep.equal({ Yes: SOL + (9n * SOL) / 20n, No: SOL + (18n * SOL) / 10n })
    const error = await thrownBy(client.bets.place({ ...bet, minPayout: payout + 1n }), ProgramError)
    expect(error.name).to.equal('PayoutTooLow')
    await client.bets.place({ ...bet, minPayout: payout })
    expect((await fetch(market)).pools).to.deep.equal({ Yes: SOL, No: SOL })
  })

  it('opens a market only under the terms that were expected', async () => {
    const expireAt = (await client.chainTime()) + 3_600n
    const condition = PRICE_AT_EXPIRY
    const terms = expectedTerms(await client.config(), condition, null)
    const expected = { ...terms, burnBps: terms.burnBps - 1 }
    const question = 'Will it?'
    const opening = client.markets.create({ question, expireAt, condition, currency: 'SOL', expected })
    expect((await thrownBy(opening, ProgramError)).name).to.equal('TermsChanged')
  })

  it('cancels a market that nobody has staked on', async () => {
    for (const currency of ['SOL', 'UTILITY'] as const) {
      const { market } = await openMarket(currency)
      const opened = await fetch(market)
      const early = await thrownBy(client.markets.cancel({ market }), ProgramError)
      expect(early.name).to.equal('MarketTooYoung')
      await travelTo(world, closableAt(opened))
      await client.markets.cancel({ market })
      expect(await client.markets.get(market)).to.equal(null)
    }
  })

  it('records a price that is not met at expiry, and decides No by it after the proof window', async () => {
    const { market, expireAt } = await openMarket('SOL', { ...PRICE_AT_EXPIRY, timing: 'byExpiry' })
    await client.bets.place({ market, outcome: 'No', amount: SOL })
    await travelTo(world, expireAt)
    await client.decisions.resolve({ market, price: await world.price(249n, expireAt) })
    const recorded = await fetch(market)
    expect(recorded).to.include({ status: 'open', outcome: null })
    expect(recorded.observation).to.include({ isMet: false, observedAt: expireAt })
    const early = await thrownBy(client.decisions.resolve({ market }), ProgramError)
    expect(early.name).to.equal('EvidenceMissing')
    await travelTo(world, proofDeadline(recorded))
    await client.decisions.resolve({ market })
    expect(await fetch(market)).to.include({ status: 'resolved', outcome: 'No', answer: 'No' })
  })

  it('quotes only what can be bet on', async () => {
    const { market } = await openMarket()
    const quote = client.bets.quote({ market, outcome: 'yes' as 'Yes', amount: SOL })
    expect((await thrownBy(quote, InvalidInputError)).message).to.equal('outcome: must be Yes or No')
    const nowhere = client.bets.quote({ market: Keypair.generate().publicKey, outcome: 'Yes', amount: SOL })
    await thrownBy(nowhere, AccountNotFoundError)
  })

  it('decides an event by what its attestors have signed', async () => {
    const attestors = Array.from({ length: 4 }, () => Keypair.generate())
    const keys = attestors.map(({ publicKey }) => publicKey)
    const admin = world.node.payer.publicKey
    const { attestorSets: index } = await client.config()
    await client.send([createAttestorSet({ admin, index, keys })])
    const { market, expireAt } = await openMarket('SOL', { type: 'event', timing: 'atExpiry' })
    await client.bets.place({ market, outcome: 'Yes', amount: SOL })
    await travelTo(world, expireAt)
    const said = { market, second: expireAt, isMet: true }
    const signatures = attestors.slice(1).map((attestor) => signAttestation(said, attestor))
    const silence = await thrownBy(client.decisions.resolve({ market }), ProgramError)
    expect(silence.name).to.equal('EvidenceMissing')
    await client.decisions.resolve({ market, attestation: { ...said, signatures } })
    expect(await fetch(market)).to.include({ status: 'resolved', outcome: 'Yes' })
  })

  it('shows the curve and the pool of a migration, whatever the token is traded against', async () => {
    const [token, quoteMint] = [Keypair.generate().publicKey, Keypair.generate().publicKey]
    const curve = Buffer.alloc(150)
    curve.set([23, 183, 248, 55, 96, 216, 172, 96])
    curve.set(quoteMint.toBytes(), 83)
    const owner = new PublicKey('6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P')
    await world.node.cheats.setAccount(findBondingCurve(token), { lamports: SOL, owner, data: curve })
    const condition: Condition = { type: 'migration', timing: 'byExpiry' }
    const expireAt = (await client.chainTime()) + 3_600n
    const question = 'Will it migrate?'
    const { market } = await client.markets.create({ question, token, expireAt, condition, currency: 'SOL' })
    const [bet] = await client.bets.buildPlace({ market, bettor: owner, outcome: 'No', amount: SOL })
    expect(bet?.keys.at(-1)?.pubkey).to.deep.equal(findBondingCurve(token))
    const [resolve] = await client.decisions.buildResolve({ market, keeper: owner })
    expect(resolve?.keys.at(-1)?.pubkey).to.deep.equal(findMigrationPool(token, quoteMint))
    await client.bets.place({ market, outcome: 'No', amount: SOL })
    await travelTo(world, expireAt)
    await client.decisions.resolve({ market })
    expect(await fetch(market)).to.include({ status: 'resolved', outcome: 'No' })
  })

  it('is refused before anybody is asked to sign', async () => {
    const { market } = await openMarket()
    const { publicKey } = await world.wallet()
    const signer: WalletSigner = {
      publicKey,
      signTransaction: () => Promise.reject(new Error('the wallet was asked')),
    }
    const error = await thrownBy(
      client.bets.place({ market, outcome: 'Yes', amount: 1n }, { signer }),
      ProgramError,
    )
    expect(error).to.include({
      name: 'StakeTooSmall',
      message: 'The stake is below the minimum for this currency',
    })
    expect(error.logs.join('\n')).to.contain('StakeTooSmall')
    expect((await fetch(market)).pools).to.deep.equal({ Yes: 0n, No: 0n })
  })

  it('is refused by name even without a simulation', async () => {
    const { market } = await openMarket()
    const options = { signer: await world.wallet(), computeUnits: 100_000 }
    const error = await thrownBy(
      client.bets.place({ market, outcome: 'Yes', amount: 1n }, options),
      ProgramError,
    )
    expect(error.name).to.equal('StakeTooSmall')
  })

  it('names what is missing when a wallet has too little money', async () => {
    const { market } = await openMarket()
    const poor = Keypair.generate()
    const bet = () => client.bets.place({ market, outcome: 'Yes', amount: 5n * SOL }, { signer: poor })
    const nothing = await thrownBy(bet(), TransactionFailedError)
    expect(nothing.reason).to.equal('AccountNotFound')
    await world.node.cheats.setLamports(poor.publicKey, SOL)
    expect((await thrownBy(bet(), ProgramError)).name).to.equal('InsufficientFunds')
  })

  it('prepares transactions with a limit of their own and the priority fee that was asked', async () => {
    const { market } = await openMarket()
    const { publicKey: bettor } = await world.wallet()
    const instructions = await client.bets.buildPlace({ market, bettor, outcome: 'Yes', amount: SOL })
    const { transaction } = await client.prepare(instructions, { payer: bettor, priorityFee: 7_000n })
    const [limit = 0, price] = budget(transaction)
    expect(limit).to.be.within(1_000, 60_000)
    expect(price).to.equal(7_000)
    expect(transaction.signatures[0]?.every((byte) => byte === 0)).to.equal(true)
  })

  it('decides, collects, pays in full batches and clears away, in SOL', async () => {
    const market = await openMarket()
    const bettors = await Promise.all(Array.from({ length: 20 }, () => world.wallet()))
    await Promise.all(
      bettors.map((signer, index) =>
        client.bets.place(
          { market: market.id, outcome: index % 2 ? 'No' : 'Yes', amount: SOL + BigInt(index) },
          { signer },
        ),
      ),
    )
    await decide(market)
    const decided = await fetch(market.id)
    expect(decided).to.include({ status: 'resolved', outcome: 'Yes' })
    expect(decided.observation).to.deep.include({ value: 30_000_000_000n, exponent: -8 })

    const treasury = await world.connection.getBalance(world.settings.treasury)
    expect(decided.feesDue).to.deep.equal(decided.fees)
    await client.decisions.collectFees({ market: decided })
    expect((await fetch(market.id)).feesDue).to.deep.equal({ burn: 0n, developer: 0n })
    expect(await world.connection.getBalance(world.settings.treasury)).to.equal(
      treasury + Number(decided.fees.developer),
    )

    const positions = await client.bets.positions({ market: market.market })
    const winner = positions.find(({ stakes }) => stakes.Yes > 0n)
    if (!winner) throw new Error('nobody won')
    const before = await world.connection.getBalance(winner.owner)
    const rent = await world.connection.getMinimumBalanceForRentExemption(160)
    const settled = await client.decisions.settle({ market: decided })
    expect(settled.map(({ owners }) => owners.length)).to.deep.equal([14, 6])
    const { payout } = positionDue(decided, winner)
    expect(await world.connection.getBalance(winner.owner)).to.equal(before + Number(payout) + rent)
    expect(await client.bets.positions({ market: market.market })).to.deep.equal([])

    const verified = await client.decisions.verify(market.id)
    expect(verified.checks.filter(({ ok }) => !ok)).to.deep.equal([])
    expect(verified.ok).to.equal(true)

    await client.decisions.close({ market: market.id })
    expect(await client.markets.get(market.id)).to.equal(null)
    expect(await client.markets.question(market.market)).to.equal(null)
    await thrownBy(client.decisions.close({ market: market.id }), AccountNotFoundError)
  })

  it('decides, collects, pays and clears away, in UTILITY', async () => {
    const market = await openMarket('UTILITY')
    const [winner, claimer, loser] = [await world.wallet(), await world.wallet(), await world.wallet()]
    const bet = (signer: Keypair, outcome: 'Yes' | 'No', amount: bigint) =>
      client.bets.place({ market: market.market, outcome, amount: amount * UTILITY }, { signer })
    await bet(winner, 'Yes', 30n)
    await bet(claimer, 'Yes', 10n)
    await bet(loser, 'No', 40n)
    await decide(market)
    await client.decisions.collectFees({ market: market.market })
    await client.bets.claim({ market: market.market }, { signer: claimer })
    const balance = await tokenBalance(claimer)
    // 10 back, and a quarter of the 40 less a tenth.
    expect(balance).to.equal((1_000n + 9n) * UTILITY)
    await client.decisions.settle({ market: market.market, owners: [winner.publicKey] })
    expect(await tokenBalance(winner)).to.equal((1_000n + 27n) * UTILITY)
    await client.decisions.settle({ market: market.market })
    expect(await tokenBalance(loser)).to.equal((1_000n - 40n) * UTILITY)
    expect(await client.decisions.settle({ market: market.market })).to.deep.equal([])
    const again = client.bets.claim({ market: market.market }, { signer: claimer })
    expect((await thrownBy(again, NoPositionError)).cause).to.be.instanceOf(ProgramError)
    await client.decisions.close({ market: market.market })
    expect(await client.markets.get(market.market)).to.equal(null)
  })

  it('buys SOL of the fee vault for utility tokens, at the price that it quotes', async () => {
    const market = await openMarket()
    await client.bets.place({ market: market.id, outcome: 'Yes', amount: SOL })
    await client.bets.place({ market: market.id, outcome: 'No', amount: SOL })
    await decide(market)
    await client.decisions.collectFees({ market: market.id })
    const before = await client.burns.vault()
    expect(before.forSale >= SOL / 20n).to.equal(true)

    const lamports = SOL / 50n
    const { tokens, price } = await client.burns.quote(lamports)
    expect((await client.burns.price()).value <= price).to.equal(true)
    const signer = await world.wallet()
    const cheap = client.burns.buy({ lamports, maxTokens: 0n }, { signer })
    expect(await thrownBy(cheap, ProgramError)).to.include({ name: 'PurchaseTooExpensive' })
    expect((await client.burns.vault()).sold).to.equal(before.sold)

    await client.burns.buy({ lamports, maxTokens: tokens }, { signer })
    const after = await client.burns.vault()
    expect(after.sold).to.equal(before.sold + lamports)
    const burned = 1_000n * UTILITY - (await tokenBalance(signer))
    expect(burned > 0n && burned <= tokens).to.equal(true)
    expect(after.burned).to.equal(before.burned + burned)
  })

  it('finds the proof of a market, once there is one', async () => {
    const market = await openMarket()
    const early = await thrownBy(
      client.decisions.findProof(market.id, { prices: NO_PRICES }),
      NotDecidableError,
    )
    expect(early.decidableAt).to.equal(market.expireAt)
    const missing = await thrownBy(client.decisions.findProof(market.id), InvalidInputError)
    expect(missing.field).to.equal('prices')
    await travelTo(world, voidAt(await fetch(market.id)))
    expect(await client.decisions.findProof(market.id)).to.equal('void')
  })

  it('voids a market that nobody decided, and refunds', async () => {
    const market = await openMarket()
    const bettor = await world.wallet()
    await client.bets.place({ market: market.id, outcome: 'Yes', amount: SOL }, { signer: bettor })
    const early = await thrownBy(client.decisions.void({ market: market.id }), ProgramError)
    expect(early.name).to.equal('TooEarlyToVoid')
    await travelTo(world, market.expireAt + BigInt(world.settings.voidDelay))
    await client.decisions.void({ market: market.id })
    const before = await world.connection.getBalance(bettor.publicKey)
    await client.bets.claim({ market: market.id }, { signer: bettor })
    const gained = (await world.connection.getBalance(bettor.publicKey)) - before
    const rent = await world.connection.getMinimumBalanceForRentExemption(160)
    expect(gained).to.equal(Number(SOL) + rent - 5_000)
  })

  it('reports changes and events until it is stopped', async () => {
    const market = await openMarket()
    const seen: (Fetched<Market> | null)[] = []
    const events: ProgramEvent[] = []
    const stopMarket = client.markets.onChange(market.id, (changed) => seen.push(changed))
    const stopEvents = client.onEvents((transaction) => events.push(...transaction.events))
    const bettor = await world.wallet()
    const bet = (amount: bigint) =>
      client.bets.place({ market: market.id, outcome: 'Yes', amount }, { signer: bettor })
    await until('the first bet to be seen', async () => {
      await bet(SOL)
      return seen.length > 0 && events.length > 0
    })
    expect(seen[0]).to.deep.include({ address: market.market, status: 'open' })
    expect(events[0]?.name).to.equal('BetPlaced')
    await stopMarket()
    await stopEvents()
    const counts = [seen.length, events.length]
    await bet(2n * SOL)
    await bet(3n * SOL)
    expect([seen.length, events.length]).to.deep.equal(counts)
  })

  it('needs a signer', async () => {
    const reader = new PredictionMarketClient(world.connection)
    const { market } = await openMarket()
    expect(await reader.markets.get(market)).not.to.equal(null)
    const bet = reader.bets.place({ market, outcome: 'Yes', amount: SOL })
    expect((await thrownBy(bet, Error)).message).to.equal(
      'signer: is missing: give one to the client or to this call',
    )
  })

  async function tokenBalance(owner: Keypair): Promise<bigint> {
    const accounts = await world.connection.getParsedTokenAccountsByOwner(owner.publicKey, {
      mint: world.mint,
    })
    return BigInt(accounts.value[0]?.account.data.parsed.info.tokenAmount.amount)
  }
})

/** The compute limit and price that a transaction asks for. */
function budget({ message }: VersionedTransaction): number[] {
  const index = message.staticAccountKeys.findIndex((key) => key.equals(ComputeBudgetProgram.programId))
  return message.compiledInstructions
    .filter(({ programIdIndex }) => programIdIndex === index)
    .map(({ data }) => Buffer.from(data).readUInt32LE(1))
}
