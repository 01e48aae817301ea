import { PROGRAM_ID } from '@prediction-market/sdk'
import {
  decodeQuestion,
  findEscrow,
  findMarket,
  findPosition,
  findQuestion,
} from '@prediction-market/sdk/accounts'
import { createMarket } from '@prediction-market/sdk/instructions'
import { expectedTerms } from '@prediction-market/sdk/rules'
import { AccountLayout } from '@solana/spl-token'
import type { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { lamportGains } from '../../helpers/program/balances.ts'
import { dataOf, readConfig } from '../../helpers/program/config.ts'
import { CURRENCIES } from '../../helpers/program/currency.ts'
import { eventsOf } from '../../helpers/program/expect.ts'
import { heldBy, moneyIn, payoutAccount, readMarket, readPosition } from '../../helpers/program/market.ts'
import { freshNonce, givenWallet, PRICE_AT_EXPIRY, succeed, type World } from '../../helpers/program/world.ts'

const QUESTION = 'Will SOL be at least $250?'

const NONE = { Yes: 0n, No: 0n }

/** The recent stakes of a market without bets. */
const NO_STAKES = { period: 0n, stakes: [NONE, NONE, NONE] }

for (const { name, unit, decimals, start, of } of CURRENCIES) {
  describe(`create_market in ${name}`, () => {
    let world: World
    let creator: Keypair

    before(async () => {
      world = await start()
    })

    /** The instruction that opens a market which closes ten minutes before it expires. */
    async function opening(initialStake: { outcome: 'Yes' | 'No'; amount: bigint } | null) {
      creator = givenWallet(world)
      const currency = of(world)
      const nonce = await freshNonce(world.chain)
      const createdAt = await world.chain.now()
      const times = { closeAt: createdAt + 3_000n, expireAt: createdAt + 3_600n }
      const terms = { nonce, currency, condition: PRICE_AT_EXPIRY, token: null, ...times }
      const address = findMarket(creator.publicKey, nonce)
      const expected = expectedTerms(await readConfig(world), PRICE_AT_EXPIRY, currency?.mint ?? null)
      const rewarded = { expected, decideReward: 300_000n, rewardStake: currency ? 7n : undefined }
      const input = { creator: creator.publicKey, question: QUESTION, initialStake, ...rewarded, ...terms }
      const keeper = world.chain.payer.publicKey
      return { market: { address, creator, createdAt, keeper, ...terms }, instruction: createMarket(input) }
    }

    type Opening = Awaited<ReturnType<typeof opening>>['market']

    /** The expected state of a market without bets. */
    function untouched(market: Opening) {
      const { burnBps, developerBps, maxConfidenceBps, proofWindow, voidDelay, pythReceiver } = world.settings
      const { closeMargin, settleReward } = world.settings
      const { nonce, createdAt, closeAt, expireAt } = market
      return {
        creator: creator.publicKey,
        nonce,
        createdAt,
        closeAt,
        expireAt,
        decimals,
        token: null,
        mint: of(world)?.mint ?? null,
        escrow: findEscrow(market.address),
        status: 'open',
        version: 1,
        outcome: null,
        answer: null,
        observation: null,
        reference: null,
        // Of an account without data, or of a token account.
        escrowRent: of(world) ? 2_039_280n : 890_880n,
        resolvedAt: null,
        pools: { Yes: 0n, No: 0n },
        recent: NO_STAKES,
        latePeriod: 0n,
        late: { Yes: 0n, No: 0n },
        unmatched: 0n,
        paid: 0n,
        recordedReward: 0n,
        openPositions: 0,
        sequence: 1,
        condition: PRICE_AT_EXPIRY,
        fees: { burn: 0n, developer: 0n },
        feesDue: { burn: 0n, developer: 0n },
        terms: {
          burnBps,
          developerBps,
          maxConfidenceBps,
          proofWindow,
          voidDelay,
          attestorSet: 0,
          pythReceiver,
          period: 56,
          closeMargin,
          settleReward,
          decideReward: 300_000n,
          rewardStake: of(world) ? 7n : 0n,
          maxRatio: 0,
        },
      }
    }

    function created(market: Opening) {
      const { mint, terms } = untouched(market)
      const { address, createdAt, closeAt, expireAt, condition } = market
      return {
        name: 'MarketCreated',
        data: {
          market: address,
          sequence: 1,
          creator: creator.publicKey,
          question: QUESTION,
          token: null,
          mint,
          createdAt,
          closeAt,
          expireAt,
          terms,
          condition,
        },
      }
    }

    it('opens a market, and its creator pays the rent', async () => {
      const { market, instruction } = await opening(null)
      const accounts = {
        creator: creator.publicKey,
        market: market.address,
        question: findQuestion(market.address),
        escrow: findEscrow(market.address),
      }
      const moved = await lamportGains(world.chain, accounts, async () => {
        expect(await eventsOf(world, instruction, [creator])).to.deep.equal([created(market)])
      })

      expect(await readMarket(world, market)).to.deep.equal(untouched(market))
      const question = decodeQuestion(await dataOf(world, accounts.question))
      expect(question).to.deep.equal({ version: 1, market: market.address, text: QUESTION })
      for (const account of ['market', 'question', 'escrow'] as const) {
        const data = await dataOf(world, accounts[account])
        const reward = account === 'market' ? 300_000n : 0n
        expect(moved[account], account).to.equal((await world.chain.rent(data.length)) + reward)
      }
      expect(moved.creator).to.equal(-(moved.market + moved.question + moved.escrow))
    })

    it('creates an escrow that only the program controls', async () => {
      const { market, instruction } = await opening(null)
      await succeed(world, [instruction], [creator])
      const escrow = await world.chain.account(findEscrow(market.address))
      const { currency } = market
      expect(escrow?.owner.toBase58()).to.equal((currency?.tokenProgram ?? PROGRAM_ID).toBase58())
      if (!currency) {
        expect(escrow?.data).to.have.length(0)
        return
      }
      const account = AccountLayout.decode(escrow?.data ?? new Uint8Array())
      expect(account.mint.toBase58()).to.equal(currency.mint.toBase58())
      expect(account.owner.toBase58()).to.equal(findEscrow(market.address).toBase58())
      expect([account.delegateOption, account.closeAuthorityOption]).to.deep.equal([0, 0])
    })

    for (const outcome of ['Yes', 'No'] as const) {
      it(`takes an initial stake on ${outcome}`, async () => {
        const { market, instruction } = await opening({ outcome, amount: 7n * unit })
        const owner = creator.publicKey
        const stakes = { ...NONE, [outcome]: 7n * unit }
        const placed = {
          market: market.address,
          sequence: 2,
          owner,
          outcome,
          amount: 7n * unit,
          pools: stakes,
          stakes,
          period: 1n,
          placedAt: market.createdAt,
        }
        expect(await eventsOf(world, instruction, [creator])).to.deep.equal([
          created(market),
          { name: 'BetPlaced', data: placed },
        ])
        const recent = { period: 1n, stakes: [stakes, NONE, NONE] }
        const expected = { ...untouched(market), pools: stakes, recent, openPositions: 1, sequence: 2 }
        expect(await readMarket(world, market)).to.deep.equal(expected)
        expect(await readPosition(world, market, owner)).to.deep.equal({
          version: 1,
          market: market.address,
          owner,
          stakes,
          recent,
        })
        expect(await heldBy(world, market)).to.equal(7n * unit)
      })
    }

    it('takes the initial stake and all rent from the creator', async () => {
      const { market, instruction } = await opening({ outcome: 'Yes', amount: 7n * unit })
      const before = await moneyIn(world, market, payoutAccount(market, creator.publicKey))
      const accounts = {
        creator: creator.publicKey,
        market: market.address,
        question: findQuestion(market.address),
        escrow: findEscrow(market.address),
        position: findPosition(market.address, creator.publicKey),
      }
      const moved = await lamportGains(world.chain, accounts, () => succeed(world, [instruction], [creator]))
      expect(moved.creator).to.equal(-(moved.market + moved.question + moved.escrow + moved.position))
      expect(moved.position).to.equal(await world.chain.rent(160))
      expect(await heldBy(world, market)).to.equal(7n * unit)
      if (market.currency) {
        const after = await moneyIn(world, market, payoutAccount(market, creator.publicKey))
        expect(after).to.equal(before - 7n * unit)
      }
    })
  })
}
