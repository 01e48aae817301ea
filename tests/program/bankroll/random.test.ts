import type { Amounts, Outcome } from '@prediction-market/sdk'
import { findEscrow, findFeeVault, findPosition } from '@prediction-market/sdk/accounts'
import { closeBankroll, deposit, withdraw } from '@prediction-market/sdk/instructions'
import type { Keypair, Signer, TransactionInstruction } from '@solana/web3.js'
import { expect } from 'chai'
import fc from 'fast-check'
import { tokenBalance, tokenSupply } from '../../helpers/oracle/tokens.ts'
import { purchase } from '../../helpers/program/auction.ts'
import { lamportsOf } from '../../helpers/program/balances.ts'
import {
  bankrollBet,
  type DelegateKeys,
  type GivenBankroll,
  givenBankroll,
  givenDelegate,
  readBankroll,
  walletTokens,
} from '../../helpers/program/bankroll.ts'
import { readFeeVault } from '../../helpers/program/config.ts'
import { refusalOf } from '../../helpers/program/expect.ts'
import { collection, decide, settlement } from '../../helpers/program/market.ts'
import {
  bet,
  type GivenMarket,
  givenMarket,
  givenWallet,
  SOL,
  startWorld,
  succeed,
  UTILITY,
  type World,
} from '../../helpers/program/world.ts'

const KINDS = ['deposit', 'withdraw', 'wallet bet', 'owner bet', 'delegate bet'] as const

/** Limits of each delegate that random bets run into. */
const PER_BET: Amounts = { SOL: 20n * SOL, UTILITY: 20n * UTILITY }
const TOTAL: Amounts = { SOL: 25n * SOL, UTILITY: 25n * UTILITY }

/** The errors by which steps are refused; the last one is of the token program. */
const REFUSALS = [
  'BankrollTooLow',
  'DelegatePerBetExceeded',
  'DelegateTotalExceeded',
  'DelegateFeeTooHigh',
  'InsufficientFunds',
]

interface Step {
  kind: (typeof KINDS)[number]
  /** Index of the actor. */
  who: number
  currency: keyof Amounts
  outcome: Outcome
  /** In hundredths of a SOL or a token. */
  hundredths: number
  /** Lamports that the co-signer asks back. */
  fee: bigint
}

interface Actor extends GivenBankroll {
  keys: DelegateKeys
}

interface Stage {
  world: World
  actors: Actor[]
  markets: Record<keyof Amounts, GivenMarket>
  /** Buys the burn share. */
  buyer: Keypair
}

const STEPS = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom(...KINDS),
    who: fc.nat(2),
    currency: fc.constantFrom('SOL', 'UTILITY'),
    outcome: fc.constantFrom('Yes', 'No'),
    hundredths: fc.integer({ min: 1, max: 3_000 }),
    fee: fc.bigInt(0n, 60_000n),
  }),
  { minLength: 20, maxLength: 40 },
)

async function givenStage(): Promise<Stage> {
  const world = await startWorld({ auction: { firstPrice: 1_000n * UTILITY } })
  const actors: Actor[] = []
  for (let index = 0; index < 3; index++) {
    const bankroll = await givenBankroll(world, 50n)
    actors.push({
      ...bankroll,
      keys: await givenDelegate(world, bankroll, { perBet: PER_BET, total: TOTAL }),
    })
  }
  const inUtility = await givenMarket(world, { currency: world.utility })
  const markets = { SOL: await givenMarket(world), UTILITY: inUtility }
  return { world, actors, markets, buyer: givenWallet(world) }
}

/** The lamports of every account that a step may touch, and the tokens in no account that it may touch. */
async function sums({ world, actors, markets, buyer }: Stage) {
  const { chain, treasury, utility } = world
  const addresses = Object.values(markets).map(({ address }) => address)
  const owners = actors.map(({ owner }) => owner.publicKey)
  const wallets = [...owners, treasury, buyer.publicKey]
  const accounts = [
    ...wallets,
    ...actors.flatMap(({ address, keys }) => [address, keys.key.publicKey, keys.cosigner.publicKey]),
    ...addresses.flatMap((market) => owners.map((owner) => findPosition(market, owner))),
    ...addresses.map((market) => findEscrow(market)),
    ...addresses,
    findFeeVault(),
  ]
  const tokenAccounts = [
    ...wallets.map((wallet) => walletTokens(world, wallet)),
    ...actors.map(({ tokens }) => tokens),
    findEscrow(markets.UTILITY.address),
  ]
  let lamports = 0n
  for (const account of accounts) lamports += await lamportsOf(chain, account)
  // Burning takes as much from the supply as from an account.
  let elsewhere = await tokenSupply(chain, utility.mint)
  for (const account of tokenAccounts) elsewhere -= await tokenBalance(chain, account)
  return { lamports, elsewhere }
}

/** The instruction of a step and its signers. */
function stepOf({ actors, markets }: Stage, step: Step): [TransactionInstruction, Signer[]] {
  const { who, currency, outcome, fee } = step
  const actor = actors[who] as Actor
  const { owner, keys } = actor
  const market = markets[currency]
  const amount = (BigInt(step.hundredths) * (currency === 'SOL' ? SOL : UTILITY)) / 100n
  const moved = { owner: owner.publicKey, amount, ...market.currency }
  switch (step.kind) {
    case 'deposit':
      return [deposit(moved), [owner]]
    case 'withdraw':
      return [withdraw(moved), [owner]]
    case 'wallet bet':
      return [bet(market, owner.publicKey, outcome, amount), [owner]]
    case 'owner bet':
      return [bankrollBet(actor, market, outcome, amount), [owner]]
    case 'delegate bet':
      return [bankrollBet(actor, market, outcome, amount, { keys, fee }), [keys.key, keys.cosigner]]
  }
}

/** Decides and pays, buys from the burn auction if there is a SOL, and closes the bankrolls. */
async function finish({ world, actors, markets, buyer }: Stage, outcome: Outcome | 'void'): Promise<void> {
  for (const market of Object.values(markets)) {
    await decide(world, market, outcome)
    const owners = []
    for (const { owner } of actors) {
      const position = findPosition(market.address, owner.publicKey)
      if (await world.chain.account(position)) owners.push(owner.publicKey)
    }
    if (owners.length > 0) await succeed(world, [settlement(market, owners)])
    const refusal = refusalOf(await world.chain.execute([collection(world, market)]))
    expect(refusal).to.be.oneOf([null, 'NoFeesToCollect'])
  }
  const { forSale } = await readFeeVault(world)
  if (forSale >= SOL) await succeed(world, [purchase(world, buyer.publicKey, SOL)], [buyer])
  for (const { owner, tokens } of actors) {
    const amount = await tokenBalance(world.chain, tokens)
    const take = withdraw({ owner: owner.publicKey, amount, ...world.utility })
    const close = closeBankroll({ owner: owner.publicKey })
    await succeed(world, amount > 0n ? [take, close] : [close], [owner])
  }
}

describe('random deposits, withdrawals and bets', () => {
  it('create and lose nothing, and stay within the limits of delegates', async () => {
    const refusals = new Set<string>()
    const property = fc.asyncProperty(
      STEPS,
      fc.constantFrom<Outcome | 'void'>('Yes', 'No', 'void'),
      async (story, outcome) => {
        const stage = await givenStage()
        const before = await sums(stage)
        for (const step of story) {
          const [instruction, signers] = stepOf(stage, step)
          const refusal = refusalOf(await stage.world.chain.execute([instruction], signers))
          if (refusal !== null) refusals.add(refusal)
          expect(await sums(stage), step.kind).to.deep.equal(before)
          const { delegates } = await readBankroll(stage.world, stage.actors[step.who] as Actor)
          for (const { spent } of delegates) {
            expect(spent.SOL <= TOTAL.SOL && spent.UTILITY <= TOTAL.UTILITY).to.equal(true)
          }
        }
        await finish(stage, outcome)
        expect(await sums(stage), 'in the end').to.deep.equal(before)
      },
    )
    await fc.assert(property, { numRuns: 10, endOnFailure: true })
    expect([...refusals]).to.have.members(REFUSALS)
  })
})
