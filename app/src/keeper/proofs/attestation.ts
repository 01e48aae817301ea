import type { CollectOptions, Fetched, Market, MarketPlanner, Proof } from '@prediction-market/sdk'
import type { ProofSource } from './proof.ts'

/** How often attestors are asked for an early answer; they sign for every fifth second. */
const ASK_EVERY_MS = 2_500

/** Proves holders and events by what a quorum of attestors has signed. */
export class AttestationProofs implements ProofSource {
  readonly #askedAt = new Map<string, number>()

  constructor(
    private readonly planner: MarketPlanner,
    private readonly options: CollectOptions,
  ) {}

  /** Only the attestors know: true from time to time, to ask them. */
  hasEarly({ address }: Fetched<Market>): boolean {
    if (this.options.urls.length === 0) return false
    return Date.now() - (this.#askedAt.get(address.toBase58()) ?? 0) >= ASK_EVERY_MS
  }

  async prove(market: Fetched<Market>, now: bigint): Promise<Proof | null> {
    this.#askedAt.set(market.address.toBase58(), Date.now())
    const attestation = await this.planner.collectAttestation(market, { ...this.options, now })
    return attestation && { attestation }
  }

  /** Forgets markets that are closed or decided. */
  keepOnly(isOpen: (address: string) => boolean): void {
    for (const address of this.#askedAt.keys()) if (!isOpen(address)) this.#askedAt.delete(address)
  }
}
