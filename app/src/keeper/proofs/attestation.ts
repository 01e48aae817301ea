import type { CollectOptions, Fetched, Market, MarketPlanner, Proof } from '@prediction-market/sdk'
import type { ProofSource } from './proof.ts'

/** How often attestors are asked whether a `byExpiry` condition holds. */
const ASK_EVERY_MS = 2_500

/** Proves holders and events by what a quorum of attestors has signed. */
export class AttestationProofs implements ProofSource {
  readonly #askedAt = new Map<string, number>()

  constructor(
    private readonly planner: MarketPlanner,
    private readonly options: CollectOptions,
  ) {}

  /** Only the attestors know, and they sign nothing before it holds: true from time to time, to ask them. */
  holds({ address }: Fetched<Market>): boolean {
    if (this.options.urls.length === 0) return false
    return Date.now() - (this.#askedAt.get(address.toBase58()) ?? 0) >= ASK_EVERY_MS
  }

  async prove(market: Fetched<Market>): Promise<Proof | null> {
    this.#askedAt.set(market.address.toBase58(), Date.now())
    const attestation = await this.planner.collectAttestation(market, this.options)
    return attestation && { attestation }
  }

  /** Forgets markets that are closed or decided. */
  keepOnly(isOpen: (address: string) => boolean): void {
    for (const address of this.#askedAt.keys()) if (!isOpen(address)) this.#askedAt.delete(address)
  }
}
