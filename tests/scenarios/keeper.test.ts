import { PredictionMarketClient } from '@prediction-market/sdk'
import { MIN_PURCHASE, payout } from '@prediction-market/sdk/rules'
import type { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import pino from 'pino'
import { type Keeper, startKeeper } from '../../app/src/keeper/keeper.ts'
import { createToken, lamportsOf, tokensOf, until } from '../helpers/localnet/index.ts'
import { CHAIN, type ScenarioChain, scenarioChain } from '../helpers/scenarios/index.ts'

/** More than one transaction can pay. */
const BETTORS = 20

/** The size of a position in bytes. */
const POSITION_BYTES = 160

describe(`the keeper on the ${CHAIN}`, () => {
  let chain: ScenarioChain
  let keeper: Keeper | undefined

  before(async () => {
    chain = await scenarioChain()
  })

  after(() => keeper?.stop())

  it('decides a market at its expiry, collects the fees, pays everyone and burns tokens for the SOL', async function () {
    // Such a market lasts 16 betting periods, and its No waits for the proof window.
    if (!chain.hasMovableClock) return this.skip()
    // Given a market with twenty positions, about the supply of a token of which almost nothing is minted.
    const { connection } = chain
    const client = new PredictionMarketClient(connection)
    const [authority, ...wallets] = (await chain.wallets(BETTORS + 4)) as [Keypair, ...Keypair[]]
    const payers = wallets.splice(0, 2)
    const [burner = expect.fail()] = wallets.splice(0, 1)
    const [creator = expect.fail(), ...others] = wallets
    const token = await createToken(connection, authority)
    const stakeOf = (index: number) => ({
      outcome: index % 4 === 3 ? ('Yes' as const) : ('No' as const),
      amount: 100_000_000n + BigInt(index),
    })
    const expireAt = await chain.nextExpiry()
    const { market } = await client.markets.create(
      {
        question: 'Will a whole token be minted?',
        condition: { type: 'supply', comparison: 'atLeast', target: '1', timing: 'byExpiry' },
        token,
        currency: 'SOL',
        expireAt: BigInt(expireAt),
        initialStake: stakeOf(0),
      },
      { signer: creator },
    )
    await Promise.all(
      others.map((signer, index) => client.bets.place({ market, ...stakeOf(index + 1) }, { signer })),
    )
    const balances = () => Promise.all(wallets.map(({ publicKey }) => lamportsOf(connection, publicKey)))
    const before = await balances()

    // When it expires, and a keeper runs.
    const log = pino({ level: process.env.KEEPER_LOG ?? 'silent' })
    const burn = { wallet: burner, maxPrice: '4000' }
    const vault = await client.burns.vault()
    const { utilityMint: mint } = await client.config()
    const held = await tokensOf(connection, mint, burner.publicKey)
    keeper = await startKeeper({ nodes: [chain.node], payers, burn, priorityFee: 1_000n, log })
    await chain.reach(expireAt)
    const paid = await until('everyone to be paid', async () => {
      const current = await client.markets.get(market)
      const isCollected = current?.feesDue.burn === 0n && current.feesDue.developer === 0n
      return isCollected && current.status !== 'open' && current.openPositions === 0 ? current : null
    })

    // Then it is decided No, and everyone has their payout and the rent of their position.
    expect(paid).to.include({ status: 'resolved', outcome: 'No' })
    const rent = BigInt(await connection.getMinimumBalanceForRentExemption(POSITION_BYTES))
    const due = wallets.map((_, index) => {
      const { outcome, amount } = stakeOf(index)
      const { Yes, No } = paid.pools
      return (outcome === 'No' ? payout(amount, No, Yes, paid.terms) : 0n) + rent
    })
    const after = await balances()
    expect(after.map((lamports, index) => lamports - (before[index] ?? 0n))).to.deep.equal(due)

    // And the burn share, with what was for sale before, was sold for tokens that are burned.
    const { sold, tokens } = await until('the sale', async () => {
      const now = await client.burns.vault()
      const isSoldOut = now.sold > vault.sold && now.forSale < BigInt(MIN_PURCHASE)
      return isSoldOut && { sold: now, tokens: await tokensOf(connection, mint, burner.publicKey) }
    })
    expect(sold.sold + sold.forSale - vault.sold >= vault.forSale + paid.fees.burn).to.equal(true)
    expect(held - tokens).to.equal(sold.burned - vault.burned)
    expect(held > tokens).to.equal(true)
  })
})
