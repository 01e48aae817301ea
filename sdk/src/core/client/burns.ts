import type { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { findFeeVault } from '../../web3/pda.ts'
import type { SendOptions } from '../../web3/send/options.ts'
import type { TransactionSender } from '../../web3/send/sender.ts'
import { decodeFeeVault, type FeeVault } from '../accounts/decode.ts'
import { burnAuctionBuy } from '../instructions/burn-auction-buy.ts'
import { type BurnQuote, burnPrice, quoteBurn } from '../rules/burn.ts'
import type { Sent } from '../transaction/confirmation.ts'
import type { AuctionPrice } from '../values.ts'
import type { Currencies } from './currencies.ts'
import type { BurnInput } from './inputs.ts'
import type { Fetched } from './market-ref.ts'
import type { ProgramReader } from './reader.ts'

/** `client.burns`: buys SOL of the fee vault in the burn auction. */
export class Burns {
  constructor(
    private readonly reader: ProgramReader,
    private readonly currencies: Currencies,
    private readonly sender: TransactionSender,
  ) {}

  /** The vault that takes the burn shares of SOL markets, with the state and totals of its auction. */
  vault(): Promise<Fetched<FeeVault>> {
    return this.reader.required('fee vault', findFeeVault(this.reader.programId), decodeFeeVault)
  }

  /** The auction's price in the present slot. Two calls. */
  async price(): Promise<AuctionPrice> {
    const [vault, slot] = await this.now()
    return burnPrice(vault, slot)
  }

  /** What a purchase costs in the present slot. Two calls. */
  async quote(lamports: bigint): Promise<BurnQuote> {
    const [vault, slot] = await this.now()
    return quoteBurn(vault, lamports, slot)
  }

  /** Buys SOL of the vault with the signer's utility tokens, which are burned. */
  async buy(input: Omit<BurnInput, 'buyer'>, options: SendOptions = {}): Promise<Sent> {
    const buyer = this.sender.signer(options).publicKey
    return this.sender.send(await this.buildBuy({ ...input, buyer }), options)
  }

  /** Builds {@link buy}. Fetches the configuration unless the mint of UTILITY is given. */
  async buildBuy({ mint: given, ...input }: BurnInput): Promise<TransactionInstruction[]> {
    const mint: PublicKey = given ?? (await this.reader.config()).utilityMint
    const tokenProgram = await this.currencies.tokenProgram(mint)
    return [burnAuctionBuy({ ...input, mint, tokenProgram }, this.reader.programId)]
  }

  private async now(): Promise<[Fetched<FeeVault>, bigint]> {
    const { connection, commitment } = this.reader
    const [vault, slot] = await Promise.all([this.vault(), connection.getSlot(commitment)])
    return [vault, BigInt(slot)]
  }
}
