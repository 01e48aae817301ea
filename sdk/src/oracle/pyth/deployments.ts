import { PublicKey } from '@solana/web3.js'
import { InvalidInputError } from '../../errors.ts'

/** A deployment of the programs that verify and post Pyth prices; the same on mainnet and devnet. */
export interface PythDeployment {
  /** The Pyth receiver, which owns `PriceUpdateV2` accounts. */
  receiver: PublicKey
  /** The Wormhole core bridge, which verifies the signatures of Wormhole messages (VAAs). */
  wormhole: PublicKey
}

const FIRST: PythDeployment = {
  receiver: /* @__PURE__ */ new PublicKey('rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ'),
  wormhole: /* @__PURE__ */ new PublicKey('HDwcJBJXjL9FpJ7UBsYBtaDjsBUhuLCUYoz3zr8SWWaQ'),
}

const SECOND: PythDeployment = {
  receiver: /* @__PURE__ */ new PublicKey('rec2HHDDnjLfj4kE7VyEtFA1HPGQLK33259532cRyHp'),
  wormhole: /* @__PURE__ */ new PublicKey('HDw2E7P8X1SkCyjvoGsfBGAVUutKcj874bXjHrpVYrVL'),
}

/** Pyth's first receiver. */
export const PYTH_RECEIVER: PublicKey = FIRST.receiver

/** The receivers that a configuration can name. */
export const PYTH_RECEIVERS: readonly PublicKey[] = [FIRST.receiver, SECOND.receiver]

/**
 * The deployment of a receiver.
 *
 * @throws InvalidInputError if it is not one of {@link PYTH_RECEIVERS}
 */
export function pythDeployment(receiver: PublicKey, field = 'pythReceiver'): PythDeployment {
  const deployment = [FIRST, SECOND].find((one) => one.receiver.equals(receiver))
  if (!deployment) throw new InvalidInputError(field, "must be one of Pyth's receiver programs")
  return deployment
}
