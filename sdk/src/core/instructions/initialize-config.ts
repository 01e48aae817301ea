// Builds `initialize_config`: configures a program that was just deployed.

import { PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { type AddressInput, requireAddress } from '../../web3/input.ts'
import { findConfig, findFeeVault } from '../../web3/pda.ts'
import { PROGRAM_ID } from '../../web3/program-id.ts'
import type { AuctionSettings, Settings } from '../values.ts'
import { encodeAuction } from './auction.ts'
import { buildInstruction } from './build.ts'
import { encodeSettings } from './settings.ts'

const UPGRADEABLE_LOADER = /* @__PURE__ */ new PublicKey('BPFLoaderUpgradeab1e11111111111111111111111')

/** The first configuration of a program that has just been deployed. */
export interface InitializeConfigInput {
  /** The program's upgrade authority; becomes the admin. */
  authority: AddressInput
  /** The mint of the currency UTILITY; it never changes. */
  utilityMint: AddressInput
  settings: Settings
  /** How the burn auction runs, for good: by default `DEFAULT_AUCTION`. */
  auction?: Partial<AuctionSettings> | undefined
  /** The program data account of the loader; derived by default. */
  programData?: AddressInput | undefined
}

/** Creates the configuration and the fee vault. */
export function initializeConfig(
  input: InitializeConfigInput,
  programId: AddressInput = PROGRAM_ID,
): TransactionInstruction {
  return buildInstruction(
    'initializeConfig',
    {
      accounts: {
        authority: requireAddress('authority', input.authority),
        config: findConfig(programId),
        feeVault: findFeeVault(programId),
        utilityMint: requireAddress('utilityMint', input.utilityMint),
        programData: requireAddress('programData', input.programData ?? findProgramData(programId)),
      },
      args: { settings: encodeSettings(input.settings), auction: encodeAuction(input.auction) },
    },
    programId,
  )
}

function findProgramData(programId: AddressInput): PublicKey {
  const program = requireAddress('programId', programId)
  const [address] = PublicKey.findProgramAddressSync([program.toBytes()], UPGRADEABLE_LOADER)
  return address
}
