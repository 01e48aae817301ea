// Builds the admin's instructions: the configuration, its settings, the admin's role and attestor sets.

import * as limits from '../../idl/limits.ts'
import { findAttestorSet, requireAddresses } from '../addresses.ts'
import { InvalidInputError } from '../errors.ts'
import { type NumericKey, requireInteger, requireLamports, requireU64 } from '../numbers.ts'
import { pythDeployment } from '../pyth-deployments.ts'
import { BASIS_POINTS } from '../rules/odds.ts'
import { ATTESTOR_SET_SIZES } from '../rules/terms.ts'
import { type AuctionSettings, DEFAULT_PUBKEY, type SettingsOf } from '../shapes.ts'
import type { AddressInput, Codec, Library } from '../wire.ts'
import { buildInstruction } from './build.ts'

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
export function initializeConfig<L extends Library>(codec: Codec<L>, input: InitializeConfigInput<L>) {
  const loader = codec.constant(UPGRADEABLE_LOADER)
  return buildInstruction(codec, 'initializeConfig', {
    accounts: {
      authority: input.authority,
      utilityMint: input.utilityMint,
      programData: input.programData ?? codec.derive([codec.bytes(codec.program)], loader)[0],
    },
    args: { settings: encodeSettings(codec, input.settings), auction: encodeAuction(input.auction) },
  })
}

/** New settings. */
export interface UpdateConfigInput<L extends Library> {
  admin: AddressInput<L>
  /** All settings: they replace the old ones. */
  settings: SettingsOf<L['Address']>
  /** May become the admin by {@link acceptAdmin}; `null` for nobody, which revokes an earlier one. */
  pendingAdmin: AddressInput<L> | null
}

/** Replaces the settings, for markets created from now on. */
export function updateConfig<L extends Library>(codec: Codec<L>, input: UpdateConfigInput<L>) {
  const pendingAdmin =
    input.pendingAdmin === null
      ? codec.constant(DEFAULT_PUBKEY)
      : codec.address('pendingAdmin', input.pendingAdmin)
  return buildInstruction(codec, 'updateConfig', {
    accounts: { admin: input.admin },
    args: { settings: encodeSettings(codec, input.settings), pendingAdmin },
  })
}

/** The second step of handing over the admin role. */
export interface AcceptAdminInput<L extends Library> {
  /** Signs; named by the admin before. */
  pendingAdmin: AddressInput<L>
}

/** Makes the pending admin the admin. */
export function acceptAdmin<L extends Library>(codec: Codec<L>, { pendingAdmin }: AcceptAdminInput<L>) {
  return buildInstruction(codec, 'acceptAdmin', { accounts: { pendingAdmin } })
}

/** A new attestor set. */
export interface CreateAttestorSetInput<L extends Library> {
  admin: AddressInput<L>
  /** How many sets there are already: `attestorSets` of the configuration. */
  index: number
  /** 4, 5, 7 or 8 distinct keys. How many of them must sign follows from that: see `quorumOf`. */
  keys: readonly AddressInput<L>[]
}

/** Adds the next attestor set, which markets created from now on use. */
export function createAttestorSet<L extends Library>(codec: Codec<L>, input: CreateAttestorSetInput<L>) {
  const keys = requireAddresses(codec, 'keys', input.keys)
  if (!ATTESTOR_SET_SIZES.includes(keys.length)) {
    throw new InvalidInputError('keys', `must be 4, 5, 7 or 8 keys, not ${keys.length}`)
  }
  if (new Set(keys.map(String)).size < keys.length) {
    throw new InvalidInputError('keys', 'must be distinct')
  }
  return buildInstruction(codec, 'createAttestorSet', {
    accounts: { admin: input.admin, attestorSet: findAttestorSet(codec, input.index) },
    args: { keys },
  })
}

/** Checks settings and encodes them. */
function encodeSettings<L extends Library>(codec: Codec<L>, settings: SettingsOf<L['Address']>): object {
  if (typeof settings !== 'object' || settings === null) {
    throw new InvalidInputError('settings', 'must be an object')
  }
  const whole = (key: NumericKey<SettingsOf<unknown>>, minimum: number, maximum: number) =>
    requireInteger(`settings.${key}`, settings[key], minimum, maximum)
  if (typeof settings.paused !== 'boolean') {
    throw new InvalidInputError('settings.paused', 'must be true or false')
  }
  const pythReceiver = codec.address('settings.pythReceiver', settings.pythReceiver)
  pythDeployment(codec.text(pythReceiver), 'settings.pythReceiver')
  const proofWindow = whole('proofWindow', limits.MIN_PROOF_WINDOW, limits.MAX_PROOF_WINDOW)
  return {
    treasury: codec.address('settings.treasury', settings.treasury),
    pythReceiver,
    burnBps: whole('burnBps', 0, limits.MAX_FEE_BPS),
    developerBps: whole('developerBps', 0, limits.MAX_FEE_BPS),
    minimumStakeSol: requireU64('settings.minimumStakeSol', settings.minimumStakeSol, 1n),
    minimumStakeUtility: requireU64('settings.minimumStakeUtility', settings.minimumStakeUtility, 1n),
    decideReward: requireLamports('settings.decideReward', settings.decideReward, limits.MAX_DECIDE_REWARD),
    settleReward: requireLamports('settings.settleReward', settings.settleReward, limits.MAX_SETTLE_REWARD),
    maxDuration: whole('maxDuration', 1, limits.MAX_MARKET_DURATION),
    proofWindow,
    voidDelay: whole('voidDelay', 2 * proofWindow, limits.MAX_VOID_DELAY),
    feedVoidDelay: whole('feedVoidDelay', 2 * proofWindow, limits.MAX_VOID_DELAY),
    shortestPeriod: whole('shortestPeriod', limits.SHORTEST_PERIOD, limits.LONGEST_PERIOD),
    shortestAttestedPeriod: whole(
      'shortestAttestedPeriod',
      limits.SHORTEST_PERIOD,
      limits.LONGEST_ATTESTED_PERIOD,
    ),
    closeMargin: whole('closeMargin', limits.MIN_CLOSE_MARGIN, limits.MAX_CLOSE_MARGIN),
    maxConfidenceBps: whole('maxConfidenceBps', limits.MIN_CONFIDENCE_BPS, BASIS_POINTS),
    paused: settings.paused,
  }
}

/**
 * The default auction: it starts at the token's whole supply for one SOL, and the price halves about every three hours.
 */
export const DEFAULT_AUCTION: AuctionSettings = {
  firstPrice: 0n,
  halfLife: 54_000,
  smallestLot: 1_000_000_000n,
}

/** Checks the settings of the burn auction and encodes them. */
function encodeAuction(settings: Partial<AuctionSettings> = {}): object {
  const { firstPrice, halfLife, smallestLot } = { ...DEFAULT_AUCTION, ...settings }
  return {
    firstPrice: requireU64('auction.firstPrice', firstPrice),
    halfLife: requireInteger('auction.halfLife', halfLife, limits.MIN_HALF_LIFE, limits.MAX_HALF_LIFE),
    smallestLot: requireLamports(
      'auction.smallestLot',
      smallestLot,
      limits.MAX_SMALLEST_LOT,
      limits.MIN_SMALLEST_LOT,
    ),
  }
}
