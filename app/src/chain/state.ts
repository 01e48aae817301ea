// The chain's clock, configuration, fee vault and utility mint, read on a timer.

import type { Config, FeeVault } from '@prediction-market/sdk'
import { decodeConfig, decodeFeeVault, findConfig, findFeeVault } from '@prediction-market/sdk/accounts'
import { acceptsBets } from '@prediction-market/sdk/rules'
import { unpackMint } from '@solana/spl-token'
import { type Connection, type PublicKey, SYSVAR_CLOCK_PUBKEY } from '@solana/web3.js'
import { CoalescedTask } from '../runtime/coalesced-task.ts'
import { SlotTime } from './node-progress.ts'

/** Milliseconds between two reads of the clock and the accounts while no subscription reports slots. */
const POLL_MS = 2_000

/** The same while one does: the clock goes on by itself, and changes of the accounts are reported too. */
const RARE_MS = 10_000

/** Milliseconds without a reported slot after which it is read often. */
const QUIET_MS = 5_000

/** Slots at once after which the clock has moved too: a localnet's can be set. */
const JUMP = 5

/** Seconds that the view of the chain may be behind before it is stale, by default. */
export const MAX_LAG_SECONDS = 20

interface Accounts {
  config: Config
  feeVault: FeeVault
  mintAuthority: PublicKey | null
}

/** The chain's clock, configuration, fee vault and utility mint, read on a timer so that no request has to. */
export class ChainState {
  /** Derived once: deriving takes longer than the rest of a read. */
  readonly #addresses: readonly PublicKey[]
  #accounts: Accounts | undefined
  #head = { slot: 0, unixSecond: 0n, readAt: 0, readSlot: 0, movedAt: 0 }
  /** The latest slot that the subscription reported. */
  #seenSlot = 0
  #seenAt = 0
  /** Until when all changes are known, in unix milliseconds. */
  #currentAt = 0
  /** When a slot was last measured. */
  #measuredAt = 0
  #timer: NodeJS.Timeout | undefined
  /** One read at a time: a slow node would only become slower by several. */
  readonly #reads: CoalescedTask

  constructor(
    private readonly connection: Connection,
    private readonly programId: PublicKey,
    onError: (error: Error) => void,
    private readonly slotTime = new SlotTime(),
  ) {
    this.#reads = new CoalescedTask(() => this.refresh(), onError)
    this.#addresses = [SYSVAR_CLOCK_PUBKEY, findConfig(programId), findFeeVault(programId)]
  }

  /**
   * Reads them, now and then on a timer.
   *
   * @throws Error if the program is not set up on this chain
   */
  async start(): Promise<void> {
    this.sawChanges(Date.now())
    await this.refresh()
    this.#timer = setInterval(() => {
      if (Date.now() - this.#head.readAt >= this.#pollMs) this.#reads.request()
    }, POLL_MS).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** The time that the program sees, in unix seconds. */
  now(): bigint {
    const { unixSecond, readAt } = this.#head
    return unixSecond + BigInt(Math.floor((Date.now() - readAt) / 1_000))
  }

  get config(): Config {
    return this.#read.config
  }

  /** The error of the program for bets on every market: in a pause, and for a minute after it; `null` if there is none. */
  get betsError(): 'Paused' | 'BetsNotOpenYet' | null {
    const { settings, betsOpenAt } = this.config
    if (settings.paused) return 'Paused'
    return this.now() < betsOpenAt ? 'BetsNotOpenYet' : null
  }

  takesBets(market: Parameters<typeof acceptsBets>[0]): boolean {
    return this.betsError === null && acceptsBets(market, this.now())
  }

  /** The vault that collects the burn shares of SOL markets and sells them. */
  get feeVault(): FeeVault {
    return this.#read.feeVault
  }

  /** Who can mint the utility token; `null` if nobody can. */
  get mintAuthority(): PublicKey | null {
    return this.#read.mintAuthority
  }

  get #read(): Accounts {
    if (!this.#accounts) throw new Error('The configuration has not been read yet')
    return this.#accounts
  }

  get slot(): number {
    return Math.max(this.#head.slot, this.#seenSlot)
  }

  /** Milliseconds of a slot, as measured; `null` in the first seconds. */
  get slotMs(): number | null {
    return this.slotTime.ms
  }

  /** Records a slot that the subscription reported. */
  sawSlot(slot: number): void {
    const isJump = this.#seenSlot > 0 && slot - this.#seenSlot >= JUMP
    this.#seenSlot = slot
    this.#seenAt = Date.now()
    this.#measure(slot, this.#seenAt)
    if (isJump) this.#reads.request()
  }

  /** Records that all changes up to this moment, in unix milliseconds, are known. */
  sawChanges(at: number): void {
    this.#currentAt = Math.max(this.#currentAt, at)
  }

  #measure(slot: number, at: number): void {
    if (at - this.#measuredAt < POLL_MS) return
    this.slotTime.see(slot, at)
    this.#measuredAt = at
  }

  /** The accounts whose changes a subscription should report, because transactions of others change them. */
  get followed(): readonly PublicKey[] {
    return this.#addresses.slice(1)
  }

  /**
   * Takes one of the followed accounts as it was reported.
   *
   * @returns whether it is one of them
   */
  take(address: string, data: Buffer | null, slot: number): boolean {
    const known = this.followed.find((one) => one.toBase58() === address)
    if (!known || !this.#accounts) return false
    // A report that seems old may be news: the localnet's may name the slot before that of the change.
    if (!data || slot < this.#head.readSlot) this.#reads.request()
    else if (known === this.#addresses[1]) this.#accounts.config = decodeConfig(data)
    else this.#accounts.feeVault = decodeFeeVault(data)
    return true
  }

  /** How often the clock is read now. The timer may be a little early. */
  get #pollMs(): number {
    return (Date.now() - this.#seenAt < QUIET_MS ? RARE_MS : POLL_MS) - 100
  }

  /** Milliseconds since all changes were known. */
  get unknownMs(): number {
    return Date.now() - this.#currentAt
  }

  /** Milliseconds that the book may be behind: changes are not known, no node answers, or the chain's clock stands still. */
  lagMs(): number {
    return Math.max(this.unknownMs, Date.now() - this.#head.movedAt - RARE_MS - POLL_MS)
  }

  /** The same in slots. */
  lag(): number {
    return Math.floor(this.slotTime.slots(this.lagMs()))
  }

  /** Reads them now. */
  async refresh(): Promise<void> {
    // The utility mint never changes, so that all but the first read take one call.
    const known = this.#accounts?.config.utilityMint
    const { context, value } = await this.connection.getMultipleAccountsInfoAndContext(
      known ? [...this.#addresses, known] : [...this.#addresses],
      'processed',
    )
    // An older response than the last one adds nothing.
    if (context.slot < this.#head.readSlot) return
    const [clock, configAccount, vault, knownMint] = value
    if (!clock) throw new Error('The node has no clock account')
    if (!configAccount?.owner.equals(this.programId) || !vault?.owner.equals(this.programId)) {
      throw new Error(`The program ${this.programId.toBase58()} is not set up on this chain`)
    }
    const config = decodeConfig(configAccount.data)
    const { utilityMint } = config
    const mint = knownMint ?? (await this.connection.getAccountInfo(utilityMint, 'processed'))
    if (!mint) throw new Error(`The node has no account of the utility mint ${utilityMint.toBase58()}`)
    this.#accounts = {
      config,
      feeVault: decodeFeeVault(vault.data),
      mintAuthority: unpackMint(utilityMint, mint, mint.owner).mintAuthority,
    }
    const unixSecond = clock.data.readBigInt64LE(32)
    const readAt = Date.now()
    const slot = Number(clock.data.readBigUInt64LE(0))
    if (slot > this.#seenSlot) this.#measure(slot, readAt)
    this.#head = {
      slot,
      unixSecond,
      readAt,
      readSlot: context.slot,
      movedAt: unixSecond === this.#head.unixSecond ? this.#head.movedAt : readAt,
    }
  }
}
