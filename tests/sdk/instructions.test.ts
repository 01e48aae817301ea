import { AnchorProvider, type Idl, Program, Wallet } from '@coral-xyz/anchor'
import type { ExpectedTerms, Settings } from '@prediction-market/sdk/accounts'
import { IDL } from '@prediction-market/sdk/idl'
import * as sdk from '@prediction-market/sdk/instructions'
import { PYTH_RECEIVERS } from '@prediction-market/sdk/oracle/pyth'
import {
  ASSOCIATED_TOKEN_PROGRAM_ID,
  getAssociatedTokenAddressSync,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { Connection, Keypair, PublicKey, type TransactionInstruction } from '@solana/web3.js'
import BN from 'bn.js'
import { expect } from 'chai'
import * as pda from '../../sdk/src/web3/pda.ts'

const key = () => Keypair.generate().publicKey
const [wallet, market, mint, treasury, token, price] = [key(), key(), key(), key(), key(), key()]

/** Anchor's own client, which puts the same instructions together by its own means. Never connected. */
const anchor = new Program(
  IDL as Idl,
  new AnchorProvider(new Connection('http://127.0.0.1:1'), new Wallet(Keypair.generate())),
)

async function expectSame(
  actual: TransactionInstruction,
  name: string,
  args: unknown[],
  accounts: Record<string, PublicKey | null>,
  remaining: PublicKey[] = [],
  isWritable = false,
) {
  const method = anchor.methods[name]
  if (!method) throw new Error(`no instruction ${name}`)
  const expected = await method(...args)
    .accountsPartial(accounts as Record<string, PublicKey>)
    .remainingAccounts(remaining.map((pubkey) => ({ pubkey, isSigner: false, isWritable })))
    .instruction()
  expect(actual.programId.toBase58()).to.equal(expected.programId.toBase58())
  expect(actual.data.toString('hex')).to.equal(expected.data.toString('hex'))
  const plain = ({ keys }: TransactionInstruction) =>
    keys.map(({ pubkey, isSigner, isWritable }) => ({ pubkey: pubkey.toBase58(), isSigner, isWritable }))
  expect(plain(actual)).to.deep.equal(plain(expected))
}

const ata = (owner: PublicKey, program = TOKEN_PROGRAM_ID) =>
  getAssociatedTokenAddressSync(mint, owner, true, program)
/** The bump of the associated token account of an owner. */
const bumpOf = (owner: PublicKey) => {
  const seeds = [owner, TOKEN_PROGRAM_ID, mint].map((one) => one.toBytes())
  return PublicKey.findProgramAddressSync(seeds, ASSOCIATED_TOKEN_PROGRAM_ID)[1]
}

const shared = { config: pda.findConfig(), market, escrow: pda.findEscrow(market) }
const sol = { mint: null, tokenProgram: null }
const utility = { mint, tokenProgram: TOKEN_PROGRAM_ID }

const [, pythReceiver = expect.fail()] = PYTH_RECEIVERS

const settings: Settings = {
  treasury,
  pythReceiver,
  burnBps: 500,
  developerBps: 400,
  minimumStakeSol: 10_000_000n,
  minimumStakeUtility: 2n ** 64n - 1n,
  decideReward: 1_000_000_000n,
  settleReward: 5_000n,
  maxDuration: 31_536_000,
  proofWindow: 3_600,
  voidDelay: 7_200,
  feedVoidDelay: 72_000,
  shortestPeriod: 30,
  shortestAttestedPeriod: 300,
  closeMargin: 10,
  maxConfidenceBps: 100,
  paused: false,
}
const rawSettings = {
  ...settings,
  minimumStakeSol: new BN('10000000'),
  minimumStakeUtility: new BN('18446744073709551615'),
  decideReward: new BN(1_000_000_000),
  settleReward: new BN(5_000),
}

const expected: ExpectedTerms = {
  treasury,
  minimumStake: 2n ** 64n - 1n,
  settleReward: 9n,
  pythReceiver,
  proofWindow: 1,
  voidDelay: 2,
  shortestPeriod: 3,
  closeMargin: 8,
  burnBps: 4,
  developerBps: 5,
  maxConfidenceBps: 6,
  attestorSet: 7,
}
const rawExpected = {
  ...expected,
  minimumStake: new BN('18446744073709551615'),
  settleReward: new BN(9),
}

describe('instructions', () => {
  describe('are what Anchor itself would build', () => {
    it('placeBet in SOL, with evidence', () =>
      expectSame(
        sdk.placeBet({ bettor: wallet, market, outcome: 'Yes', amount: 2n ** 64n - 1n, evidence: [token] }),
        'placeBet',
        [{ outcome: { yes: {} }, amount: new BN('18446744073709551615') }, new BN(0)],
        { bettor: wallet, ...shared, position: pda.findPosition(market, wallet), bettorToken: null, ...sol },
        [token],
      ))

    it('placeBet in UTILITY, from the associated account, for a payout of so much', () =>
      expectSame(
        sdk.placeBet({ bettor: wallet, market, mint, outcome: 'No', amount: 1n, minPayout: 2n ** 64n - 1n }),
        'placeBet',
        [{ outcome: { no: {} }, amount: new BN(1) }, new BN('18446744073709551615')],
        {
          bettor: wallet,
          ...shared,
          position: pda.findPosition(market, wallet),
          bettorToken: ata(wallet),
          ...utility,
        },
      ))

    it('placeBet in UTILITY of Token-2022, from an account of choice', () => {
      const bettorToken = key()
      const tokenProgram = TOKEN_2022_PROGRAM_ID
      return expectSame(
        sdk.placeBet({ bettor: wallet, market, mint, tokenProgram, bettorToken, outcome: 'No', amount: 7n }),
        'placeBet',
        [{ outcome: { no: {} }, amount: new BN(7) }, new BN(0)],
        {
          bettor: wallet,
          ...shared,
          position: pda.findPosition(market, wallet),
          bettorToken,
          mint,
          tokenProgram,
        },
      )
    })

    it('createMarket in SOL, about no token, without a stake', () => {
      const nonce = 1_800_000_000_123n
      const created = pda.findMarket(wallet, nonce)
      const feed = 'ab'.repeat(32)
      return expectSame(
        sdk.createMarket({
          creator: wallet,
          nonce,
          question: 'Will SOL be above $250?',
          token: null,
          expireAt: new Date('2027-01-15T08:00:00.999Z'),
          condition: { type: 'price', feed, comparison: 'above', target: '250.5', timing: 'atExpiry' },
          expected,
          decideReward: 0n,
          currency: null,
        }),
        'createMarket',
        [
          {
            nonce: new BN('1800000000123'),
            question: 'Will SOL be above $250?',
            token: PublicKey.default,
            closeAt: new BN(0),
            expireAt: new BN(1_800_000_000),
            condition: {
              metric: { price: { feed: Array(32).fill(0xab) } },
              comparison: { above: {} },
              target: { mantissa: new BN(2505), exponent: -1 },
              timing: { atExpiry: {} },
            },
            expected: rawExpected,
            decideReward: new BN(0),
            rewardStake: new BN(0),
            maxRatio: 0,
            initialStake: null,
          },
        ],
        {
          creator: wallet,
          config: pda.findConfig(),
          market: created,
          question: pda.findQuestion(created),
          escrow: pda.findEscrow(created),
          position: null,
          creatorToken: null,
          ...sol,
        },
      )
    })

    it('createMarket in UTILITY, about a token, with a stake and evidence', () => {
      const created = pda.findMarket(wallet, 5n)
      return expectSame(
        sdk.createMarket({
          creator: wallet,
          nonce: 5n,
          question: 'ü'.repeat(140),
          token,
          closeAt: 1_000n,
          expireAt: 2_000n,
          condition: { type: 'supply', comparison: 'atMost', target: '1000000', timing: 'byExpiry' },
          expected,
          decideReward: 1_000_000_000n,
          rewardStake: 7n,
          currency: { mint, tokenProgram: TOKEN_2022_PROGRAM_ID },
          initialStake: { outcome: 'No', amount: 44n },
          evidence: [token],
        }),
        'createMarket',
        [
          {
            nonce: new BN(5),
            question: 'ü'.repeat(140),
            token,
            closeAt: new BN(1_000),
            expireAt: new BN(2_000),
            condition: {
              metric: { supply: {} },
              comparison: { atMost: {} },
              target: { mantissa: new BN(1), exponent: 6 },
              timing: { byExpiry: {} },
            },
            expected: rawExpected,
            decideReward: new BN(1_000_000_000),
            rewardStake: new BN(7),
            maxRatio: 0,
            initialStake: { outcome: { no: {} }, amount: new BN(44) },
          },
        ],
        {
          creator: wallet,
          config: pda.findConfig(),
          market: created,
          question: pda.findQuestion(created),
          escrow: pda.findEscrow(created),
          position: pda.findPosition(created, wallet),
          creatorToken: ata(wallet, TOKEN_2022_PROGRAM_ID),
          mint,
          tokenProgram: TOKEN_2022_PROGRAM_ID,
        },
        [token],
      )
    })

    it('cancelMarket in SOL and in UTILITY', async () => {
      const accounts = {
        creator: wallet,
        market,
        question: pda.findQuestion(market),
        escrow: pda.findEscrow(market),
      }
      await expectSame(sdk.cancelMarket({ market, creator: wallet }), 'cancelMarket', [], {
        ...accounts,
        ...sol,
      })
      await expectSame(sdk.cancelMarket({ market, creator: wallet, mint }), 'cancelMarket', [], {
        ...accounts,
        ...utility,
      })
    })

    it('resolveMarket, by accounts and by attestors', async () => {
      await expectSame(
        sdk.resolveMarket({ keeper: wallet, market, evidence: [price, token] }),
        'resolveMarket',
        [],
        { keeper: wallet, market, attestorSet: null },
        [price, token],
      )
      const attestorSet = pda.findAttestorSet(3)
      await expectSame(
        sdk.resolveMarket({ keeper: wallet, market, attestorSet, evidence: [price] }),
        'resolveMarket',
        [],
        { keeper: wallet, market, attestorSet },
        [price],
      )
    })

    it('voidMarket', () => {
      const accounts = { keeper: wallet, market }
      return expectSame(sdk.voidMarket(accounts), 'voidMarket', [], accounts)
    })

    it('collectFees in SOL and in UTILITY', async () => {
      const accounts = { ...shared, feeVault: pda.findFeeVault(), treasury }
      await expectSame(sdk.collectFees({ market, treasury }), 'collectFees', [0], {
        ...accounts,
        treasuryToken: null,
        ...sol,
      })
      await expectSame(sdk.collectFees({ market, treasury, mint }), 'collectFees', [bumpOf(treasury)], {
        ...accounts,
        treasuryToken: ata(treasury),
        ...utility,
      })
    })

    it('settlePositions in SOL and in UTILITY', async () => {
      const [first, second] = [key(), key()]
      const positions = [{ owner: first }, { owner: second }]
      const [a, b] = [pda.findPosition(market, first), pda.findPosition(market, second)]
      const accounts = { keeper: wallet, market, escrow: pda.findEscrow(market) }
      await expectSame(
        sdk.settlePositions({ keeper: wallet, market, positions }),
        'settlePositions',
        [Buffer.alloc(0)],
        { ...accounts, ...sol },
        [a, first, b, second],
        true,
      )
      await expectSame(
        sdk.settlePositions({ keeper: wallet, market, mint, positions }),
        'settlePositions',
        [Buffer.from([bumpOf(first), bumpOf(second)])],
        { ...accounts, ...utility },
        [a, first, ata(first), b, second, ata(second)],
        true,
      )
      const ownerToken = key()
      await expectSame(
        sdk.settlePositions({
          keeper: wallet,
          market,
          mint,
          positions: [{ owner: first, ownerToken }, { owner: second }],
        }),
        'settlePositions',
        [Buffer.from([bumpOf(first), bumpOf(second)])],
        { ...accounts, ...utility },
        [a, first, ata(first), ownerToken, b, second, ata(second), ata(second)],
        true,
      )
    })

    it('claimPosition in SOL, and in UTILITY to an account of choice', async () => {
      const accounts = {
        owner: wallet,
        market,
        escrow: pda.findEscrow(market),
        position: pda.findPosition(market, wallet),
      }
      await expectSame(sdk.claimPosition({ owner: wallet, market }), 'claimPosition', [], {
        ...accounts,
        ownerToken: null,
        ...sol,
      })
      const ownerToken = key()
      await expectSame(sdk.claimPosition({ owner: wallet, market, mint, ownerToken }), 'claimPosition', [], {
        ...accounts,
        ownerToken,
        ...utility,
      })
    })

    it('closeMarket in SOL and in UTILITY', async () => {
      const accounts = {
        keeper: treasury,
        market,
        creator: wallet,
        question: pda.findQuestion(market),
        escrow: pda.findEscrow(market),
        feeVault: pda.findFeeVault(),
      }
      await expectSame(sdk.closeMarket({ keeper: treasury, market, creator: wallet }), 'closeMarket', [], {
        ...accounts,
        ...sol,
      })
      await expectSame(
        sdk.closeMarket({ keeper: treasury, market, creator: wallet, mint }),
        'closeMarket',
        [],
        {
          ...accounts,
          ...utility,
        },
      )
    })

    it('initializeConfig', () => {
      const loader = new PublicKey('BPFLoaderUpgradeab1e11111111111111111111111')
      const [programData] = PublicKey.findProgramAddressSync([anchor.programId.toBytes()], loader)
      return expectSame(
        sdk.initializeConfig({ authority: wallet, utilityMint: mint, settings }),
        'initializeConfig',
        [rawSettings, { firstPrice: new BN(0), halfLife: 54_000, smallestLot: new BN(1_000_000_000) }],
        {
          authority: wallet,
          config: pda.findConfig(),
          feeVault: pda.findFeeVault(),
          utilityMint: mint,
          programData,
        },
      )
    })

    it('burnAuctionBuy', async () => {
      const accounts = { buyer: wallet, config: pda.findConfig(), feeVault: pda.findFeeVault(), mint }
      const tokens = getAssociatedTokenAddressSync(mint, wallet, true, TOKEN_PROGRAM_ID)
      const input = { buyer: wallet, lamports: 5n, maxTokens: 2n ** 64n - 1n, mint }
      const args = [new BN(5), new BN((2n ** 64n - 1n).toString())]
      await expectSame(sdk.burnAuctionBuy(input), 'burnAuctionBuy', args, {
        ...accounts,
        buyerToken: tokens,
        tokenProgram: TOKEN_PROGRAM_ID,
      })
      const other = { ...input, buyerToken: treasury, tokenProgram: TOKEN_2022_PROGRAM_ID }
      await expectSame(sdk.burnAuctionBuy(other), 'burnAuctionBuy', args, {
        ...accounts,
        buyerToken: treasury,
        tokenProgram: TOKEN_2022_PROGRAM_ID,
      })
    })

    it('deposit and withdraw, in SOL and in UTILITY', async () => {
      const bankroll = pda.findBankroll(wallet)
      const associated = (owner: PublicKey) =>
        getAssociatedTokenAddressSync(mint, owner, true, TOKEN_PROGRAM_ID)
      const [ownerToken, bankrollToken] = [associated(wallet), associated(bankroll)]
      const tokens = { ownerToken, bankrollToken, mint, tokenProgram: TOKEN_PROGRAM_ID }
      const none = { ownerToken: null, bankrollToken: null, mint: null, tokenProgram: null }
      const accounts = { owner: wallet, bankroll }
      for (const [build, name] of [
        [sdk.deposit, 'deposit'],
        [sdk.withdraw, 'withdraw'],
      ] as const) {
        const input = { owner: wallet, amount: 5n }
        const [noBump, bump] = name === 'deposit' ? [[0], [bumpOf(bankroll)]] : [[], []]
        await expectSame(build(input), name, [new BN(5), ...noBump], { ...accounts, ...none })
        await expectSame(build({ ...input, mint }), name, [new BN(5), ...bump], { ...accounts, ...tokens })
      }
    })

    it('setDelegate, to name and to end it', async () => {
      const accounts = { owner: wallet, bankroll: pda.findBankroll(wallet) }
      const [key, cosigner] = [treasury, market]
      const pair = { SOL: 1n, UTILITY: 2n }
      const limits = { perBet: pair, total: pair, maxFee: 50_000n, expiresAt: 9n }
      const raw = [new BN(1), new BN(2)]
      const rawLimits = { perBet: raw, total: raw, maxFee: new BN(50_000), expiresAt: new BN(9) }
      const input = { owner: wallet, key, cosigner }
      await expectSame(
        sdk.setDelegate({ ...input, limits }),
        'setDelegate',
        [key, cosigner, rawLimits],
        accounts,
      )
      const ended = sdk.setDelegate({ ...input, limits: null })
      await expectSame(ended, 'setDelegate', [key, cosigner, null], accounts)
      expect(() => sdk.setDelegate({ ...input, limits: { ...limits, maxFee: 50_001n } })).to.throw(
        'limits.maxFee: must be at most 50000 lamports',
      )
    })

    it('placeBetFromBankroll, by the owner and by a delegate', async () => {
      const bankroll = pda.findBankroll(wallet)
      const accounts = {
        bankroll,
        config: pda.findConfig(),
        market,
        escrow: pda.findEscrow(market),
        position: pda.findPosition(market, wallet),
      }
      const input = { owner: wallet, market, outcome: 'No' as const, amount: 3n }
      const args = (minPayout: number, fee: number, requestId: number) => ({
        stake: { outcome: { no: {} }, amount: new BN(3) },
        minPayout: new BN(minPayout),
        fee: new BN(fee),
        requestId: new BN(requestId),
      })
      const none = { bankrollToken: null, mint: null, tokenProgram: null }
      const own = { ...accounts, ...none, signer: wallet, cosigner: null }
      await expectSame(sdk.placeBetFromBankroll(input), 'placeBetFromBankroll', [args(0, 0, 0)], own)
      const delegate = { key: treasury, cosigner: mint }
      const more = { ...input, delegate, minPayout: 4n, fee: 5n, requestId: 6n, mint }
      await expectSame(sdk.placeBetFromBankroll(more), 'placeBetFromBankroll', [args(4, 5, 6)], {
        ...accounts,
        signer: treasury,
        cosigner: mint,
        bankrollToken: getAssociatedTokenAddressSync(mint, bankroll, true, TOKEN_PROGRAM_ID),
        mint,
        tokenProgram: TOKEN_PROGRAM_ID,
      })
    })

    it('closeBankroll', () =>
      expectSame(sdk.closeBankroll({ owner: wallet }), 'closeBankroll', [], {
        owner: wallet,
        bankroll: pda.findBankroll(wallet),
      }))

    it('updateConfig, with and without a successor', async () => {
      const accounts = { admin: wallet, config: pda.findConfig() }
      await expectSame(
        sdk.updateConfig({ admin: wallet, settings, pendingAdmin: treasury }),
        'updateConfig',
        [rawSettings, treasury],
        accounts,
      )
      await expectSame(
        sdk.updateConfig({ admin: wallet, settings, pendingAdmin: null }),
        'updateConfig',
        [rawSettings, PublicKey.default],
        accounts,
      )
    })

    it('acceptAdmin', () =>
      expectSame(sdk.acceptAdmin({ pendingAdmin: wallet }), 'acceptAdmin', [], {
        pendingAdmin: wallet,
        config: pda.findConfig(),
      }))

    it('createAttestorSet', () => {
      const keys = Array.from({ length: 8 }, key)
      return expectSame(
        sdk.createAttestorSet({ admin: wallet, index: 3, keys }),
        'createAttestorSet',
        [keys],
        { admin: wallet, config: pda.findConfig(), attestorSet: pda.findAttestorSet(3) },
      )
    })
  })

  it('follow another deployment with everything they derive', () => {
    const programId = key()
    const instruction = sdk.placeBet({ bettor: wallet, market, outcome: 'Yes', amount: 1n }, programId)
    expect(instruction.programId).to.equal(programId)
    const addresses = instruction.keys.map(({ pubkey }) => pubkey.toBase58())
    expect(addresses).to.include(pda.findConfig(programId).toBase58())
    expect(addresses).to.include(pda.findEscrow(market, programId).toBase58())
    expect(addresses).to.include(pda.findPosition(market, wallet, programId).toBase58())
    // The three accounts of UTILITY are absent.
    expect(addresses.filter((address) => address === programId.toBase58())).to.have.length(3)
  })
})
