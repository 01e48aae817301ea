import { type Condition, PROGRAM_ID } from '@prediction-market/sdk'
import { type ExpectedTerms, findBankroll, findMarket, findPosition } from '@prediction-market/sdk/accounts'
import { IDL } from '@prediction-market/sdk/idl'
import {
  acceptAdmin,
  burnAuctionBuy,
  cancelMarket,
  claimPosition,
  closeBankroll,
  closeMarket,
  collectFees,
  createAttestorSet,
  createMarket,
  DEFAULT_AUCTION,
  deposit,
  initializeConfig,
  placeBet,
  placeBetFromBankroll,
  resolveMarket,
  setDelegate,
  settlePositions,
  updateConfig,
  voidMarket,
  withdraw,
} from '@prediction-market/sdk/instructions'
import * as kit from '@prediction-market/sdk/kit'
import { creationEvidence, resolutionEvidence } from '@prediction-market/sdk/oracle'
import type { Instruction } from '@solana/kit'
import {
  ASSOCIATED_TOKEN_PROGRAM_ID,
  getAssociatedTokenAddressSync,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { Keypair, PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { expect } from 'chai'
import { encodeCondition } from '../../sdk/src/core/condition/encode.ts'
import { toCodama } from '../../sdk/src/kit/coder.ts'
import { defaultSettings, FEED } from '../helpers/program/world.ts'
import { signerOf, toKit, toWeb3 } from '../helpers/sdk/convert.ts'

const key = () => Keypair.generate().publicKey
const [wallet, other, market, mint, token, treasury] = [key(), key(), key(), key(), key(), key()]
const EXPIRES = 1_900_000_000n
const NONCE = 1_800_000_000_123n
const SIGNER = signerOf(wallet)
const COSIGNER = signerOf(treasury)
const UTILITY = { mint: toKit(mint), tokenProgram: toKit(TOKEN_PROGRAM_ID) }
const settings = { ...defaultSettings(treasury), minimumStakeUtility: 2n ** 64n - 1n, paused: true }
const kitSettings = {
  ...settings,
  treasury: toKit(treasury),
  pythReceiver: toKit(settings.pythReceiver),
}
const expected: ExpectedTerms = {
  treasury,
  minimumStake: 2n ** 64n - 1n,
  settleReward: 9n,
  pythReceiver: settings.pythReceiver,
  proofWindow: 1,
  voidDelay: 2,
  shortestPeriod: 3,
  closeMargin: 8,
  burnBps: 4,
  developerBps: 5,
  maxConfidenceBps: 6,
  attestorSet: 7,
}

/** The same market, by both clients. */
async function creation(condition: Condition): Promise<Pair> {
  const stake = { outcome: 'No', amount: 5n } as const
  const ours = createMarket({
    creator: wallet,
    nonce: NONCE,
    question: 'Will it — really?',
    token,
    closeAt: EXPIRES - 60n,
    expireAt: EXPIRES,
    condition,
    expected,
    decideReward: 10n,
    rewardStake: 7n,
    currency: { mint },
    initialStake: stake,
    evidence: creationEvidence({ condition, token }),
  })
  const theirs = await kit.getCreateMarketInstructionAsync({
    creator: SIGNER,
    nonce: NONCE,
    questionText: 'Will it — really?',
    token: toKit(token),
    closeAt: EXPIRES - 60n,
    expireAt: EXPIRES,
    condition: toCodama(encodeCondition(condition), '') as kit.ConditionArgs,
    expected: { ...expected, treasury: toKit(treasury), pythReceiver: toKit(expected.pythReceiver) },
    decideReward: 10n,
    rewardStake: 7n,
    maxRatio: 0,
    initialStake: { outcome: kit.Outcome.No, amount: 5n },
    position: toKit(findPosition(findMarket(wallet, NONCE), wallet)),
    creatorToken: toKit(getAssociatedTokenAddressSync(mint, wallet)),
    evidence: creationEvidence({ condition, token }).map(toKit),
    ...UTILITY,
  })
  return [ours, theirs]
}

/** The token accounts of a wallet and of its bankroll. */
function bankrollTokens() {
  const bankroll = findBankroll(wallet)
  return {
    ownerToken: toKit(getAssociatedTokenAddressSync(mint, wallet)),
    bankrollToken: toKit(getAssociatedTokenAddressSync(mint, bankroll, true)),
  }
}

/** The bump of the associated token account of an owner. */
function bumpOf(owner: PublicKey, tokenProgram = TOKEN_PROGRAM_ID): number {
  const seeds = [owner, tokenProgram, mint].map((key) => key.toBytes())
  return PublicKey.findProgramAddressSync(seeds, ASSOCIATED_TOKEN_PROGRAM_ID)[1]
}

type Pair = [ours: TransactionInstruction, kit: Instruction]

/** An instruction of the program by both clients, in every form in which its accounts or arguments differ. */
const PAIRS: Record<string, () => Promise<Pair[]>> = {
  acceptAdmin: async () => [
    [
      acceptAdmin({ pendingAdmin: wallet }),
      await kit.getAcceptAdminInstructionAsync({ pendingAdmin: SIGNER }),
    ],
  ],
  cancelMarket: async () => [
    [
      cancelMarket({ market, creator: wallet }),
      await kit.getCancelMarketInstructionAsync({ market: toKit(market), creator: SIGNER }),
    ],
    [
      cancelMarket({ market, creator: wallet, mint }),
      await kit.getCancelMarketInstructionAsync({ market: toKit(market), creator: SIGNER, ...UTILITY }),
    ],
  ],
  claimPosition: async () => [
    [
      claimPosition({ owner: wallet, market }),
      await kit.getClaimPositionInstructionAsync({ owner: SIGNER, market: toKit(market) }),
    ],
    [
      claimPosition({ owner: wallet, market, mint, ownerToken: other }),
      await kit.getClaimPositionInstructionAsync({
        owner: SIGNER,
        market: toKit(market),
        ownerToken: toKit(other),
        ...UTILITY,
      }),
    ],
  ],
  burnAuctionBuy: async () => [
    [
      burnAuctionBuy({ buyer: wallet, lamports: 5n, maxTokens: 2n ** 64n - 1n, mint }),
      await kit.getBurnAuctionBuyInstructionAsync({
        buyer: SIGNER,
        buyerToken: toKit(getAssociatedTokenAddressSync(mint, wallet)),
        lamports: 5n,
        maxTokens: 2n ** 64n - 1n,
        ...UTILITY,
      }),
    ],
  ],
  closeBankroll: async () => [
    [closeBankroll({ owner: wallet }), await kit.getCloseBankrollInstructionAsync({ owner: SIGNER })],
  ],
  deposit: async () => [
    [
      deposit({ owner: wallet, amount: 5n }),
      await kit.getDepositInstructionAsync({ owner: SIGNER, amount: 5n, tokenBump: 0 }),
    ],
    [
      deposit({ owner: wallet, amount: 5n, mint }),
      await kit.getDepositInstructionAsync({
        owner: SIGNER,
        amount: 5n,
        tokenBump: bumpOf(findBankroll(wallet)),
        ...bankrollTokens(),
        ...UTILITY,
      }),
    ],
  ],
  placeBetFromBankroll: async () => {
    const bankroll = toKit(findBankroll(other))
    const position = toKit(findPosition(market, other))
    const stake = { outcome: kit.Outcome.No, amount: 3n }
    return [
      [
        placeBetFromBankroll({
          owner: other,
          market,
          outcome: 'No',
          amount: 3n,
          delegate: { key: wallet, cosigner: treasury },
          minPayout: 4n,
          fee: 5n,
          requestId: 6n,
          evidence: [token],
        }),
        await kit.getPlaceBetFromBankrollInstructionAsync({
          signer: SIGNER,
          cosigner: COSIGNER,
          bankroll,
          position,
          market: toKit(market),
          stake,
          minPayout: 4n,
          fee: 5n,
          requestId: 6n,
          evidence: [toKit(token)],
        }),
      ],
    ]
  },
  setDelegate: async () => {
    const pair = { SOL: 1n, UTILITY: 2n }
    const limits = { perBet: pair, total: pair, maxFee: 3n, expiresAt: 4n }
    const kitLimits = { perBet: [1n, 2n], total: [1n, 2n], maxFee: 3n, expiresAt: 4n }
    const input = { key: toKit(token), cosigner: toKit(other), owner: SIGNER }
    return [
      [
        setDelegate({ owner: wallet, key: token, cosigner: other, limits }),
        await kit.getSetDelegateInstructionAsync({ ...input, limits: kitLimits }),
      ],
      [
        setDelegate({ owner: wallet, key: token, cosigner: other, limits: null }),
        await kit.getSetDelegateInstructionAsync({ ...input, limits: null }),
      ],
    ]
  },
  withdraw: async () => [
    [
      withdraw({ owner: wallet, amount: 5n }),
      await kit.getWithdrawInstructionAsync({ owner: SIGNER, amount: 5n }),
    ],
    [
      withdraw({ owner: wallet, amount: 5n, mint }),
      await kit.getWithdrawInstructionAsync({ owner: SIGNER, amount: 5n, ...bankrollTokens(), ...UTILITY }),
    ],
  ],
  closeMarket: async () => [
    [
      closeMarket({ keeper: wallet, market, creator: other }),
      await kit.getCloseMarketInstructionAsync({
        keeper: SIGNER,
        market: toKit(market),
        creator: toKit(other),
      }),
    ],
  ],
  collectFees: async () => [
    [
      collectFees({ market, treasury, mint }),
      await kit.getCollectFeesInstructionAsync({
        market: toKit(market),
        treasury: toKit(treasury),
        treasuryToken: toKit(getAssociatedTokenAddressSync(mint, treasury)),
        treasuryTokenBump: bumpOf(treasury),
        ...UTILITY,
      }),
    ],
  ],
  createAttestorSet: async () => {
    const keys = Array.from({ length: 5 }, key)
    const [attestorSet] = await kit.findAttestorSetPda({ index: 300 })
    return [
      [
        createAttestorSet({ admin: wallet, index: 300, keys }),
        await kit.getCreateAttestorSetInstructionAsync({ admin: SIGNER, attestorSet, keys: keys.map(toKit) }),
      ],
    ]
  },
  createMarket: () => {
    const compared = { comparison: 'atMost', target: '0.000025', timing: 'byExpiry' } as const
    const conditions: Condition[] = [
      { type: 'price', feed: FEED, ...compared },
      { type: 'marketCap', feed: FEED, comparison: 'above', target: '250000000', timing: 'atExpiry' },
      { type: 'supply', ...compared },
      { type: 'migration', timing: 'byExpiry' },
      {
        type: 'holders',
        comparison: 'atLeast',
        target: '12',
        timing: 'atExpiry',
        minimumBalance: 2n ** 64n - 1n,
      },
      { type: 'event', timing: 'atExpiry' },
      {
        type: 'change',
        feed: FEED,
        referenceAt: 1_800_000_000n,
        comparison: 'below',
        bps: -250,
        timing: 'atExpiry',
      },
    ]
    return Promise.all(conditions.map(creation))
  },
  initializeConfig: async () => {
    const loader = new PublicKey('BPFLoaderUpgradeab1e11111111111111111111111')
    const [programData] = PublicKey.findProgramAddressSync([PROGRAM_ID.toBytes()], loader)
    return [
      [
        initializeConfig({ authority: wallet, utilityMint: mint, settings }),
        await kit.getInitializeConfigInstructionAsync({
          authority: SIGNER,
          utilityMint: toKit(mint),
          programData: toKit(programData),
          settings: kitSettings,
          auction: DEFAULT_AUCTION,
        }),
      ],
    ]
  },
  placeBet: async () => [
    [
      placeBet({ bettor: wallet, market, outcome: 'Yes', amount: 2n ** 64n - 1n, evidence: [token] }),
      await kit.getPlaceBetInstructionAsync({
        bettor: SIGNER,
        market: toKit(market),
        stake: { outcome: kit.Outcome.Yes, amount: 2n ** 64n - 1n },
        minPayout: 0n,
        evidence: [toKit(token)],
      }),
    ],
    [
      placeBet({ bettor: wallet, market, mint, outcome: 'No', amount: 1n, minPayout: 7n }),
      await kit.getPlaceBetInstructionAsync({
        bettor: SIGNER,
        market: toKit(market),
        bettorToken: toKit(getAssociatedTokenAddressSync(mint, wallet)),
        stake: { outcome: kit.Outcome.No, amount: 1n },
        minPayout: 7n,
        ...UTILITY,
      }),
    ],
  ],
  resolveMarket: async () => {
    const [attestorSet] = await kit.findAttestorSetPda({ index: 2 })
    const proofs: [Condition['type'], object][] = [
      ['price', { price: other }],
      ['supply', {}],
      ['event', { isAttested: true }],
      ['change', { referencePrice: other, price: mint }],
    ]
    return proofs.map(([type, proof]): Pair => {
      const condition = { type } as Condition
      const ours = resolutionEvidence({ condition, token, terms: { attestorSet: 2 }, ...proof })
      const evidence = ours.evidence.map(toKit)
      const set = 'isAttested' in proof ? { attestorSet } : {}
      return [
        resolveMarket({ keeper: wallet, market, ...ours }),
        kit.getResolveMarketInstruction({ keeper: SIGNER, market: toKit(market), evidence, ...set }),
      ]
    })
  },
  settlePositions: async () => {
    const owners = [wallet, other]
    const positions = owners.map((owner) => ({ owner }))
    const tokenProgram = TOKEN_2022_PROGRAM_ID
    const accounts = owners.map((owner) => [findPosition(market, owner), owner])
    const tokens = owners.map((owner) => getAssociatedTokenAddressSync(mint, owner, true, tokenProgram))
    const currency = { mint: toKit(mint), tokenProgram: toKit(tokenProgram) }
    return [
      [
        settlePositions({ keeper: wallet, market, positions }),
        await kit.getSettlePositionsInstructionAsync({
          keeper: SIGNER,
          market: toKit(market),
          positions: accounts.flat().map(toKit),
          bumps: new Uint8Array(),
        }),
      ],
      [
        settlePositions({ keeper: wallet, market, positions, mint, tokenProgram }),
        await kit.getSettlePositionsInstructionAsync({
          keeper: SIGNER,
          market: toKit(market),
          positions: accounts.flatMap((pair, index) => [...pair, tokens[index] as PublicKey]).map(toKit),
          bumps: Uint8Array.from(owners.map((owner) => bumpOf(owner, tokenProgram))),
          ...currency,
        }),
      ],
    ]
  },
  updateConfig: async () => [
    [
      updateConfig({ admin: wallet, settings, pendingAdmin: other }),
      await kit.getUpdateConfigInstructionAsync({
        admin: SIGNER,
        settings: kitSettings,
        pendingAdmin: toKit(other),
      }),
    ],
  ],
  voidMarket: async () => [
    [
      voidMarket({ keeper: wallet, market }),
      kit.getVoidMarketInstruction({ keeper: SIGNER, market: toKit(market) }),
    ],
  ],
}

/** An instruction without its classes. */
function plain({ programId, keys, data }: TransactionInstruction) {
  const accounts = keys.map(({ pubkey, isSigner, isWritable }) => `${pubkey} ${isSigner} ${isWritable}`)
  return { program: programId.toBase58(), accounts, data: data.toString('hex') }
}

describe('the Kit client builds the same instructions:', () => {
  for (const { name } of IDL.instructions) {
    it(name, async () => {
      const pairs = await (PAIRS[name] ?? expect.fail(`no comparison of ${name}`))()
      for (const [ours, theirs] of pairs) expect(plain(toWeb3(theirs))).to.deep.equal(plain(ours))
    })
  }
})
