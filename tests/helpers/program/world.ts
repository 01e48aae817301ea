// A chain with the program, wallets, markets and bets, for the program tests.

import type { Condition } from '@prediction-market/sdk'
import {
  type AuctionSettings,
  type ExpectedTerms,
  findMarket,
  type Settings,
} from '@prediction-market/sdk/accounts'
import { type ConditionOf, isAttested } from '@prediction-market/sdk/condition'
import { createMarket, initializeConfig, placeBet } from '@prediction-market/sdk/instructions'
import { expectedTerms } from '@prediction-market/sdk/rules'
import { TOKEN_PROGRAM_ID } from '@solana/spl-token'
import {
  Keypair,
  type PublicKey,
  type Signer,
  SystemProgram,
  type TransactionInstruction,
} from '@solana/web3.js'
import { type Chain, startChain, type TransactionResult, upgradeAuthority } from '../chain/index.ts'
import { PYTH_RECEIVERS } from '../oracle/pyth.ts'
import { setMint, setTokenAccount } from '../oracle/tokens.ts'
import { readConfig } from './config.ts'

export const SOL = 1_000_000_000n
/** One whole utility token: six decimals. */
export const UTILITY = 1_000_000n
export const FEED = 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d'

export type Currency = { mint: PublicKey; tokenProgram: PublicKey } | null

/** A chain with the program and a utility token. */
export interface World {
  chain: Chain
  admin: Keypair
  treasury: PublicKey
  settings: Settings
  /** The utility token. */
  utility: { mint: PublicKey; tokenProgram: PublicKey }
}

export interface WorldOptions {
  settings?: Partial<Settings>
  auction?: Partial<AuctionSettings>
  tokenProgram?: PublicKey
  /** `bankrun` or `litesvm`; what `CHAIN` names by default. */
  chain?: string
}

/** Starts a chain and initialises the program. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const world = await startUnconfigured(options)
  const { settings, utility, admin } = world
  const { auction } = options
  const input = { authority: admin.publicKey, utilityMint: utility.mint, settings, auction }
  await succeed(world, [initializeConfig(input)], [admin])
  return world
}

/** Starts a chain with the program and a utility token, but without a configuration. */
export async function startUnconfigured(options: WorldOptions = {}): Promise<World> {
  const chain = await startChain(options.chain)
  const treasury = Keypair.generate().publicKey
  fund(chain, treasury, SOL)
  fund(chain, upgradeAuthority.publicKey, 10n * SOL)
  const tokenProgram = options.tokenProgram ?? TOKEN_PROGRAM_ID
  const mint = setMint(chain, { tokenProgram, supply: 1_000_000_000n * UTILITY })
  setTokenAccount(chain, { mint, tokenProgram, owner: treasury, amount: 0n })
  const settings = { ...defaultSettings(treasury), ...options.settings }
  return { chain, admin: upgradeAuthority, treasury, settings, utility: { mint, tokenProgram } }
}

export function defaultSettings(treasury: PublicKey): Settings {
  return {
    treasury,
    pythReceiver: PYTH_RECEIVERS[0],
    burnBps: 500,
    developerBps: 500,
    minimumStakeSol: 1_000_000n,
    minimumStakeUtility: 1_000n,
    // No rewards: they have separate tests, and elsewhere only stakes, fees and rent move.
    decideReward: 0n,
    settleReward: 0n,
    maxDuration: 365 * 24 * 60 * 60,
    proofWindow: 600,
    voidDelay: 86_400,
    feedVoidDelay: 864_000,
    shortestPeriod: 30,
    shortestAttestedPeriod: 300,
    closeMargin: 10,
    maxConfidenceBps: 100,
    paused: false,
  }
}

/** Sets the balance of an address to `lamports`. */
export function fund(chain: Chain, address: PublicKey, lamports: bigint): void {
  chain.setAccount(address, {
    lamports,
    data: new Uint8Array(),
    owner: SystemProgram.programId,
    executable: false,
  })
}

/** A new wallet with `amount` SOL and `amount` utility tokens. */
export function givenWallet({ chain, utility }: World, amount = 1_000n): Keypair {
  const wallet = Keypair.generate()
  fund(chain, wallet.publicKey, amount * SOL)
  setTokenAccount(chain, { ...utility, owner: wallet.publicKey, amount: amount * UTILITY })
  return wallet
}

export interface MarketOptions {
  /** SOL by default. */
  currency?: Currency
  condition?: Condition
  token?: PublicKey | null
  /** Seconds from now to expiry: by default an hour, and 80 minutes if attestors decide it. */
  duration?: bigint
  /** As late as the rules allow by default. */
  closeAt?: bigint
  evidence?: PublicKey[]
  creator?: Keypair
  /** Lamports for whoever decides it; none by default. */
  decideReward?: bigint
  /** Of a UTILITY market: the stake that earns all of it; one base unit by default. */
  rewardStake?: bigint
  /** In hundredths; none by default. */
  maxRatio?: number
}

export interface GivenMarket {
  address: PublicKey
  creator: Keypair
  currency: Currency
  condition: Condition
  token: PublicKey | null
  createdAt: bigint
  expireAt: bigint
  /** Takes the steps that anyone can take: the payer of all fees. */
  keeper: PublicKey
}

/** Yes if the price of the feed is at least 250 dollars at expiry. */
export const PRICE_AT_EXPIRY: ConditionOf<'price'> = {
  type: 'price',
  feed: FEED,
  comparison: 'atLeast',
  target: '250',
  timing: 'atExpiry',
}

/** The terms that a creator can expect now. */
export async function termsOf(
  world: World,
  condition: Condition,
  currency: Currency,
): Promise<ExpectedTerms> {
  return expectedTerms(await readConfig(world), condition, currency?.mint ?? null)
}

let nonces = 0n

/** A nonce that no other market of this process has. */
export async function freshNonce(chain: Chain): Promise<bigint> {
  nonces += 1n
  return (await chain.now()) * 1_000n + (nonces % 1_000n)
}

/** A duration in seconds that every kind of market can have. */
export function usualDuration({ type }: Pick<Condition, 'type'>): bigint {
  return isAttested({ type }) ? 4_800n : 3_600n
}

/** The evidence of a new market about holders: its mint, which is created if it is missing. */
function holdersEvidence(chain: Chain, { type }: Condition, token: PublicKey | null): PublicKey[] {
  return type === 'holders' && token ? [setMint(chain, { address: token })] : []
}

/** Opens a market, about a price by default. */
export async function givenMarket(world: World, options: MarketOptions = {}): Promise<GivenMarket> {
  const { chain } = world
  const creator = options.creator ?? givenWallet(world)
  const { currency = null, condition = PRICE_AT_EXPIRY, token = null } = options
  const createdAt = await chain.now()
  const expireAt = createdAt + (options.duration ?? usualDuration(condition))
  const nonce = await freshNonce(chain)
  const instruction = createMarket({
    creator: creator.publicKey,
    nonce,
    question: 'Will SOL be at least $250?',
    token,
    closeAt: options.closeAt,
    expireAt,
    condition,
    currency,
    expected: await termsOf(world, condition, currency),
    decideReward: options.decideReward ?? 0n,
    rewardStake: currency ? (options.rewardStake ?? 1n) : undefined,
    maxRatio: options.maxRatio,
    evidence: options.evidence ?? holdersEvidence(chain, condition, token),
  })
  await succeed(world, [instruction], [creator])
  const address = findMarket(creator.publicKey, nonce)
  const keeper = chain.payer.publicKey
  return { address, creator, currency, condition, token, createdAt, expireAt, keeper }
}

/** The instruction that places a bet. */
export function bet(
  market: GivenMarket,
  bettor: PublicKey,
  outcome: 'Yes' | 'No',
  amount: bigint,
  evidence: PublicKey[] = [],
): TransactionInstruction {
  return placeBet({ bettor, market: market.address, outcome, amount, evidence, ...(market.currency ?? {}) })
}

/** A new wallet that has placed a bet. */
export async function givenBet(
  world: World,
  market: GivenMarket,
  outcome: 'Yes' | 'No',
  amount: bigint,
  evidence: PublicKey[] = [],
): Promise<Keypair> {
  const bettor = givenWallet(world)
  await succeed(world, [bet(market, bettor.publicKey, outcome, amount, evidence)], [bettor])
  return bettor
}

/** Runs a transaction that must succeed. */
export async function succeed(
  { chain }: Pick<World, 'chain'>,
  instructions: TransactionInstruction[],
  signers: Signer[] = [],
): Promise<TransactionResult> {
  const outcome = await chain.execute(instructions, signers)
  if (outcome.error !== null) throw new Error(`${outcome.error}\n${outcome.logs.join('\n')}`)
  return outcome
}
