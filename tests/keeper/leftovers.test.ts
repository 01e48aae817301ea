import type { Fetched, Market } from '@prediction-market/sdk'
import { findQuestion } from '@prediction-market/sdk/accounts'
import { findFeed } from '@prediction-market/sdk/feeds'
import { UNPAID_DELAY } from '@prediction-market/sdk/rules'
import {
  ACCOUNT_SIZE,
  AccountLayout,
  AccountState,
  createAccount,
  createAssociatedTokenAccountIdempotentInstruction,
  createCloseAccountInstruction,
  createTransferInstruction,
  getAccount,
  getAssociatedTokenAddressSync,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { Keypair, PublicKey, sendAndConfirmTransaction, Transaction } from '@solana/web3.js'
import { expect } from 'chai'
import { hasFeesDue } from '../../app/src/keeper/due.ts'
import type { Keeper } from '../../app/src/keeper/keeper.ts'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
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
import { metric as readMetric } from '../helpers/metrics.ts'

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
    return givenMarket(localnet, { condition, currency, expiresIn: 60, stakes: [lost, ...bets] })
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
    await travelTo(localnet, market.expireAt)

    // When the market is decided, everyone else is paid.
    const before = await tokensOf(connection, mint, here.publicKey)
    const isOneLeft = ({ status, openPositions }: Market) => status !== 'open' && openPositions === 1
    const decided = await untilMarket(localnet, market.address, 'paid but for one', isOneLeft)
    expect((await tokensOf(connection, mint, here.publicKey)) > before).to.equal(true)
    expect(decided.outcome).to.equal('Yes')

    // And trying again costs nothing.
    await untilMarket(localnet, market.address, 'without fees', (found) => !hasFeesDue(found))
    await until('nothing to be on its way', async () => (await metric('keeper_transactions_in_flight')) === 0)
    const spent = await metric('keeper_lamports_spent_total')
    const skipped = await metric('keeper_skipped_total')
    const payouts = await metric('keeper_payouts_total')
    await until('two more attempts', async () => (await metric('keeper_skipped_total')) >= skipped + 2)
    expect(await metric('keeper_lamports_spent_total')).to.equal(spent)
    expect(await metric('keeper_payouts_total')).to.equal(payouts)
    expect(await unpaid()).to.equal(1)

    // Then they are paid once they have an account again.
    const open = createAssociatedTokenAccountIdempotentInstruction(
      gone.publicKey,
      account,
      gone.publicKey,
      mint,
    )
    await sendAndConfirmTransaction(connection, new Transaction().add(open), [gone])
    const settled = await untilMarket(localnet, market.address, 'paid out', isPaidOut)
    const share = (30_000_007n - settled.fees.burn - settled.fees.developer) / 2n
    expect(await tokensOf(connection, mint, gone.publicKey)).to.equal(50_000_000n + share)
    await until('nothing to be unpaid', async () => (await unpaid()) === 0)
    await until('the payout', async () => (await metric('keeper_payouts_total')) === payouts + 1)
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
    await until('it to be gone', async () => (await left()).every((lamports) => lamports === 0n))
    // One winner leaves no dust: all that was left was rent, and what closing earns.
    const reward = 2n * market.terms.settleReward
    expect((await lamportsOf(connection, creator.publicKey)) - before).to.equal(rent - reward)
  })

  it('takes the burn share and pays everyone while the treasury cannot be paid, and then the treasury', async () => {
    // Given a treasury whose token account has been handed to somebody else.
    const [winner, loser] = (await givenWallets(localnet, 2, true)) as [Keypair, Keypair]
    const market = await givenPriceMarket([winner], loser, 'UTILITY')
    const mint = market.mint ?? expect.fail()
    const { publicKey: treasury } = LOCALNET_KEYS.treasury
    await setTokenAccount(mint, treasury, loser.publicKey)

    // When the market is decided, its share is all that is left.
    await travelTo(localnet, market.expireAt)
    const isTreasuryLeft = ({ status, openPositions, feesDue }: Market) =>
      status !== 'open' && openPositions === 0 && feesDue.burn === 0n && feesDue.developer > 0n
    const { fees } = await untilMarket(localnet, market.address, 'paid but for one', isTreasuryLeft)

    // Then it is paid once it has its account back.
    await setTokenAccount(mint, treasury, treasury)
    await untilMarket(localnet, market.address, 'paid out', isPaidOut)
    expect(await tokensOf(localnet.connection, mint, treasury)).to.equal(fees.developer)
  })

  it('pays to another token account of the owner from 30 days after the decision on', async () => {
    // Given a winner whose associated account belongs to somebody else, and who has opened another one.
    const { connection } = localnet
    const [winner, loser] = (await givenWallets(localnet, 2, true)) as [Keypair, Keypair]
    const market = await givenPriceMarket([winner], loser, 'UTILITY')
    const mint = market.mint ?? expect.fail()
    await setTokenAccount(mint, winner.publicKey, loser.publicKey)
    const other = await createAccount(connection, winner, mint, winner.publicKey, Keypair.generate())
    await travelTo(localnet, market.expireAt)
    const isOneLeft = ({ status, openPositions }: Market) => status !== 'open' && openPositions === 1
    const { resolvedAt } = await untilMarket(localnet, market.address, 'paid but for one', isOneLeft)

    // When the time has come, it is paid there, and not before.
    const anyAccountAt = (resolvedAt ?? 0n) + BigInt(UNPAID_DELAY)
    await travelTo(localnet, anyAccountAt - 5n)
    expect((await getAccount(connection, other)).amount).to.equal(0n)
    // It tries ever more rarely: the next attempt may be as far away as the first one.
    const paid = await untilMarket(localnet, market.address, 'paid out', isPaidOut)
    expect((await getAccount(connection, other)).amount).to.equal(paid.paid)
  })

  /** Writes the associated token account of a wallet, empty, as if it belonged to `owner`. */
  const setTokenAccount = async (mint: PublicKey, wallet: PublicKey, owner: PublicKey): Promise<void> => {
    const data = Buffer.alloc(ACCOUNT_SIZE)
    AccountLayout.encode(
      {
        mint,
        owner,
        amount: 0n,
        delegateOption: 0,
        delegate: PublicKey.default,
        state: AccountState.Initialized,
        isNativeOption: 0,
        isNative: 0n,
        delegatedAmount: 0n,
        closeAuthorityOption: 0,
        closeAuthority: PublicKey.default,
      },
      data,
    )
    const address = getAssociatedTokenAddressSync(mint, wallet)
    await localnet.node.cheats.setAccount(address, { owner: TOKEN_PROGRAM_ID, data })
  }

  const metric = (name: string) => readMetric(keeper, name)
  const unpaid = () => readMetric(keeper, 'keeper_markets', { state: 'unpaid' })
})
