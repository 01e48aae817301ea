// Plans, simulations and fees of transactions, for web3.js.

import type { Commitment, Connection, PublicKey } from '@solana/web3.js'
import * as fee from '../core/transaction/budget.ts'
import type { ResolutionPlanOf } from '../core/transaction/plan.ts'
import type { PreparedTransactionOf } from '../core/transaction/prepare.ts'
import * as simulation from '../core/transaction/prepare.ts'
import * as settlement from '../core/transaction/settlement.ts'
import type { Finality } from '../core/transaction/status.ts'
import type { CompileInput } from '../core/wire.ts'
import { codecOf } from './codec.ts'
import type { Web3 } from './library.ts'
import { compilerOf, web3Wire } from './wire.ts'

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

/** Simulates a transaction, which need not be signed. @throws ProgramError or TransactionFailedError */
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

/** Splits positions into as few transactions as possible: 14 in SOL and 8 in UTILITY each, more in version 1. */
export function planSettlement(input: SettlementInput, programId?: PublicKey): SettlementBatch[] {
  return settlement.planSettlement({ ...codecOf(programId), ...compilerOf() }, input)
}
