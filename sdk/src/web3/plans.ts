// Plans, simulations and fees of transactions, for web3.js.

import type { Commitment, Connection, PublicKey } from '@solana/web3.js'
import { type ResolutionPlanOf, submitPlan as submit } from '../core/transaction/plan.ts'
import type { PreparedTransactionOf } from '../core/transaction/prepare.ts'
import * as fee from '../core/transaction/priority-fee.ts'
import * as settlement from '../core/transaction/settlement.ts'
import * as simulation from '../core/transaction/simulate.ts'
import type { Finality } from '../core/transaction/status.ts'
import type { CompileInput } from '../core/wire.ts'
import { codecOf } from './codec.ts'
import { compilerOf } from './compiler.ts'
import type { Web3 } from './library.ts'
import type { PlannedTransaction } from './pyth.ts'
import { web3Wire } from './wire.ts'

/** A transaction that is ready to be signed. */
export type PreparedTransaction = PreparedTransactionOf<Web3>
/** The transactions of a decision. */
export type ResolutionPlan = ResolutionPlanOf<Web3>
/** The positions that one transaction pays. */
export type SettlementBatch = settlement.SettlementBatchOf<Web3>
/** Positions to pay, and options of the transactions. */
export type SettlementInput = settlement.SettlementInputOf<Web3>
/** The result of a simulation. */
export type Simulation = simulation.SimulationOf<PublicKey>

/** A transaction to simulate. */
export interface SimulateInput extends Omit<CompileInput<Web3>, 'blockhash' | 'computeUnits'> {
  connection: Connection
  commitment: Commitment
  programId: PublicKey
}

/**
 * Simulates a transaction, which need not be signed. One call to the node.
 *
 * @throws ProgramError or TransactionFailedError if it would fail now
 */
export function simulate({
  connection,
  commitment,
  programId,
  ...input
}: SimulateInput): Promise<Simulation> {
  return simulation.simulate(web3Wire(connection, { programId, commitment: commitment as Finality }), input)
}

/** The transaction that a fee is offered for. */
export interface FeeInput extends fee.FeeInput<Web3> {
  connection: Connection
}

/** The fee to offer for a transaction: the given one, or for `auto` one that was enough recently. */
export function choosePriorityFee({ connection, ...input }: FeeInput): Promise<bigint | undefined> {
  return fee.choosePriorityFee(web3Wire(connection), input)
}

/**
 * Splits positions into as few transactions as possible: 14 positions each in SOL and 8 in UTILITY; up to 29 and 19
 * with lookup tables; 30 and 19 in version 1. At these sizes logs are not truncated.
 */
export function planSettlement(input: SettlementInput, programId?: PublicKey): SettlementBatch[] {
  return settlement.planSettlement({ ...codecOf(programId), ...compilerOf() }, input)
}

/**
 * Sends the transactions of a plan in order. If one fails, the account that the first one created is closed; if it
 * fails because too few signatures fit into one transaction, the plan with several transactions is used.
 *
 * @param send - sends one transaction and waits until it is confirmed
 * @param onError - called if that account could not be closed
 */
export function submitPlan<T>(
  plan: ResolutionPlan,
  send: (transaction: PlannedTransaction) => Promise<T>,
  onError?: (error: Error) => void,
): Promise<T> {
  return submit(plan, send, onError)
}
