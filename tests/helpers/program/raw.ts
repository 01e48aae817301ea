// Admin instructions without the SDK's checks, as an attacker could send them.

import { PROGRAM_ID } from '@prediction-market/sdk'
import {
  type AuctionSettings,
  findAttestorSet,
  findConfig,
  findFeeVault,
  type Settings,
} from '@prediction-market/sdk/accounts'
import { DEFAULT_AUCTION } from '@prediction-market/sdk/instructions'
import { PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { buildInstruction } from '../../../sdk/src/core/instructions/build.ts'
import { codecOf } from '../../../sdk/src/web3/codec.ts'
import { upgradeAuthority } from '../chain/index.ts'
import { PYTH_RECEIVERS } from '../oracle/pyth.ts'
import { defaultSettings, type World } from './world.ts'

/** Settings in the form that is written. */
function rawSettings(settings: Settings): object {
  return {
    ...settings,
    minimumStakeSol: settings.minimumStakeSol,
    minimumStakeUtility: settings.minimumStakeUtility,
    decideReward: settings.decideReward,
    settleReward: settings.settleReward,
  }
}

/** `initialize_config` with any settings. */
export function rawInitializeConfig(
  { utility, settings }: World,
  changes: {
    settings?: Partial<Settings>
    auction?: Partial<AuctionSettings>
    authority?: PublicKey
    utilityMint?: PublicKey
  } = {},
): TransactionInstruction {
  const loader = new PublicKey('BPFLoaderUpgradeab1e11111111111111111111111')
  const [programData] = PublicKey.findProgramAddressSync([PROGRAM_ID.toBytes()], loader)
  const accounts = {
    authority: changes.authority ?? upgradeAuthority.publicKey,
    config: findConfig(),
    feeVault: findFeeVault(),
    utilityMint: changes.utilityMint ?? utility.mint,
    programData,
  }
  const { firstPrice, halfLife, smallestLot } = { ...DEFAULT_AUCTION, ...changes.auction }
  const auction = { firstPrice, halfLife, smallestLot }
  const args = { settings: rawSettings({ ...settings, ...changes.settings }), auction }
  return buildInstruction(codecOf(), 'initializeConfig', { accounts, args })
}

/** `update_config` with any settings. */
export function rawUpdateConfig(
  world: World,
  changes: { settings?: Partial<Settings>; admin?: PublicKey; pendingAdmin?: PublicKey } = {},
): TransactionInstruction {
  const accounts = { admin: changes.admin ?? world.admin.publicKey, config: findConfig() }
  const settings = { ...world.settings, ...changes.settings }
  const args = { settings: rawSettings(settings), pendingAdmin: changes.pendingAdmin ?? PublicKey.default }
  return buildInstruction(codecOf(), 'updateConfig', { accounts, args })
}

/** `create_attestor_set` with any keys. */
export function rawCreateAttestorSet(
  world: World,
  set: { keys: PublicKey[]; index: number; admin?: PublicKey },
): TransactionInstruction {
  const { keys, index, admin = world.admin.publicKey } = set
  const accounts = { admin, config: findConfig(), attestorSet: findAttestorSet(index) }
  return buildInstruction(codecOf(), 'createAttestorSet', { accounts, args: { keys } })
}

/** Invalid settings, with a description and the name of the error. */
export const BAD_SETTINGS: readonly [text: string, settings: Partial<Settings>, error: string][] = [
  ['a burn share above 1,000 basis points', { burnBps: 1_001 }, 'FeeTooHigh'],
  ['a developer share above 1,000 basis points', { developerBps: 1_001 }, 'FeeTooHigh'],
  ['the largest share that fits', { burnBps: 65_535 }, 'FeeTooHigh'],
  ['no treasury', { treasury: PublicKey.default }, 'TreasuryMissing'],
  ['a minimum stake of 0 in SOL', { minimumStakeSol: 0n }, 'MinimumStakeOutOfRange'],
  ['a minimum stake of 0 in UTILITY', { minimumStakeUtility: 0n }, 'MinimumStakeOutOfRange'],
  ['a minimum stake above 10 SOL', { minimumStakeSol: 10_000_000_001n }, 'MinimumStakeOutOfRange'],
  [
    'a minimum stake above a million UTILITY',
    { minimumStakeUtility: 1_000_000_000_001n },
    'MinimumStakeOutOfRange',
  ],
  ['no duration', { maxDuration: 0 }, 'MaxDurationOutOfRange'],
  ['a duration above five years', { maxDuration: 157_680_001 }, 'MaxDurationOutOfRange'],
  ['a proof window below ten seconds', { proofWindow: 9 }, 'ProofWindowOutOfRange'],
  ['a proof window above a week', { proofWindow: 604_801, voidDelay: 2_592_000 }, 'ProofWindowOutOfRange'],
  ['no void delay', { proofWindow: 10, voidDelay: 0 }, 'VoidDelayOutOfRange'],
  ['a void delay above thirty days', { voidDelay: 2_592_001 }, 'VoidDelayOutOfRange'],
  ['a void delay below twice the proof window', { voidDelay: 1_199 }, 'VoidDelayOutOfRange'],
  ['a void delay of feeds above thirty days', { feedVoidDelay: 2_592_001 }, 'FeedVoidDelayOutOfRange'],
  ['a void delay of feeds below twice the proof window', { feedVoidDelay: 1_199 }, 'FeedVoidDelayOutOfRange'],
  ['a confidence below ten basis points', { maxConfidenceBps: 9 }, 'MaxConfidenceOutOfRange'],
  ['a shortest period below two seconds', { shortestPeriod: 1 }, 'ShortestPeriodOutOfRange'],
  ['a shortest period above the longest', { shortestPeriod: 301 }, 'ShortestPeriodOutOfRange'],
  [
    'a shortest attested period below two seconds',
    { shortestAttestedPeriod: 1 },
    'ShortestAttestedPeriodOutOfRange',
  ],
  [
    'a shortest attested period above the longest',
    { shortestAttestedPeriod: 3_601 },
    'ShortestAttestedPeriodOutOfRange',
  ],
  ['a close margin below two seconds', { closeMargin: 1 }, 'CloseMarginOutOfRange'],
  ['a close margin above a minute', { closeMargin: 61 }, 'CloseMarginOutOfRange'],
  ['a decide reward above one SOL', { decideReward: 1_000_000_001n }, 'DecideRewardTooHigh'],
  ['a settle reward above 50,000 lamports', { settleReward: 50_001n }, 'SettleRewardTooHigh'],
  ['a Pyth receiver that is not one of Pyth', { pythReceiver: PublicKey.unique() }, 'UnknownPythReceiver'],
  ['a confidence above the whole price', { maxConfidenceBps: 10_001 }, 'MaxConfidenceOutOfRange'],
]

const TREASURY = PublicKey.unique()

/** Valid settings at their limits. */
export const EXTREME_SETTINGS: readonly [text: string, settings: Settings][] = [
  [
    'the largest of everything',
    {
      treasury: TREASURY,
      pythReceiver: PYTH_RECEIVERS[1],
      burnBps: 1_000,
      developerBps: 1_000,
      maxConfidenceBps: 10_000,
      paused: true,
      minimumStakeSol: 10_000_000_000n,
      minimumStakeUtility: 1_000_000_000_000n,
      decideReward: 1_000_000_000n,
      settleReward: 50_000n,
      maxDuration: 157_680_000,
      proofWindow: 604_800,
      voidDelay: 2_592_000,
      feedVoidDelay: 2_592_000,
      shortestPeriod: 300,
      shortestAttestedPeriod: 3_600,
      closeMargin: 60,
    },
  ],
  [
    'the smallest of everything',
    {
      treasury: TREASURY,
      pythReceiver: PYTH_RECEIVERS[0],
      burnBps: 0,
      developerBps: 0,
      maxConfidenceBps: 10,
      paused: false,
      minimumStakeSol: 1n,
      minimumStakeUtility: 1n,
      decideReward: 0n,
      settleReward: 0n,
      maxDuration: 1,
      proofWindow: 10,
      voidDelay: 20,
      feedVoidDelay: 20,
      shortestPeriod: 2,
      shortestAttestedPeriod: 2,
      closeMargin: 2,
    },
  ],
  ['a void delay of twice the proof window', { ...defaultSettings(TREASURY), voidDelay: 1_200 }],
]
