// Sizes and quorums of attestor sets.

/** The numbers of keys that an attestor set can have. */
export const ATTESTOR_SET_SIZES: readonly number[] = [4, 5, 7, 8]

/**
 * How many of an attestor set's keys must sign the same message: more than two thirds, so that one attestor who signs
 * both answers cannot complete two quorums, and fewer than all, so that one silent attestor cannot block a decision.
 */
export function quorumOf(keys: number): number {
  return Math.floor((2 * keys) / 3) + 1
}
