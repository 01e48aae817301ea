import { type Fetched, findFeed, findQuestion, type Market } from '@prediction-market/sdk'
import {
  createAssociatedTokenAccountIdempotentInstruction,
  createCloseAccountInstruction,
  createTransferInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token'
import { type Keypair, sendAndConfirmTransaction, Transaction } from '@solana/web3.js'
import { expect } from 'chai'
import type { Keeper } from '../../app/src/keeper/keeper.ts'
import {
  closeLocalnet,
  givenMarket,
  givenWallets,
  isPaidOut,
  openKeeper,
  openLocalnet,
  travelTo,
  untilMarket,
} from '../helpers/keeper/harness.ts'
import { lamportsOf, type TestLocalnet, tokensOf, until } from '../helpers/localnet/index.ts'

const RETENTION = 1_000

describe('the keeper, after the decision', () => {
  let localnet: TestLocalnet
  let keeper: Keeper

  before(async () => {
    localnet = await openLocalnet()
    keeper = await openKeeper(localnet, { retentionSeconds: RETENTION })
  })

  after(async () => {
    await keeper.stop()
    await closeLocalnet(localnet)
  })

  const givenPriceMarket = (
    winners: readonly Keypair[],
    loser: Keypair,
    currency: 'SOL' | 'UTILITY',
  ): Promise<Fetched<Market>> => {
    const feed = findFeed('SOL')?.id ?? expect.fail()
    const condition = {
      type: 'price',
      feed,
      comparison: 'above',
      target: '0.01',
      timing: 'atExpiry',
    } as const
    const bets = winners.map((bettor) => ({ bettor, outcome: 'Yes', amount: 50_000_000n }) as const)
    const lost = { bettor: loser, outcome: 'No', amount: 30_000_007n } as const
    return givenMarket(localnet, { condition, currency, stakes: [lost, ...bets] })
  }

  it('pays an owner who could not be paid as soon as it is possible, and the others at once', async () => {
    // Given two winners, of whom one has emptied and closed their token account.
    const { connection } = localnet
    const [gone, here, loser] = (await givenWallets(localnet, 3, true)) as [Keypair, Keypair, Keypair]
    const market = await givenPriceMarket([gone, here], loser, 'UTILITY')
    const mint = market.mint ?? expect.fail()
    const account = getAssociatedTokenAddressSync(mint, gone.publicKey)
    const elsewhere = getAssociatedTokenAddressSync(mint, loser.publicKey)
    const amount = await tokensOf(connection, mint, gone.publicKey)
    const close = new Transaction().add(
      createTransferInstruction(account, elsewhere, gone.publicKey, amount),
      createCloseAccountInstruction(account, gone.publicKey, gone.publicKey),
    )
    await sendAndConfirmTransaction(connection, close, [gone])

    // When the market is decided, everyone else is paid.
    const before = await tokensOf(connection, mint, here.publicKey)
    await travelTo(localnet, market.expireAt)
    const isOneLeft = ({ status, openPositions }: Market) => status !== 'open' && openPositions === 1
    const decided = await untilMarket(localnet, market.address, 'paid but for one', isOneLeft)
    expect((await tokensOf(connection, mint, here.publicKey)) > before).to.equal(true)
    expect(decided.outcome).to.equal('Yes')

    // And trying again costs nothing.
    await untilMarket(localnet, market.address, 'without fees', ({ feesCollected }) => feesCollected)
    await until('nothing to be on its way', async () => (await metric('keeper_transactions_in_flight')) === 0)
    const spent = await metric('keeper_lamports_spent_total')
    const skipped = await metric('keeper_skipped_total')
    await until('two more attempts', async () => (await metric('keeper_skipped_total')) >= skipped + 2)
    expect(await metric('keeper_lamports_spent_total')).to.equal(spent)

    // Then they are paid once they have an account again.
    const open = createAssociatedTokenAccountIdempotentInstruction(
      gone.publicKey,
      account,
      gone.publicKey,
      mint,
    )
    await sendAndConfirmTransaction(connection, new Transaction().add(open), [gone])
    const settled = await untilMarket(localnet, market.address, 'paid out', isPaidOut, 45_000)
    const share = (30_000_007n - settled.fees.burn - settled.fees.developer) / 2n
    expect(await tokensOf(connection, mint, gone.publicKey)).to.equal(50_000_000n + share)
  })

  it('closes a market once it has been kept long enough', async () => {
    const { connection } = localnet
    const [winner, creator] = (await givenWallets(localnet, 2)) as [Keypair, Keypair]
    const market = await givenPriceMarket([winner], creator, 'SOL')
    const { address, escrow } = market
    await travelTo(localnet, market.expireAt)
    const { resolvedAt } = await untilMarket(localnet, address, 'paid out', isPaidOut)
    const accounts = [address, findQuestion(address), escrow]
    const left = () => Promise.all(accounts.map((each) => lamportsOf(connection, each)))
    const rent = (await left()).reduce((sum, lamports) => sum + lamports, 0n)
    const before = await lamportsOf(connection, creator.publicKey)

    await travelTo(localnet, (resolvedAt ?? 0n) + BigInt(RETENTION) - 5n)
    expect(await lamportsOf(connection, address)).not.to.equal(0n)
    await until('it to be gone', async () => (await left()).every((lamports) => lamports === 0n), 45_000)
    // One winner leaves no dust: all that was left was rent.
    expect((await lamportsOf(connection, creator.publicKey)) - before).to.equal(rent)
  })

  /** A counter of the keeper's. */
  const metric = async (name: string): Promise<number> => {
    const text = await keeper.metrics.registry.getSingleMetricAsString(name)
    return Number(/ (\d+)$/m.exec(text)?.[1] ?? expect.fail(text))
  }
})
