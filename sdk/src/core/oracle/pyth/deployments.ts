// Pyth's two deployments on Solana: the addresses of their programs.

import { PublicKey } from '@solana/web3.js'
import { InvalidInputError } from '../../errors.ts'
import { PYTH_PRO_ADDRESSES } from './atomic.ts'

/** A deployment of the programs that verify and post Pyth prices; the same addresses on mainnet and devnet. */
export interface PythDeployment {
  /** The Pyth receiver, which owns `PriceUpdateV2` accounts. */
  receiver: PublicKey
  /** The Wormhole core bridge of that receiver, which verifies the signatures of Wormhole messages (VAAs). */
  wormhole: PublicKey
  /** The push oracle, which keeps the latest update of each feed in an account of the receiver. */
  pushOracle: PublicKey
  /**
   * The signatures with which the receiver fully verifies an update in one transaction; `null` if they do not fit into
   * one.
   */
  quorum: number | null
}

/**
 * Pyth's first deployment: `DEFAULT_RECEIVER_PROGRAM_ID`, `DEFAULT_WORMHOLE_PROGRAM_ID` and
 * `DEFAULT_PUSH_ORACLE_PROGRAM_ID` of the npm package `@pythnetwork/pyth-solana-receiver` 0.14.0; receiver also in the
 * crate `pyth-solana-receiver-sdk` 2.0.0.
 */
export const PYTH: PythDeployment = {
  receiver: /* @__PURE__ */ new PublicKey('rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ'),
  wormhole: /* @__PURE__ */ new PublicKey('HDwcJBJXjL9FpJ7UBsYBtaDjsBUhuLCUYoz3zr8SWWaQ'),
  pushOracle: /* @__PURE__ */ new PublicKey('pythWSnswVUd12oZpeFP8e9CVaEqJg25g1Vtc2biRsT'),
  quorum: null,
}

/**
 * Pyth's second deployment, of 2026, with its own signers: receiver and push oracle as the crate
 * `pyth-solana-receiver-sdk` 2.0.0 declares them with its feature `pro-compatible`; the bridge is the one that the
 * receiver's `config` account (H3R4M45f2gyqp6geVUruapzZdyxpgGZ96UnWkDM3ndye) names. It requires more than half of its
 * five signers.
 */
export const PYTH_PRO: PythDeployment = {
  receiver: /* @__PURE__ */ new PublicKey(PYTH_PRO_ADDRESSES.receiver),
  wormhole: /* @__PURE__ */ new PublicKey(PYTH_PRO_ADDRESSES.wormhole),
  pushOracle: /* @__PURE__ */ new PublicKey(PYTH_PRO_ADDRESSES.pushOracle),
  quorum: PYTH_PRO_ADDRESSES.quorum,
}

/** The receiver of new deployments: Pyth's second, with which one transaction posts a price and decides by it. */
export const PYTH_RECEIVER: PublicKey = PYTH_PRO.receiver

/** The receivers that a configuration can name. */
export const PYTH_RECEIVERS: readonly PublicKey[] = [PYTH.receiver, PYTH_PRO.receiver]

/**
 * The deployment of a receiver.
 *
 * @throws InvalidInputError if it is not one of {@link PYTH_RECEIVERS}
 */
export function pythDeployment(receiver: PublicKey, field = 'pythReceiver'): PythDeployment {
  const deployment = [PYTH, PYTH_PRO].find((one) => one.receiver.equals(receiver))
  if (!deployment) throw new InvalidInputError(field, "must be one of Pyth's receiver programs")
  return deployment
}
