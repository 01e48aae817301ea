import type { PricePoster, PriceUpdate } from '../prices/source.ts'
import type { PriceProofPoster } from './proofs/price.ts'
import type { Proof } from './proofs/proof.ts'

/**
 * Posts updates whichever way they can be: what Pyth has signed through its receiver program, as on clusters;
 * what is simulated and nobody has signed by writing the account, which a localnet alone allows.
 */
export class AnyPoster implements PriceProofPoster {
  constructor(
    private readonly signed: PriceProofPoster,
    private readonly unsigned: PricePoster | undefined,
  ) {}

  async post(update: PriceUpdate): Promise<Proof> {
    if (update.signed) return this.signed.post(update)
    if (this.unsigned) return { price: await this.unsigned.post(update) }
    throw new Error(`The update of feed ${update.feedId} is not signed, so the Pyth receiver would refuse it`)
  }
}
