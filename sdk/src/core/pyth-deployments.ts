// Pyth's two deployments on Solana: the addresses of their programs, in base58.

import { InvalidInputError } from './errors.ts'

/** A deployment of the programs that verify and post Pyth prices; the same addresses on mainnet and devnet. */
export interface PythDeploymentOf<Address> {
  /** The Pyth receiver, which owns `PriceUpdateV2` accounts. */
  receiver: Address
  /** The Wormhole core bridge of that receiver, which verifies the signatures of Wormhole messages (VAAs). */
  wormhole: Address
  /** The push oracle, which keeps the latest update of each feed in an account of the receiver. */
  pushOracle: Address
  /** The signatures that fully verify an update in one transaction; `null` if they do not fit into one. */
  quorum: number | null
}

/**
 * Pyth's first deployment: `DEFAULT_RECEIVER_PROGRAM_ID`, `DEFAULT_WORMHOLE_PROGRAM_ID` and
 * `DEFAULT_PUSH_ORACLE_PROGRAM_ID` of the npm package `@pythnetwork/pyth-solana-receiver` 0.14.0; receiver also in the
 * crate `pyth-solana-receiver-sdk` 2.0.0.
 */
export const PYTH: PythDeploymentOf<string> = {
  receiver: 'rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ',
  wormhole: 'HDwcJBJXjL9FpJ7UBsYBtaDjsBUhuLCUYoz3zr8SWWaQ',
  pushOracle: 'pythWSnswVUd12oZpeFP8e9CVaEqJg25g1Vtc2biRsT',
  quorum: null,
}

/**
 * Pyth's second deployment, of 2026, with its own signers: receiver and push oracle as the crate
 * `pyth-solana-receiver-sdk` 2.0.0 declares them with its feature `pro-compatible`; the bridge is the one that the
 * receiver's `config` account (H3R4M45f2gyqp6geVUruapzZdyxpgGZ96UnWkDM3ndye) names. It requires more than half of its
 * five signers, whose signatures fit into one transaction.
 */
export const PYTH_PRO: PythDeploymentOf<string> = {
  receiver: 'rec2HHDDnjLfj4kE7VyEtFA1HPGQLK33259532cRyHp',
  wormhole: 'HDw2E7P8X1SkCyjvoGsfBGAVUutKcj874bXjHrpVYrVL',
  pushOracle: 'pyt2F414BA6dPttK6RddPZUdHfapoBN24GL5wbrPCou',
  quorum: 3,
}

/** The deployment of a receiver. @throws InvalidInputError if it is not one of Pyth's receivers */
export function pythDeployment(receiver: string, field = 'pythReceiver'): PythDeploymentOf<string> {
  const deployment = [PYTH, PYTH_PRO].find((one) => one.receiver === receiver)
  if (!deployment) throw new InvalidInputError(field, "must be one of Pyth's receiver programs")
  return deployment
}
