// Builds `initialize_config`: configures a program that was just deployed.

import { findConfig, findFeeVault } from '../addresses.ts'
import type { AuctionSettings, SettingsOf } from '../shapes.ts'
import type { AddressInput, Codec, Library } from '../wire.ts'
import { encodeAuction } from './auction.ts'
import { buildInstruction } from './build.ts'
import { encodeSettings } from './settings.ts'

const UPGRADEABLE_LOADER = 'BPFLoaderUpgradeab1e11111111111111111111111'

/** The first configuration of a program that has just been deployed. */
export interface InitializeConfigInput<L extends Library> {
  /** The program's upgrade authority; becomes the admin. */
  authority: AddressInput<L>
  /** The mint of the currency UTILITY; it never changes. */
  utilityMint: AddressInput<L>
  settings: SettingsOf<L['Address']>
  /** How the burn auction runs, for good: by default `DEFAULT_AUCTION`. */
  auction?: Partial<AuctionSettings> | undefined
  /** The program data account of the loader; derived by default. */
  programData?: AddressInput<L> | undefined
}

/** Creates the configuration and the fee vault. */
export function initializeConfig<L extends Library>(
  codec: Codec<L>,
  input: InitializeConfigInput<L>,
): L['Instruction'] {
  return buildInstruction(codec, 'initializeConfig', {
    accounts: {
      authority: codec.address('authority', input.authority),
      config: findConfig(codec),
      feeVault: findFeeVault(codec),
      utilityMint: codec.address('utilityMint', input.utilityMint),
      programData: codec.address('programData', input.programData ?? findProgramData(codec)),
    },
    args: { settings: encodeSettings(codec, input.settings), auction: encodeAuction(input.auction) },
  })
}

function findProgramData<L extends Library>(codec: Codec<L>): L['Address'] {
  return codec.derive([codec.bytes(codec.program)], codec.constant(UPGRADEABLE_LOADER))[0]
}
