import { type Condition, positionDue } from '@prediction-market/sdk'
import {
  decodeMarket,
  decodePosition,
  decodeQuestion,
  findPosition,
  findQuestion,
  identifyAccount,
} from '@prediction-market/sdk/accounts'
import { parseEvents } from '@prediction-market/sdk/events'
import {
  cancelMarket,
  closeMarket,
  collectFees,
  resolveMarket,
  settlePositions,
} from '@prediction-market/sdk/instructions'
import {
  acceptsBets,
  addRecentStake,
  closableAt,
  lateStakes,
  NO_RECENT_STAKES,
  periodOf,
  proofDeadline,
  wouldDecide,
} from '@prediction-market/sdk/rules'
import { planSettlement } from '@prediction-market/sdk/transaction'
import {
  type AccountMeta,
  AddressLookupTableAccount,
  AddressLookupTableProgram,
  Keypair,
  type PublicKey,
  type TransactionInstruction,
} from '@solana/web3.js'
import { expect } from 'chai'
import { accountSize } from '../../sdk/src/web3/coder.ts'
import { postPrice } from '../helpers/oracle/pyth.ts'
import { resolution } from '../helpers/program/price.ts'
import {
  bet,
  FEED,
  givenBet,
  givenMarket,
  givenWallet,
  PRICE_AT_EXPIRY,
  SOL,
  startWorld,
  succeed,
  UTILITY,
  type World,
} from '../helpers/program/world.ts'

/** Just what the markets here ask for. */
const PRICE = { feed: FEED, price: 25_000_000_000n }

describe('events and accounts from a chain', () => {
  let world: World

  before(async () => {
    world = await startWorld()
  })

  async function eventsOf(instructions: TransactionInstruction[], signers: Keypair[] = []) {
    const { logs } = await succeed(world, instructions, signers)
    return parseEvents(logs).events
  }

  async function dataOf(address: PublicKey): Promise<Uint8Array> {
    const account = await world.chain.account(address)
    if (!account) throw new Error(`no account ${address.toBase58()}`)
    return account.data
  }

  it('tell the story of a market', async () => {
    const market = await givenMarket(world, { currency: world.utility })
    const address = market.address
    const opened = decodeMarket(await dataOf(address))
    expect(opened).to.deep.include({ status: 'open', mint: world.utility.mint, outcome: null, decimals: 6 })
    expect(opened).to.deep.include({ condition: market.condition, expireAt: market.expireAt })
    expect(await dataOf(address)).to.have.length(accountSize('market'))
    expect(decodeQuestion(await dataOf(findQuestion(address)))).to.deep.equal({
      version: 1,
      market: address,
      text: 'Will SOL be at least $250?',
    })

    const winner = givenWallet(world)
    const owner = winner.publicKey
    const placed = await eventsOf([bet(market, owner, 'Yes', 30n * UTILITY)], [winner])
    expect(placed).to.deep.equal([
      {
        name: 'BetPlaced',
        data: {
          market: address,
          sequence: 2,
          owner,
          outcome: 'Yes',
          amount: 30n * UTILITY,
          pools: { Yes: 30n * UTILITY, No: 0n },
          stakes: { Yes: 30n * UTILITY, No: 0n },
          period: 1n,
          placedAt: market.createdAt,
        },
      },
    ])
    const position = await dataOf(findPosition(address, owner))
    expect(identifyAccount(position)).to.equal('position')
    expect(decodePosition(position)).to.deep.equal({
      version: 1,
      market: address,
      owner,
      stakes: { Yes: 30n * UTILITY, No: 0n },
      recent: addRecentStake(NO_RECENT_STAKES, 1n, 'Yes', 30n * UTILITY),
    })
    const { keeper } = market
    const loser = await givenBet(world, market, 'No', 10n * UTILITY)

    await world.chain.warpTo(market.expireAt)
    const price = postPrice(world.chain, { ...PRICE, publishTime: market.expireAt })
    const fees = { burn: UTILITY / 2n, developer: UTILITY / 2n }
    expect(await eventsOf([resolveMarket({ keeper, market: address, evidence: [price] })])).to.deep.equal([
      {
        name: 'MarketResolved',
        data: {
          market: address,
          sequence: 4,
          outcome: 'Yes',
          unmatched: 0n,
          fees,
          resolvedAt: market.expireAt,
          keeper,
          reward: 0n,
          pools: { Yes: 30n * UTILITY, No: 10n * UTILITY },
          late: { Yes: 0n, No: 0n },
          latePeriod: 0n,
          observation: {
            value: 25_000_000_000n,
            exponent: -8,
            observedAt: market.expireAt,
            isMet: true,
            hasValue: true,
          },
        },
      },
    ])
    const decided = decodeMarket(await dataOf(address))
    expect(decided).to.deep.include({ status: 'resolved', outcome: 'Yes', fees, openPositions: 2 })
    expect(decided.observation?.value).to.equal(25_000_000_000n)

    const { treasury, utility } = world
    const collected = await eventsOf([collectFees({ market: address, treasury, ...utility })])
    expect(collected).to.deep.equal([
      {
        name: 'FeesCollected',
        data: { market: address, sequence: 5, mint: utility.mint, fees, treasury, developerBurned: false },
      },
    ])
    const stranger = Keypair.generate().publicKey
    const positions = [owner, stranger, loser.publicKey].map((each) => ({ owner: each }))
    const payer = world.chain.payer.publicKey
    const [batch] = planSettlement({ market: address, ...utility, positions, payer })
    if (!batch) throw new Error('nobody to pay')
    const settled = await eventsOf([batch.instruction])
    expect(settled.map(({ name }) => name)).to.deep.equal(['PositionSettled', 'PositionSettled'])
    expect(settled[0]?.data).to.deep.include({ owner, payout: 39n * UTILITY, refund: 0n, reward: 0n })

    const closed = await eventsOf([
      closeMarket({ keeper, market: address, creator: market.creator.publicKey, ...utility }),
    ])
    expect(closed).to.deep.equal([
      {
        name: 'MarketClosed',
        data: { market: address, sequence: 8, paid: 39n * UTILITY, fees, dust: 0n, keeper, reward: 0n },
      },
    ])
  })

  it('contain late stakes, and the accounts agree with the rules', async () => {
    // Given a market that a crossing decides, with a bet before it, and two that come too late for it.
    const condition: Condition = { ...PRICE_AT_EXPIRY, timing: 'byExpiry' }
    const market = await givenMarket(world, { condition })
    const { address } = market
    const early = await givenBet(world, market, 'Yes', SOL)
    await givenBet(world, market, 'No', SOL)
    const read = async () => decodeMarket(await dataOf(address))
    const { terms } = await read()
    const period = BigInt(terms.period)
    await world.chain.warpTo(market.expireAt - 8n * period)
    const late = await givenBet(world, market, 'Yes', 5n * SOL)
    const crossing = market.expireAt - 7n * period
    await world.chain.warpTo(crossing + period)
    const loser = await givenBet(world, market, 'No', 3n * SOL)
    const owners = [early, late, loser].map(({ publicKey }) => publicKey)

    // When it is decided.
    const open = await read()
    const shown = { at: crossing, previous: crossing - 1n, reading: 'met', isSure: false } as const
    expect(wouldDecide(open, shown, crossing + period)).to.equal(true)
    const update = postPrice(world.chain, { ...PRICE, publishTime: crossing })
    const [resolved] = await eventsOf([resolution(market, update)])

    // Then event and account say what the rules say, and everybody is paid what is due.
    const decided = await read()
    expect(decided.latePeriod).to.equal(periodOf(open, crossing))
    expect(decided.late).to.deep.equal({ Yes: 5n * SOL, No: 3n * SOL })
    expect(decided.late).to.deep.equal(lateStakes(open.recent, decided.latePeriod))
    const { late: told, latePeriod } = decided
    expect(resolved?.data).to.deep.include({ outcome: 'Yes', late: told, latePeriod })
    const dues = []
    for (const owner of owners) {
      dues.push(positionDue(decided, decodePosition(await dataOf(findPosition(address, owner)))))
    }
    expect(dues).to.deep.equal([
      { payout: SOL + (9n * SOL) / 10n, refund: 0n },
      { payout: 0n, refund: 5n * SOL },
      { payout: 0n, refund: 3n * SOL },
    ])
    const positions = owners.map((owner) => ({ owner }))
    const settled = await eventsOf([settlePositions({ keeper: market.keeper, market: address, positions })])
    const paid = settled.map((one) => {
      if (one.name !== 'PositionSettled') throw new Error(one.name)
      return { payout: one.data.payout, refund: one.data.refund }
    })
    expect(paid).to.deep.equal(dues)
  })

  it('contain a cancelled market', async () => {
    const market = await givenMarket(world)
    const { creator, address } = market
    const now = closableAt(decodeMarket(await dataOf(address)))
    await world.chain.warpTo(now)
    const instruction = cancelMarket({ market: address, creator: creator.publicKey })
    expect(await eventsOf([instruction], [creator])).to.deep.equal([
      { name: 'MarketCancelled', data: { market: address, sequence: 2, cancelledAt: now } },
    ])
    expect((await world.chain.account(address))?.data ?? []).to.have.length(0)
  })

  it('contain a recorded observation', async () => {
    const condition: Condition = { ...PRICE_AT_EXPIRY, timing: 'byExpiry' }
    const market = await givenMarket(world, { condition })
    await givenBet(world, market, 'No', SOL)
    await world.chain.warpTo(market.expireAt)
    const update = postPrice(world.chain, { feed: FEED, price: 1n, publishTime: market.expireAt })
    const observation = { value: 1n, exponent: -8, observedAt: market.expireAt, isMet: false, hasValue: true }
    const { address } = market
    const recordedAt = market.expireAt
    // The creator offers nothing for a decision.
    const told = {
      market: address,
      sequence: 3,
      observation,
      recordedAt,
      kind: 'notMet',
      keeper: market.keeper,
      reward: 0n,
    }
    expect(await eventsOf([resolution(market, update)])).to.deep.equal([
      { name: 'ObservationRecorded', data: told },
    ])
    const recorded = decodeMarket(await dataOf(address))
    expect(recorded).to.deep.include({ status: 'open', observation, answer: null })
    expect(acceptsBets(recorded, market.createdAt)).to.equal(false)
    await world.chain.warpTo(proofDeadline(recorded))
    const [resolved] = await eventsOf([resolution(market)])
    expect(resolved?.data).to.deep.include({
      outcome: 'No',
      observation,
      late: { Yes: 0n, No: 0n },
      latePeriod: 0n,
    })
  })

  for (const { name, most } of [
    { name: 'SOL', most: 29 },
    { name: 'UTILITY', most: 19 },
  ]) {
    it(`are not cut off in the largest batch that a plan makes, in ${name}`, async () => {
      // Given more winners than a transaction can pay, and a table of all their addresses.
      const [currency, unit] = name === 'SOL' ? [null, SOL] : [world.utility, UTILITY]
      const market = await givenMarket(world, { currency })
      const positions: { owner: PublicKey }[] = []
      for (let index = 0; index < 30; index++) {
        positions.push({ owner: (await givenBet(world, market, 'Yes', unit)).publicKey })
      }
      await givenBet(world, market, 'No', unit)
      await world.chain.warpTo(market.expireAt)
      const evidence = [postPrice(world.chain, { ...PRICE, publishTime: market.expireAt })]
      await succeed(world, [resolveMarket({ keeper: market.keeper, market: market.address, evidence })])
      const payer = world.chain.payer.publicKey
      const input = { market: market.address, ...currency, positions, payer }
      const keys = planSettlement(input).flatMap(({ instruction }) => instruction.keys)
      const lookupTables = [putLookupTable(world, keys)]

      // When the first full batch is paid.
      const [batch] = planSettlement({ ...input, lookupTables })
      if (!batch) throw new Error('nobody to pay')
      const { error, logs } = await world.chain.execute([batch.instruction], [], { lookupTables })

      // Then every payout is in the logs, which a node keeps 10,000 bytes of.
      expect(error).to.equal(null)
      expect(batch.owners).to.have.length(most)
      expect(logs.reduce((sum, line) => sum + line.length, 0)).to.be.below(10_000)
      const { events, isTruncated } = parseEvents(logs)
      expect(isTruncated).to.equal(false)
      expect(events.map((event) => event.name)).to.deep.equal(Array(most).fill('PositionSettled'))
    })
  }

  it('are none for a bet that was refused', async () => {
    const market = await givenMarket(world)
    const bettor = givenWallet(world)
    const { logs, error } = await world.chain.execute([bet(market, bettor.publicKey, 'Yes', 1n)], [bettor])
    expect(error).not.to.equal(null)
    expect(parseEvents(logs).events).to.deep.equal([])
  })
})

/** A lookup table with these addresses, on chain and at hand. */
function putLookupTable({ chain }: World, keys: AccountMeta[]): AddressLookupTableAccount {
  const addresses = [...new Map(keys.map(({ pubkey }) => [pubkey.toBase58(), pubkey])).values()]
  const head = Buffer.alloc(56)
  head.writeUInt32LE(1, 0) // a lookup table
  head.writeBigUInt64LE(2n ** 64n - 1n, 4) // never deactivated
  const data = Buffer.concat([head, ...addresses.map((address) => address.toBuffer())])
  const key = Keypair.generate().publicKey
  const owner = AddressLookupTableProgram.programId
  chain.setAccount(key, { lamports: SOL, data, owner, executable: false })
  return new AddressLookupTableAccount({ key, state: AddressLookupTableAccount.deserialize(data) })
}
