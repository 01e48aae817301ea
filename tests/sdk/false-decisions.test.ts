import { toMarketId } from '@prediction-market/sdk'
import { findAttestorSet } from '@prediction-market/sdk/accounts'
import { voidMarket } from '@prediction-market/sdk/instructions'
import { Ed25519Program, Keypair, type PublicKey } from '@solana/web3.js'
import BN from 'bn.js'
import { expect } from 'chai'
import { verifyDecision } from '../../sdk/src/core/proof/verify.ts'
import { type Attestors, attested, givenAttestors } from '../helpers/oracle/attestors.ts'
import { encodePriceUpdate } from '../helpers/oracle/pyth.ts'
import { closing } from '../helpers/program/decided.ts'
import { collection, readMarket, settlement } from '../helpers/program/market.ts'
import { givenChange, PRICE_250, priceFor, referenceFor, resolution } from '../helpers/program/price.ts'
import {
  FEED,
  type GivenMarket,
  givenBet,
  givenMarket,
  PRICE_AT_EXPIRY,
  SOL,
  startWorld,
  succeed,
  type World,
} from '../helpers/program/world.ts'
import { keepTransactions, type Lie } from '../helpers/sdk/falsified.ts'

/** A lie in words, the lie, and the names of the checks that object to it. */
type Case = [about: string, lie: Lie, checks: string[]]

/** A share in base units, as Anchor's coder writes it. */
const bn = (units: bigint) => new BN(units.toString())

describe('a decision on chain that is false', () => {
  let world: World
  let read: ReturnType<typeof keepTransactions>

  before(async () => {
    world = await startWorld({ settings: { developerBps: 300 } })
    read = keepTransactions(world)
  })

  /** The checks that object to a lie, and what they say. */
  async function objections(market: PublicKey, lie: Lie) {
    const { ok, checks, decision } = await verifyDecision(read(market, lie), toMarketId(market))
    const failed = checks.filter((check) => check.ok === false)
    const unknown = checks.filter((check) => check.ok === null)
    expect(ok).to.equal(failed.length > 0 ? false : unknown.length > 0 ? null : true)
    return {
      names: failed.map(({ name }) => name),
      unknown: unknown.map(({ name }) => name),
      said: failed.map(({ detail }) => detail).join('; '),
      decision,
    }
  }

  /** Expects that a market's decision is right, and that each lie about it is found by these checks and no others. */
  async function expectFound(market: PublicKey, cases: readonly Case[]): Promise<void> {
    const truth = await objections(market, {})
    expect(truth.said).to.equal('')
    for (const [about, lie, checks] of cases) {
      const { names, said } = await objections(market, lie)
      expect(names, `${about}: ${said}`).to.deep.equal(checks)
    }
  }

  /** The same fields in the event of a decision and in the market's account. */
  const everywhere = (event: object, account: object): Lie => ({
    events: { MarketResolved: event, MarketVoided: event },
    account,
  })

  describe('by attestors before the expiry, with late stakes', () => {
    let attestors: Attestors
    let market: GivenMarket
    let second: bigint
    let quorum: Keypair[]

    before(async () => {
      await givenAttestors(world)
      attestors = await givenAttestors(world)
      quorum = attestors.members.slice(0, attestors.threshold)
      market = await givenMarket(world, { condition: { type: 'event', timing: 'byExpiry' } })
      await givenBet(world, market, 'Yes', 4n * SOL)
      await givenBet(world, market, 'No', 2n * SOL)
      second = market.createdAt + 2_400n
      await world.chain.warpTo(second)
      await givenBet(world, market, 'Yes', 3n * SOL)
      await givenBet(world, market, 'No', 1n * SOL)
      await world.chain.warpTo(second + 10n)
      await succeed(world, attested(market, attestors, { second, isMet: true }))
    })

    it('is found by the rule, the late stakes, the fees or the account', async () => {
      const decided = await readMarket(world, market)
      expect(decided.late).to.deep.equal({ Yes: 3n * SOL, No: SOL })
      expect(decided.fees).to.deep.equal({ burn: SOL / 10n, developer: (2n * SOL * 3n) / 100n })
      const late = { Yes: 3n * SOL - 1n, No: SOL }
      const afterAll = market.expireAt + BigInt(world.settings.voidDelay)
      const fees = (burn: bigint, developer: bigint) =>
        everywhere({ fees: { burn, developer } }, { fees: { burn: bn(burn), developer: bn(developer) } })
      const { burn, developer } = decided.fees
      await expectFound(market.address, [
        ['the other outcome', everywhere({ outcome: 'No' }, { answer: 2 }), ['rule', 'payouts']],
        [
          'decided when it was too late',
          everywhere({ resolvedAt: afterAll }, { resolvedAt: bn(afterAll) }),
          ['rule', 'lateStakes', 'payouts'],
        ],
        ['no late stakes', everywhere({ latePeriod: 0n }, { latePeriod: bn(0n) }), ['lateStakes']],
        [
          'a period later',
          everywhere({ latePeriod: decided.latePeriod + 1n }, { latePeriod: bn(decided.latePeriod + 1n) }),
          ['lateStakes'],
        ],
        [
          'late stakes less a unit',
          everywhere({ late }, { late: [bn(late.Yes), bn(late.No)] }),
          ['lateStakes'],
        ],
        ['a burn share of a unit more', fees(burn + 1n, developer), ['payouts']],
        ['a burn share of a unit less', fees(burn - 1n, developer), ['payouts']],
        ['a developer share of a unit more', fees(burn, developer + 1n), ['payouts']],
        ['stakes without an opponent', everywhere({ unmatched: 1n }, { unmatched: bn(1n) }), ['payouts']],
      ])
    })

    it('is found by what the attestors signed', async () => {
      /** Other bytes of the instruction by which the signatures were verified. */
      const verifying = (change: (bytes: Buffer) => Uint8Array): Lie => ({
        instruction: ({ program, data }) =>
          program.equals(Ed25519Program.programId) ? { data: change(Buffer.from(data)) } : {},
      })
      const signedBy = (signers: Keypair[], statement: object = {}) =>
        verifying((bytes) => {
          const told = { second, isMet: true, ...statement }
          return attested(market, attestors, told, signers)[0]?.data ?? bytes
        })
      const forged = verifying((bytes) => {
        const signatureAt = bytes.readUInt16LE(2)
        bytes.writeUInt8(bytes.readUInt8(signatureAt) ^ 1, signatureAt)
        return bytes
      })
      const repeated = verifying((bytes) => {
        for (let index = 1; index < quorum.length; index++) bytes.copy(bytes, 2 + 14 * index, 2, 16)
        return bytes
      })
      const otherSet: Lie = {
        instruction: ({ accounts }) => ({
          accounts: accounts.map((key) => (key.equals(attestors.address) ? findAttestorSet(0) : key)),
        }),
      }
      const decided = await readMarket(world, market)
      const everySet = (attestorSet: number): Lie => ({
        events: { MarketCreated: { terms: { ...decided.terms, attestorSet } } },
        account: { terms: { attestorSet } },
      })
      await expectFound(market.address, [
        ['an attestor less', signedBy(quorum.slice(1)), ['evidence']],
        ['a stranger', signedBy([...quorum.slice(1), Keypair.generate()]), ['evidence']],
        ['a signature that is none', forged, ['evidence']],
        ['one attestor many times', repeated, ['evidence']],
        ['all of them for the answer No', signedBy(quorum, { isMet: false }), ['evidence', 'rule']],
        ['the address of another set', otherSet, ['evidence']],
        ['the attestors of another market', everySet(decided.terms.attestorSet - 1), ['evidence']],
        ['another second of the same period', signedBy(quorum, { second: second + 1n }), ['evidence']],
        [
          'an observation that was not met',
          { events: { MarketResolved: { observation: { isMet: false, value: 0n } } } },
          ['account', 'evidence'],
        ],
      ])
      // Keys that another program wrote are nobody's.
      const { chain } = world
      const account = (await chain.account(attestors.address)) ?? expect.fail()
      chain.setAccount(attestors.address, { ...account, owner: Keypair.generate().publicKey })
      expect((await objections(market.address, {})).names).to.deep.equal(['evidence'])
      chain.setAccount(attestors.address, account)
    })

    it('is found by an account that differs in any field', async () => {
      const account = (changes: object): Lie => ({ account: changes })
      await expectFound(market.address, [
        ['condition', account({ condition: { timing: 0 } }), ['account']],
        ['terms', account({ terms: { burnBps: 501 } }), ['account']],
        ['expireAt', account({ expireAt: bn(market.expireAt + 1n) }), ['account']],
        ['closeAt', account({ closeAt: bn(market.expireAt - 1n) }), ['account']],
        ['createdAt', account({ createdAt: bn(market.createdAt - 1n) }), ['account']],
        ['status', account({ status: 2 }), ['account']],
        ['resolvedAt', account({ resolvedAt: bn(second) }), ['account']],
        ['latePeriod', account({ latePeriod: bn(1n) }), ['account']],
        ['late on Yes', account({ late: [bn(0n), bn(SOL)] }), ['account']],
        ['late on No', account({ late: [bn(3n * SOL), bn(0n)] }), ['account']],
        ['unmatched', account({ unmatched: bn(1n) }), ['account']],
        ['pools', account({ pools: [bn(7n * SOL), bn(4n * SOL)] }), ['account']],
        ['observation', account({ observation: { isMet: 0 } }), ['account']],
        ['observed value', account({ observation: { value: [bn(2n), bn(0n)] } }), ['account']],
        ['observed exponent', account({ observation: { exponent: 1 } }), ['account']],
        ['observed second', account({ observation: { observedAt: bn(second + 1n) } }), ['account']],
        ['observation without a value', account({ observation: { hasValue: 0 } }), ['account']],
        ['no observation', account({ observation: { isSome: 0 } }), ['account']],
        ['recent stakes', account({ recent: { period: bn(1n) } }), ['lateStakes', 'payouts']],
      ])
    })

    it('is neither doubted nor proven by an account that is closed, or is of another program', async () => {
      for (const lie of [
        { account: null },
        { owner: Keypair.generate().publicKey, account: { status: 2 } },
      ]) {
        const { names, unknown, decision } = await objections(market.address, lie)
        expect([names, unknown]).to.deep.equal([[], ['account', 'lateStakes']])
        expect(decision?.outcome).to.equal('Yes')
      }
    })

    it('is not read from failed transactions, nor from the logs of another program', async () => {
      for (const lie of [{ failed: true }, { logger: Keypair.generate().publicKey }]) {
        const { names, unknown, decision } = await objections(market.address, lie)
        expect([names, unknown]).to.deep.equal([[], ['transactions']])
        expect(decision).to.equal(null)
      }
    })
  })

  it('by a price is found', async () => {
    const market = await givenMarket(world, { condition: PRICE_AT_EXPIRY })
    await givenBet(world, market, 'Yes', SOL)
    await givenBet(world, market, 'No', SOL)
    await world.chain.warpTo(market.expireAt)
    const price = priceFor(world, market)
    await succeed(world, [resolution(market, price)])
    const observation = (value: bigint, isMet: boolean) => ({ value, isMet })
    await expectFound(market.address, [
      [
        'another price than the account has',
        {
          events: { MarketResolved: { observation: observation(PRICE_250 + 1n, true) } },
          account: { observation: { value: [bn(PRICE_250 + 1n), bn(0n)] } },
        },
        ['evidence'],
      ],
      [
        'a price that does not meet what was asked',
        { events: { MarketCreated: { condition: { ...PRICE_AT_EXPIRY, target: '251' } } }, account: null },
        ['evidence'],
      ],
      [
        'decided when it could be voided',
        everywhere(
          { resolvedAt: market.expireAt + 864_000n },
          { resolvedAt: bn(market.expireAt + 864_000n) },
        ),
        ['rule'],
      ],
    ])
    // An account that another program wrote, or that is not verified in full, has no price: the program's word is left.
    const { chain } = world
    const account = (await chain.account(price)) ?? expect.fail()
    const update = { feed: FEED, price: 1n, publishTime: market.expireAt }
    for (const stranger of [
      { ...account, data: encodePriceUpdate(update), owner: Keypair.generate().publicKey },
      { ...account, data: encodePriceUpdate({ ...update, partialSignatures: 5 }) },
      { ...account, data: encodePriceUpdate({ ...update, publishTime: market.expireAt + 1n }) },
    ]) {
      chain.setAccount(price, stranger)
      const { names, unknown } = await objections(market.address, {})
      expect([names, unknown]).to.deep.equal([[], ['evidence']])
    }
    chain.setAccount(price, { ...account, data: encodePriceUpdate(update) })
    expect((await objections(market.address, {})).names).to.deep.equal(['evidence'])
  })

  it('by a recorded price is found', async () => {
    const condition = { ...PRICE_AT_EXPIRY, timing: 'byExpiry' } as const
    const market = await givenMarket(world, { condition })
    await givenBet(world, market, 'Yes', SOL)
    await givenBet(world, market, 'No', SOL)
    await world.chain.warpTo(market.expireAt)
    await succeed(world, [resolution(market, priceFor(world, market, { price: PRICE_250 - 1n }))])
    const deadline = market.expireAt + BigInt(world.settings.proofWindow)
    await world.chain.warpTo(deadline)
    await succeed(world, [resolution(market)])
    await expectFound(market.address, [
      ['the answer Yes', everywhere({ outcome: 'Yes' }, { answer: 1 }), ['rule']],
      [
        'decided within the proof window',
        everywhere({ resolvedAt: deadline - 1n }, { resolvedAt: bn(deadline - 1n) }),
        ['evidence', 'rule'],
      ],
      [
        'recorded when it could be voided',
        { events: { ObservationRecorded: { recordedAt: market.expireAt + 864_000n } } },
        ['rule'],
      ],
    ])
  })

  it('by a change, with stakes that found no opponent, is found', async () => {
    const market = await givenChange(world, { maxRatio: 150 })
    await givenBet(world, market, 'Yes', 10n * SOL)
    await givenBet(world, market, 'No', 2n * SOL)
    await world.chain.warpTo(market.referenceAt)
    await succeed(world, [resolution(market, referenceFor(world, market))])
    await world.chain.warpTo(market.expireAt)
    await succeed(world, [resolution(market, priceFor(world, market, { price: PRICE_250 - 1n }))])
    expect((await readMarket(world, market)).unmatched).to.equal(7n * SOL)
    const unmatched = (units: bigint) => everywhere({ unmatched: units }, { unmatched: bn(units) })
    const recorded = (fields: object): Lie => ({ events: { ObservationRecorded: fields } })
    await expectFound(market.address, [
      ['a unit more without an opponent', unmatched(7n * SOL + 1n), ['payouts']],
      ['a unit less without an opponent', unmatched(7n * SOL - 1n), ['payouts']],
      ['another reference', recorded({ observation: { value: PRICE_250 + 1n } }), ['reference']],
      [
        'a reference that turns the answer',
        recorded({ observation: { value: PRICE_250 - 2n } }),
        ['reference', 'evidence'],
      ],
      ['a reference recorded too late', recorded({ recordedAt: market.expireAt + 864_000n }), ['reference']],
    ])
  })

  it('of a market that is paid and gone is found by each amount with which it was closed', async () => {
    const market = await givenMarket(world, { condition: PRICE_AT_EXPIRY })
    const owners = [await givenBet(world, market, 'Yes', SOL), await givenBet(world, market, 'No', SOL)]
    await world.chain.warpTo(market.expireAt)
    const price = priceFor(world, market)
    await succeed(world, [resolution(market, price)])
    const { burn, developer } = (await readMarket(world, market)).fees
    const wallets = owners.map(({ publicKey }) => publicKey)
    await succeed(world, [collection(world, market), settlement(market, wallets), closing(market)])
    const paid = 2n * SOL - burn - developer
    const closed = (event: object): Lie => ({ events: { MarketClosed: event } })
    await expectFound(market.address, [
      ['less was paid', closed({ paid: paid - 1n }), ['account']],
      ['more was left', closed({ dust: 1n }), ['account']],
      // What was paid and left fits the fees of the decision still.
      ['more was burned', closed({ fees: { burn: burn + 1n } }), ['account']],
      ['less was burned', closed({ fees: { burn: burn - 1n } }), ['account']],
      ['the developer had more', closed({ fees: { developer: developer + 1n } }), ['account']],
      ['the developer had less', closed({ fees: { developer: developer - 1n } }), ['account']],
    ])
  })

  it('to void a market, or not to, is found', async () => {
    // Given a market without a stake on the answer, which voids it, and one that nothing decided in time.
    const oneSided = await givenMarket(world)
    await givenBet(world, oneSided, 'No', SOL)
    const silent = await givenMarket(world)
    await givenBet(world, silent, 'Yes', SOL)
    await world.chain.warpTo(oneSided.expireAt)
    await succeed(world, [resolution(oneSided, priceFor(world, oneSided))])
    const voidAt = silent.expireAt + BigInt(world.settings.voidDelay)
    await world.chain.warpTo(voidAt)
    await succeed(world, [voidMarket({ keeper: silent.keeper, market: silent.address })])
    const pools = { Yes: 1n, No: SOL }
    await expectFound(oneSided.address, [
      ['a stake on the answer', everywhere({ pools }, { pools: [bn(1n), bn(SOL)] }), ['payouts']],
      ['another answer in the account', { account: { answer: 2 } }, ['account']],
      ['the other answer', everywhere({ answer: 'No' }, { answer: 2 }), ['rule', 'payouts']],
    ])
    await expectFound(silent.address, [
      [
        'voided a second early',
        everywhere({ voidedAt: voidAt - 1n }, { resolvedAt: bn(voidAt - 1n) }),
        ['rule'],
      ],
    ])
  })
})
