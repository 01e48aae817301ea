import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import {
  type Address,
  address,
  associated,
  derive,
  named,
  ours,
  PUMP,
  PUMP_AMM,
  RECEIVERS,
  SYSTEM,
  TOKEN,
  TOKEN_2022,
  WRAPPED_SOL,
  WRAPPED_SOL_2022,
} from '../chain/address.ts'
import { mintData, tokenData, writeCurve, writeMint, writePool } from '../chain/data.ts'
import { Runtime, rent, UPGRADE_AUTHORITY } from '../chain/runtime.ts'
import type { AttestorSet, Bankroll, Market, Settings, Subject, TokenAccount, Vault } from './types.ts'

/** Unix second at which every sequence starts. */
const GENESIS = 1_800_000_000

const BANKROLL_BYTES = 576
const POSITION_BYTES = 160
const MARKET_BYTES = 584
export const SPACE = { bankroll: BANKROLL_BYTES, position: POSITION_BYTES, market: MARKET_BYTES, tokens: 165 }

/** Keys of all attestors; sets choose among them. */
export const ATTESTORS: readonly { key: Address; secret: KeyObject }[] = Array.from(
  { length: 10 },
  (_, index) => {
    const seed = Buffer.alloc(32, index + 1)
    const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
    const secret = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
    const spki = createPublicKey(secret).export({ format: 'der', type: 'spki' })
    return { key: address(`attestor ${index}`, new Uint8Array(spki.subarray(-32))), secret }
  },
)

/** The default pubkey. */
export const NOBODY = SYSTEM

/** The chain and the model of it. */
export class World {
  readonly runtime = new Runtime()
  now = GENESIS
  slot = 1_000

  readonly tokenProgram: Address
  readonly mint: Address
  readonly config = ours('config', 'config')
  readonly vaultAddress = ours('fee vault', 'fee_vault')
  /** Bettors, creators, buyers. The last two are a poor one and a whale. */
  readonly actors = Array.from({ length: 6 }, (_, index) => named(`actor ${index}`))
  /** Signs for others, never in its own name. */
  readonly stranger = named('stranger')
  /** Keys of delegates, and the keys that sign with them. */
  readonly keys = Array.from({ length: 6 }, (_, index) => named(`key ${index}`))
  readonly cosigners = Array.from({ length: 3 }, (_, index) => named(`cosigner ${index}`))
  /** The second treasury has no token account, the third no lamports either. */
  readonly treasuries = [0, 1, 2].map((index) => named(`treasury ${index}`))
  /** Keepers without a lamport of their own. */
  readonly beggars = Array.from({ length: 4 }, (_, index) => named(`beggar ${index}`))

  admin = UPGRADE_AUTHORITY
  pendingAdmin = NOBODY
  /** Bets are refused before this second. */
  betsOpenAt = 0
  settings: Settings
  readonly sets: AttestorSet[] = []
  supply = 0n
  readonly lamports = new Map<Address, bigint>()
  readonly tokens = new Map<Address, TokenAccount>()
  readonly markets = new Map<number, Market>()
  readonly marketAt = new Map<Address, Market>()
  /** Addresses of positions, and whose they are. */
  readonly positionAt = new Map<Address, { market: Market; owner: Address }>()
  readonly bankrolls = new Map<Address, Bankroll>()
  readonly bankrollAt = new Map<Address, Bankroll>()
  vault: Vault
  readonly subjects: Subject[]
  readonly #tokensOf = new Map<Address, Address>()
  readonly #positions = new Map<Market, Map<Address, Address>>()

  constructor(options: { token2022: boolean; settings: Settings; vault: Vault }) {
    this.tokenProgram = options.token2022 ? TOKEN_2022 : TOKEN
    this.mint = named(options.token2022 ? 'utility mint (2022)' : 'utility mint')
    this.settings = options.settings
    this.vault = options.vault
    this.runtime.setClock(this.now, this.slot)
    const whale = this.actors.at(-1) as Address
    const poor = this.actors.at(-2) as Address
    for (const actor of this.actors) {
      const amount = actor === whale ? 2n ** 62n : actor === poor ? 20_000_000n : 10n ** 13n
      this.fund(actor, amount)
      this.giveTokens(this.tokensOf(actor), actor, amount)
      this.giveTokens(named(`second tokens of ${actor.name}`), actor, 1_000_000n)
      const bankroll = ours(`bankroll of ${actor.name}`, 'bankroll', actor.bytes)
      const tokens = this.tokensOf(bankroll)
      this.giveTokens(tokens, bankroll, 0n)
      const entry = { owner: actor, address: bankroll, tokens, isOpen: false, delegates: [] }
      this.bankrolls.set(actor, entry)
      this.bankrollAt.set(bankroll, entry)
    }
    const others = [this.stranger, ...this.keys, ...this.cosigners, UPGRADE_AUTHORITY]
    for (const other of [...others, ...this.treasuries.slice(0, 2)]) this.fund(other, 10n ** 12n)
    for (const poorest of [...this.beggars, ...this.treasuries.slice(2)]) this.fund(poorest, 0n)
    this.giveTokens(this.tokensOf(this.stranger), this.stranger, 10n ** 12n)
    this.giveTokens(this.tokensOf(this.treasuries[0] as Address), this.treasuries[0] as Address, 0n)
    this.runtime.write(this.mint, 10n ** 9n, mintData(this.supply, 6, false), this.tokenProgram)
    this.subjects = [0, 1, 2, 3, 4].map((index) => this.#subject(index))
  }

  #subject(index: number): Subject {
    const mint = [WRAPPED_SOL, WRAPPED_SOL_2022][index - 3] ?? named(`token ${index}`)
    const curve = derive(`curve ${index}`, [Buffer.from('bonding-curve'), mint.bytes], PUMP)
    const authority = derive(`pool authority ${index}`, [Buffer.from('pool-authority'), mint.bytes], PUMP)
    const seeds = [Buffer.from('pool'), Buffer.alloc(2), authority.bytes, mint.bytes, WRAPPED_SOL.bytes]
    const pool = derive(`pool ${index}`, seeds, PUMP_AMM)
    const subject: Subject = {
      mint,
      curve,
      pool,
      decimals: 6,
      supply: 10n ** 12n,
      hasAuthority: index === 0,
      extension: null,
      isMint: true,
      curveState: 'good',
      isComplete: false,
      poolState: 'missing',
    }
    writeMint(this.runtime, mint, subject)
    writeCurve(this.runtime, curve, 'good', false)
    writePool(this.runtime, pool, 'missing')
    return subject
  }

  /** The associated token account of an owner. */
  tokensOf(owner: Address): Address {
    const found = this.#tokensOf.get(owner)
    if (found) return found
    const made = associated(owner, this.mint, this.tokenProgram)
    this.#tokensOf.set(owner, made)
    return made
  }

  /** An actor whose wallet can become a token account of the first actor's. */
  get shifty(): Address {
    return this.actors[3] as Address
  }

  /** An actor's other token account. */
  secondTokensOf(owner: Address): Address {
    return named(`second tokens of ${owner.name}`)
  }

  fund(address: Address, lamports: bigint): void {
    this.runtime.write(address, lamports)
    this.lamports.set(address, lamports)
  }

  /** Makes a token account out of nothing. */
  giveTokens(address: Address, owner: Address, amount: bigint): void {
    this.supply += amount
    this.tokens.set(address, { owner, amount, state: 'open' })
    this.writeTokens(address)
  }

  /** Writes a token account as the model has it. */
  writeTokens(address: Address): void {
    const { owner, amount, state } = this.tokens.get(address) as TokenAccount
    const lamports = this.lamports.get(address) ?? rent(SPACE.tokens)
    this.lamports.set(address, lamports)
    if (state === 'closed') this.runtime.write(address, lamports)
    else {
      const data = tokenData(this.mint, owner, amount, state)
      this.runtime.write(address, lamports, data, this.tokenProgram)
    }
  }

  balance(address: Address): bigint {
    return this.lamports.get(address) ?? 0n
  }

  credit(address: Address, lamports: bigint): void {
    this.lamports.set(address, this.balance(address) + lamports)
  }

  move(from: Address, to: Address, lamports: bigint): void {
    this.credit(from, -lamports)
    this.credit(to, lamports)
  }

  /** Tokens in an account; 0 if there is none. */
  tokensIn(address: Address): bigint {
    return this.tokens.get(address)?.amount ?? 0n
  }

  moveTokens(from: Address, to: Address, amount: bigint): void {
    const [source, target] = [this.tokens.get(from), this.tokens.get(to)]
    if (!source || !target) throw new Error(`There is no token account ${from.name} or ${to.name}`)
    source.amount -= amount
    target.amount += amount
  }

  burn(from: Address, amount: bigint): void {
    const source = this.tokens.get(from)
    if (!source) throw new Error(`There is no token account ${from.name}`)
    source.amount -= amount
    this.supply -= amount
  }

  /** The position's address of an owner in a market. */
  position(market: Market, owner: Address): Address {
    const found = this.#positions.get(market)?.get(owner)
    if (found) return found
    const made = ours(`position ${market.id} of ${owner.name}`, 'position', market.address.bytes, owner.bytes)
    const ofMarket = this.#positions.get(market) ?? new Map<Address, Address>()
    ofMarket.set(owner, made)
    this.#positions.set(market, ofMarket)
    return made
  }

  /** The index of the attestor set that new markets take. */
  currentSet(): number {
    return Math.max(0, this.sets.length - 1)
  }
}

/** Usual settings, with short times so that many markets live through a sequence. */
export function defaultSettings(treasury: Address): Settings {
  return {
    treasury,
    receiver: RECEIVERS[0],
    burnBps: 500,
    developerBps: 500,
    minimumSol: 1_000n,
    minimumUtility: 1_000n,
    decideReward: 300_000n,
    settleReward: 5_000n,
    maxDuration: 100_000,
    proofWindow: 120,
    voidDelay: 600,
    feedVoidDelay: 900,
    shortestPeriod: 2,
    shortestAttestedPeriod: 3,
    closeMargin: 3,
    confidenceBps: 100,
    paused: false,
  }
}
