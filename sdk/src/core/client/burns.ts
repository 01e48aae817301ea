import type { FeeVault } from '../accounts/shapes.ts'
import { findFeeVault } from '../addresses.ts'
import type { BurnQuote } from '../rules/burn.ts'
import type { AuctionPrice } from '../shapes.ts'
import type { Sent } from '../transaction/confirmation.ts'
import type { SendOptions } from '../transaction/options.ts'
import type { Fetched, Library } from '../wire.ts'
import type { BurnInput } from './inputs.ts'
import { ClientPart } from './part.ts'

/** `client.burns`: buys SOL of the fee vault in the burn auction. */
export class Burns<L extends Library> extends ClientPart<L> {
  /** The vault that takes the burn shares of SOL markets, with the state and totals of its auction. */
  vault(): Promise<Fetched<FeeVault, L['Address']>> {
    return this.reader.required('fee vault', findFeeVault(this.reader.wire), this.reader.decode.feeVault)
  }

  /** The auction's price in the present slot. Two calls. */
  async price(): Promise<AuctionPrice> {
    const [vault, slot] = await this.now()
    const { burnPrice } = await import('../rules/burn.ts')
    return burnPrice(vault, slot)
  }

  /** What a purchase costs in the present slot. Two calls. */
  async quote(lamports: bigint): Promise<BurnQuote> {
    const [vault, slot] = await this.now()
    const { quoteBurn } = await import('../rules/burn.ts')
    return quoteBurn(vault, lamports, slot)
  }

  /** Buys SOL of the vault with the signer's utility tokens, which are burned. */
  buy(input: Omit<BurnInput<L>, 'buyer'>, options: SendOptions<L> = {}): Promise<Sent> {
    return this.sendBuilt((buyer) => this.buildBuy({ ...input, buyer }), options)
  }

  /** Builds {@link buy}. Fetches the configuration unless the mint of UTILITY is given. */
  async buildBuy({ mint: given, ...input }: BurnInput<L>): Promise<L['Instruction'][]> {
    const mint = given ?? (await this.reader.config()).utilityMint
    const tokenProgram = await this.currencies.tokenProgram(mint)
    const { burnAuctionBuy } = await import('../instructions/burn-auction-buy.ts')
    return [burnAuctionBuy(this.reader.wire, { ...input, mint, tokenProgram })]
  }

  private async now(): Promise<[Fetched<FeeVault, L['Address']>, bigint]> {
    const [vault, slot] = await Promise.all([this.vault(), this.reader.wire.slot()])
    return [vault, BigInt(slot)]
  }
}
