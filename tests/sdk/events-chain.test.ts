import {
  closeMarket,
  collectFees,
  decodeMarket,
  decodePosition,
  decodeQuestion,
  findPosition,
  findQuestion,
  identifyAccount,
  parseEvents,
  planSettlement,
  resolveMarket,
} from '@prediction-market/sdk'
import {
  type AccountMeta,
  AddressLookupTableAccount,
  AddressLookupTableProgram,
  Keypair,
  type PublicKey,
  type TransactionInstruction,
} from '@solana/web3.js'
import { expect } from 'chai'
import { accountSize } from '../../sdk/src/program.ts'
import { postPrice } from '../helpers/oracle/pyth.ts'
import {
  bet,
  FEED,
  givenBet,
  givenMarket,
  givenWallet,
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
          owner,
          outcome: 'Yes',
          amount: 30n * UTILITY,
          pools: [30n * UTILITY, 0n],
          stakes: [30n * UTILITY, 0n],
          placedAt: market.createdAt,
        },
      },
    ])
    const position = await dataOf(findPosition(address, owner))
    expect(identifyAccount(position)).to.equal('position')
    expect(decodePosition(position)).to.deep.equal({ market: address, owner, stakes: [30n * UTILITY, 0n] })
    const loser = await givenBet(world, market, 'No', 10n * UTILITY)

    await world.chain.warpTo(market.expireAt)
    const price = postPrice(world.chain, { ...PRICE, publishTime: market.expireAt })
    const fees = { burn: UTILITY / 2n, developer: UTILITY / 2n }
    expect(await eventsOf([resolveMarket({ market: address, evidence: [price] })])).to.deep.equal([
      {
        name: 'MarketResolved',
        data: {
          market: address,
          outcome: 'Yes',
          fees,
          resolvedAt: market.expireAt,
          pools: [30n * UTILITY, 10n * UTILITY],
          observation: { value: 25_000_000_000n, exponent: -8, observedAt: market.expireAt },
        },
      },
    ])
    const decided = decodeMarket(await dataOf(address))
    expect(decided).to.deep.include({ status: 'resolved', outcome: 'Yes', fees, openPositions: 2 })
    expect(decided.observation?.value).to.equal(25_000_000_000n)

    const { treasury, utility } = world
    const collected = await eventsOf([collectFees({ market: address, treasury, ...utility })])
    expect(collected).to.deep.equal([
      { name: 'FeesCollected', data: { market: address, mint: utility.mint, fees, treasury } },
    ])
    const stranger = Keypair.generate().publicKey
    const positions = [owner, stranger, loser.publicKey].map((each) => ({ owner: each }))
    const [batch] = planSettlement({
      market: address,
      ...utility,
      positions,
      payer: world.chain.payer.publicKey,
    })
    if (!batch) throw new Error('nobody to pay')
    const settled = await eventsOf([batch.instruction])
    expect(settled.map(({ name }) => name)).to.deep.equal([
      'PositionSettled',
      'PositionSkipped',
      'PositionSettled',
    ])
    expect(settled[0]?.data).to.deep.include({ owner, payout: 39n * UTILITY })
    expect(settled[1]?.data).to.deep.equal({ market: address, position: findPosition(address, stranger) })

    const closed = await eventsOf([
      closeMarket({ market: address, creator: market.creator.publicKey, ...utility }),
    ])
    expect(closed).to.deep.equal([
      { name: 'MarketClosed', data: { market: address, paid: 39n * UTILITY, fees, dust: 0n } },
    ])
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
      await succeed(world, [resolveMarket({ market: market.address, evidence })])
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
