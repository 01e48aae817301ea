import {
  type AttestorSet,
  type Config,
  createAttestorSet,
  findAttestorSet,
  type PredictionMarketClient,
} from '@prediction-market/sdk'
import type { Keypair, PublicKey } from '@solana/web3.js'
import type { PlannedStep } from './config.ts'
import { sentence } from './program.ts'

/** Keys of which some together attest what no account on the chain shows. */
export interface WantedAttestors {
  keys: readonly PublicKey[]
  /** How many of them must sign. */
  threshold: number
}

/** Plans the first attestor set. Where there is one it stays: markets keep the set they began with. */
export async function planAttestors(
  wanted: { deployer: Keypair; attestors: WantedAttestors | null },
  client: PredictionMarketClient,
  config: Config | null,
): Promise<PlannedStep> {
  const { deployer, attestors } = wanted
  const sets = config?.attestorSets ?? 0
  if (sets > 0) {
    const latest = await client.attestorSet(sets - 1)
    const differs = attestors && !isSame(latest, attestors)
    const text = sentence([
      describe(latest.address, latest),
      differs ? 'these are not those asked for; the admin adds sets with create_attestor_set' : undefined,
    ])
    return { step: { name: 'attestors', changed: false, text } }
  }
  if (!attestors) {
    const text = 'none: markets about holders and events cannot be opened yet'
    return { step: { name: 'attestors', changed: false, text } }
  }
  const admin = deployer.publicKey
  if (config && !config.admin.equals(admin)) {
    throw new Error(
      `Only the admin ${config.admin.toBase58()} can add an attestor set, not ${admin.toBase58()}`,
    )
  }
  const text = describe(findAttestorSet(0), attestors)
  const instructions = [createAttestorSet({ admin, index: 0, ...attestors })]
  return { step: { name: 'attestors', changed: true, text }, batch: { instructions } }
}

function isSame(set: AttestorSet, wanted: WantedAttestors): boolean {
  return set.threshold === wanted.threshold && String(set.keys) === String(wanted.keys)
}

function describe(address: PublicKey, { keys, threshold }: WantedAttestors): string {
  return `${address.toBase58()}; ${threshold} of ${keys.length} must sign`
}
