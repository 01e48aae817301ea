// What each runtime of the program's tests shows, in one place: tests ask here what they can expect of their chain.

export interface Capabilities {
  /** The build of the program, by its version of SBPF: v3 is deployed; bankrun's runtime is older. */
  sbpf: 'v0' | 'v3'
  /**
   * Whether it verifies ed25519 signatures. Current runtimes do so when the instruction runs. Validators of bankrun's
   * version did so before a transaction ran, a step that bankrun leaves out: there every signature counts, and only our
   * program's own checks apply.
   */
  signatures: boolean
  /** Whether a program may credit a wallet that has become a program. */
  executableWallets: boolean
  /** Whether compute units are those of a current validator, for benchmarks. */
  computeUnits: boolean
}

export const RUNTIMES = {
  bankrun: { sbpf: 'v0', signatures: false, executableWallets: false, computeUnits: false },
  litesvm: { sbpf: 'v3', signatures: true, executableWallets: true, computeUnits: true },
} as const satisfies Record<string, Capabilities>

/** A runtime by its name, as `CHAIN` has it. */
export type RuntimeName = keyof typeof RUNTIMES
