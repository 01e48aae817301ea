// Starts the chain that scenarios run on.

import { afterRun } from '../run/cleanup.ts'
import type { ScenarioChain } from './chain.ts'
import { type LocalnetChain, startLocalnetChain } from './localnet.ts'
import { startValidatorChain, type ValidatorChain } from './validator.ts'

export * from './chain.ts'

/** The name of the chain that scenarios run on: `CHAIN`, the localnet by default. */
export const CHAIN = process.env.CHAIN ?? 'localnet'

let localnet: Promise<LocalnetChain> | undefined
let validator: Promise<ValidatorChain> | undefined

/** The chain that all scenarios of a process share. */
export function scenarioChain(): Promise<ScenarioChain> {
  switch (CHAIN) {
    case 'localnet':
      return localnetChain()
    case 'validator':
      return validatorChain()
    default:
      throw new Error(`CHAIN must be localnet or validator for scenarios, not ${CHAIN}`)
  }
}

/** The localnet that all scenarios of a process share. */
export function localnetChain(): Promise<LocalnetChain> {
  localnet ??= untilEnd(startLocalnetChain())
  return localnet
}

/** The validator that all scenarios of a process share. */
export function validatorChain(): Promise<ValidatorChain> {
  validator ??= untilEnd(startValidatorChain())
  return validator
}

async function untilEnd<Chain extends ScenarioChain>(starting: Promise<Chain>): Promise<Chain> {
  const chain = await starting
  afterRun(() => chain.stop())
  return chain
}
