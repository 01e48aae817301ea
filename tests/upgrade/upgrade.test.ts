import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  formatAmount,
  type Outcome,
  PROGRAM_ID,
  PredictionMarketClient,
  type ProgramError,
  toMarketId,
} from '@prediction-market/sdk'
import { marketAddressOf, UnknownVersionError } from '@prediction-market/sdk/accounts'
import { findFeed } from '@prediction-market/sdk/feeds'
import { type Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { PROGRAM_PATH } from '../../app/src/deploy/program.ts'
import { verifyProgram } from '../../app/src/deploy/verify/verify.ts'
import type { Keeper } from '../../app/src/keeper/keeper.ts'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { NEXT_PROGRAM, ROOT } from '../../tools/program/workspace.ts'
import {
  act,
  inSeconds,
  openGateway,
  refused,
  request,
  type TestGateway,
} from '../helpers/gateway/harness.ts'
import { givenMarket, givenWallets, isPaidOut, openKeeper, passPeriods } from '../helpers/keeper/harness.ts'
import {
  failure,
  lamportsOf,
  paidBy,
  runScript,
  setPrice,
  type TestLocalnet,
  travelTo,
  until,
} from '../helpers/localnet/index.ts'
import { payouts, readMarket, type Stakes, Upgrades } from '../helpers/upgrade/commands.ts'
import { type NextRelease, startNextRelease } from '../helpers/upgrade/next-release.ts'

const NEXT = join(ROOT, NEXT_PROGRAM)
const SIDES = ['Yes', 'No', 'Yes'] as const
/** Base units that do not divide evenly. */
const FIRST = [700_000_001n, 300_000_007n, 500_000_003n] as const
const SECOND = [110_000_003n, 90_000_001n, 50_000_009n] as const

describe('an upgrade of the program under open markets', () => {
  const { admin, keepers } = LOCALNET_KEYS
  let folder: string
  let localnet: TestLocalnet
  let upgrades: Upgrades
  let client: PredictionMarketClient
  /** This release, and the next one, which can read markets of version 2 too. */
  let current: TestGateway
  let keeper: Keeper
  let next: NextRelease
  let bettors: Keypair[]
  let deployer: Keypair
  /** Markets of version 1, in SOL and UTILITY, and one that is opened after the upgrade. */
  let onPrice: PublicKey
  let onEvent: PublicKey
  let later: PublicKey

  before(async function () {
    // The first build compiles everything that the program is built of.
    this.timeout('40m')
    const { code, output } = await runScript('tools/build-program.ts', ['--next'])
    expect(code, output).to.equal(0)

    // Given both releases, and markets with stakes on both sides.
    folder = await mkdtemp(join(tmpdir(), 'upgrade-'))
    current = await openGateway()
    localnet = current.localnet
    upgrades = new Upgrades(localnet, folder)
    client = new PredictionMarketClient(localnet.connection)
    await setPrice('SOL', '150')
    ;[deployer = expect.fail(), ...bettors] = await givenWallets(localnet, 4, true)
    const { attestorUrls } = localnet
    keeper = await openKeeper(localnet, { attestorUrls, payers: keepers.slice(0, 2) })
    const stakes = stakesOf(FIRST) as [Stakes, ...Stakes[]]
    const feed = findFeed('SOL')?.id ?? expect.fail()
    const condition = { type: 'price', feed, comparison: 'above', target: '100', timing: 'atExpiry' } as const
    onPrice = (await givenMarket(localnet, { condition, expiresIn: 3_600, stakes })).address
    const event = { type: 'event', timing: 'byExpiry' } as const
    const open = { condition: event, currency: 'UTILITY', expiresIn: 14_400, stakes } as const
    onEvent = (await givenMarket(localnet, open)).address
    next = await startNextRelease(localnet, keepers.slice(2))
  })

  after(async () => {
    await next?.stop()
    await keeper?.stop()
    await current?.gateway.stop()
    await rm(folder, { recursive: true })
  })

  const stakesOf = (...rounds: (readonly bigint[])[]): Stakes[] =>
    bettors.map((bettor, index) => ({
      bettor,
      outcome: SIDES[index] ?? expect.fail(),
      amount: rounds.reduce((sum, amounts) => sum + (amounts[index] ?? expect.fail()), 0n),
    }))

  const urls = () => [current.gateway.url, next.url]
  const pathOf = (market: PublicKey) => `/v1/markets/${toMarketId(market)}`

  /** Everyone bets again, through a gateway. */
  async function betAgain(url: string, market: PublicKey): Promise<void> {
    const { decimals } = (await readMarket(localnet.connection, market)).market
    for (const { bettor, outcome, amount } of stakesOf(SECOND)) {
      await act(url, `${pathOf(market)}/bets`, { outcome, amount: formatAmount(amount, decimals) }, bettor)
    }
  }

  /** Decides a market, and expects that keepers pay everyone to the base unit. */
  async function expectPaid(address: PublicKey, winner: Outcome, decide: () => Promise<void>) {
    const stakes = stakesOf(FIRST, SECOND)
    const read = () => readMarket(localnet.connection, address)
    const owners = stakes.map(({ bettor }) => bettor)
    const { market } = await read()
    const paid = await paidBy(client, market, owners, async () => {
      await decide()
      await until('the market to be paid out', async () => isPaidOut((await read()).market))
    })
    expect(paid).to.deep.equal(payouts(stakes, winner, market))
    return read()
  }

  const command = async (...args: string[]) => {
    const { code, output } = await upgrades.admin(admin, ...args, '--yes')
    expect(code, output).to.equal(0)
  }

  it('first, the next release is started, and serves the same markets', async () => {
    for (const market of [onPrice, onEvent]) {
      const answers = await Promise.all(urls().map((url) => request(url, 'GET', pathOf(market))))
      const [ours, theirs] = answers.map(({ body }) => [body.status, body.totalVolume, body.outcomes])
      expect(ours).to.deep.equal(theirs)
      expect((await readMarket(localnet.connection, market)).version).to.equal(1)
    }
  })

  it('while new markets and bets are paused, it is done, taken back and done again', async () => {
    await command('pause')
    await upgrades.upgradeTo(deployer, NEXT)
    const bet = { market: onPrice, outcome: 'Yes', amount: SECOND[0] } as const
    const refused = await failure(client.bets.place(bet, { signer: bettors[0] }))
    expect((refused as ProgramError).name).to.equal('Paused')

    await upgrades.upgradeTo(deployer, PROGRAM_PATH)
    const verified = await verifyProgram(localnet.connection, PROGRAM_ID, admin.publicKey.toBase58())
    expect(verified.filter(({ result }) => result === 'differs')).to.deep.equal([])

    await upgrades.upgradeTo(deployer, NEXT)
    await command('unpause')
    await travelTo(localnet, (await client.config()).betsOpenAt)
    for (const url of urls()) {
      await until('bets to be accepted', async () => {
        return (await request(url, 'GET', pathOf(onPrice))).body.acceptingBets === true
      })
    }
  })

  it('then markets of before take bets, are decided and paid to the base unit, as they are', async () => {
    await betAgain(current.gateway.url, onPrice)
    await betAgain(next.url, onEvent)
    for (const market of [onPrice, onEvent]) {
      expect(await readMarket(localnet.connection, market)).to.include({ version: 1, bets: 0n })
    }
    const price = await expectPaid(onPrice, 'Yes', async () => {
      await travelTo(localnet, (await readMarket(localnet.connection, onPrice)).market.expireAt)
    })
    expect(price).to.include({ version: 1, bets: 0n })
    expect(price.market).to.include({ status: 'resolved', outcome: 'Yes' })
    const event = await expectPaid(onEvent, 'Yes', async () => {
      await passPeriods(localnet, (await readMarket(localnet.connection, onEvent)).market)
      localnet.events.set(onEvent, true)
    })
    expect(event).to.include({ version: 1, bets: 0n })
  })

  it('attack 63: new markets have the next version; the next release serves them, this one counts them', async () => {
    const [creator, ...others] = stakesOf(FIRST)
    const { bettor, outcome, amount } = creator ?? expect.fail()
    const initialStake = { outcome, amount: formatAmount(amount, 9) }
    const body = {
      question: 'Will SOL be above $100?',
      outcomes: ['Yes', 'No'],
      expireAt: inSeconds(current, 3_600),
      currency: 'SOL',
      initialStake,
    }
    const { sent } = await act(next.url, '/v1/markets', body, bettor)
    later = new PublicKey(marketAddressOf(sent.body.id))
    for (const { bettor, outcome, amount } of others) {
      await act(next.url, `${pathOf(later)}/bets`, { outcome, amount: formatAmount(amount, 9) }, bettor)
    }
    await betAgain(next.url, later)
    expect(await readMarket(localnet.connection, later)).to.include({ version: 2, bets: 6n })

    // This release says that it cannot read it, takes no bets on it, and goes on.
    expect(await failure(client.markets.get(later))).to.be.instanceOf(UnknownVersionError)
    const { url } = current.gateway
    await until('it to be counted', async () => {
      return (await request(url, 'GET', '/metrics')).text.includes('gateway_undecodable_markets 1')
    })
    await until('the keeper to count it', () => keeper.chain.loader.undecodable === 1)
    const bet = await request(url, 'POST', `${pathOf(later)}/bets`, {
      body: { outcome: 'No', amount: 1 },
      wallet: bettor,
    })
    refused(bet, 400, 'The market has a version that this gateway does not know')
    expect(bet.headers.get('x-error-code')).to.equal('UnknownVersion')
    expect((await request(url, 'GET', '/health/ready')).status).to.equal(200)
    expect((await request(next.url, 'GET', '/metrics')).text).to.include('gateway_undecodable_markets 0')
  })

  it('from then on, the program before refuses them until it is upgraded again; nothing is lost', async () => {
    const { market } = await readMarket(localnet.connection, later)
    const held = await lamportsOf(localnet.connection, market.escrow)
    await upgrades.upgradeTo(deployer, PROGRAM_PATH)
    const answer = await request(next.url, 'POST', `${pathOf(later)}/bets`, {
      body: { outcome: 'No', amount: 1 },
      wallet: bettors[1] ?? expect.fail(),
    })
    expect(answer.text).to.contain('a version that this program does not know')
    expect(await lamportsOf(localnet.connection, market.escrow)).to.equal(held)

    await upgrades.upgradeTo(deployer, NEXT)
    const paid = await expectPaid(later, 'Yes', () => travelTo(localnet, market.expireAt))
    expect(paid).to.include({ version: 2, bets: 6n })
  })
})
