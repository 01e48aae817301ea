import { BorshCoder, type Idl, Program } from '@coral-xyz/anchor'
import { PredictionMarketClient } from '@prediction-market/sdk'
import {
  findAttestorSet,
  findBankroll,
  findConfig,
  findMarket,
  findPosition,
} from '@prediction-market/sdk/accounts'
import { IDL, type PredictionMarket } from '@prediction-market/sdk/idl'
import * as instructions from '@prediction-market/sdk/instructions'
import { getAssociatedTokenAddressSync, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { Connection, Keypair, PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { expect } from 'chai'
import { accountsOf, type InstructionName } from '../../sdk/src/core/program.ts'
import { defaultSettings, FEED, startWorld, succeed } from '../helpers/program/world.ts'

const key = () => Keypair.generate().publicKey
const [wallet, market, mint, treasury, other] = [key(), key(), key(), key(), key()]
const settings = defaultSettings(treasury)
const STAKE = { outcome: 'Yes', amount: 5n } as const
const price = { type: 'price', feed: FEED, comparison: 'above', target: '1', timing: 'atExpiry' } as const

const UTILITY = { mint, tokenProgram: TOKEN_PROGRAM_ID }

type Money = typeof UTILITY | null
const CURRENCIES: [string, Money][] = [
  ['SOL', null],
  ['UTILITY', UTILITY],
]

/** One instruction of each kind, by our builders. */
function build(money: Money): Record<InstructionName, TransactionInstruction> {
  const currency = money ?? {}
  return {
    acceptAdmin: instructions.acceptAdmin({ pendingAdmin: wallet }),
    burnAuctionBuy: instructions.burnAuctionBuy({ buyer: wallet, lamports: 1n, maxTokens: 2n, ...UTILITY }),
    cancelMarket: instructions.cancelMarket({ market, creator: wallet, ...currency }),
    claimPosition: instructions.claimPosition({ owner: wallet, market, ...currency }),
    closeBankroll: instructions.closeBankroll({ owner: wallet }),
    closeMarket: instructions.closeMarket({ keeper: wallet, market, creator: other, ...currency }),
    collectFees: instructions.collectFees({ market, treasury, ...currency }),
    createAttestorSet: instructions.createAttestorSet({
      admin: wallet,
      index: 3,
      keys: Array.from({ length: 4 }, key),
    }),
    createMarket: instructions.createMarket({
      creator: wallet,
      nonce: 7n,
      question: 'Will it?',
      token: null,
      expireAt: 1_900_000_000n,
      condition: price,
      expected: { ...settings, minimumStake: 1n, attestorSet: 0 },
      decideReward: 1n,
      rewardStake: money ? 1n : 0n,
      currency: money,
      initialStake: STAKE,
    }),
    deposit: instructions.deposit({ owner: wallet, amount: 1n, ...currency }),
    initializeConfig: instructions.initializeConfig({ authority: wallet, utilityMint: mint, settings }),
    placeBet: instructions.placeBet({ bettor: wallet, market, ...STAKE, ...currency }),
    placeBetFromBankroll: instructions.placeBetFromBankroll({
      owner: wallet,
      market,
      delegate: { key: other, cosigner: treasury },
      ...STAKE,
      ...currency,
    }),
    resolveMarket: instructions.resolveMarket({ keeper: wallet, market, attestorSet: other, evidence: [] }),
    setDelegate: instructions.setDelegate({ owner: wallet, key: other, cosigner: treasury, limits: null }),
    settlePositions: instructions.settlePositions({
      keeper: wallet,
      market,
      positions: [{ owner: other }],
      ...currency,
    }),
    updateConfig: instructions.updateConfig({ admin: wallet, settings, pendingAdmin: null }),
    voidMarket: instructions.voidMarket({ keeper: wallet, market }),
    withdraw: instructions.withdraw({ owner: wallet, amount: 1n, ...currency }),
  }
}

/** The arguments of an instruction, as Anchor's coder reads them. */
function argumentsOf(name: InstructionName, { data }: TransactionInstruction): never {
  const decoded = new BorshCoder(IDL).instruction.decode(data) ?? expect.fail('unknown instruction')
  const fields = IDL.instructions.find((one) => one.name === name)?.args ?? []
  return fields.map((field) => (decoded.data as Record<string, unknown>)[field.name]) as never
}

/** The same instructions by Anchor, each with the accounts that it cannot find itself: `.accounts` takes no others. */
function byAnchor(
  { methods }: Program<PredictionMarket>,
  money: Money,
  args: (name: InstructionName) => never,
): Record<InstructionName, Builder> {
  const currency = money ?? { mint: null, tokenProgram: null }
  const tokensOf = (owner: PublicKey) => money && getAssociatedTokenAddressSync(mint, owner, true)
  const bankroll = findBankroll(wallet)
  const bankrollToken = tokensOf(bankroll)
  const walletToken = tokensOf(wallet)
  const owned = { owner: wallet, ownerToken: walletToken, ...currency }
  return {
    acceptAdmin: methods.acceptAdmin().accounts({ pendingAdmin: wallet }),
    burnAuctionBuy: methods.burnAuctionBuy(...args('burnAuctionBuy')).accounts({
      buyer: wallet,
      buyerToken: getAssociatedTokenAddressSync(mint, wallet),
      ...UTILITY,
    }),
    cancelMarket: methods.cancelMarket().accounts({ creator: wallet, market, ...currency }),
    claimPosition: methods.claimPosition().accounts({ market, ...owned }),
    closeBankroll: methods.closeBankroll().accounts({ owner: wallet }),
    closeMarket: methods.closeMarket().accounts({ keeper: wallet, market, creator: other, ...currency }),
    collectFees: methods
      .collectFees(...args('collectFees'))
      .accounts({ market, treasury, treasuryToken: tokensOf(treasury), ...currency }),
    // The seed is a number in the configuration, which Anchor fetches: offline nothing can find it.
    createAttestorSet: methods
      .createAttestorSet(...args('createAttestorSet'))
      .accountsPartial({ admin: wallet, attestorSet: findAttestorSet(3) }),
    createMarket: methods.createMarket(...args('createMarket')).accounts({
      creator: wallet,
      position: findPosition(findMarket(wallet, 7n), wallet),
      creatorToken: walletToken,
      ...currency,
    }),
    deposit: methods.deposit(...args('deposit')).accounts({ bankrollToken, ...owned }),
    initializeConfig: methods
      .initializeConfig(...args('initializeConfig'))
      .accounts({ authority: wallet, utilityMint: mint }),
    placeBet: methods
      .placeBet(...args('placeBet'))
      .accounts({ bettor: wallet, market, bettorToken: walletToken, ...currency }),
    placeBetFromBankroll: methods.placeBetFromBankroll(...args('placeBetFromBankroll')).accounts({
      signer: other,
      cosigner: treasury,
      bankroll,
      market,
      position: findPosition(market, wallet),
      bankrollToken,
      ...currency,
    }),
    resolveMarket: methods
      .resolveMarket(...args('resolveMarket'))
      .accounts({ keeper: wallet, market, attestorSet: other }),
    setDelegate: methods.setDelegate(...args('setDelegate')).accounts({ owner: wallet }),
    settlePositions: methods
      .settlePositions(...args('settlePositions'))
      .accounts({ keeper: wallet, market, ...currency }),
    updateConfig: methods.updateConfig(...args('updateConfig')).accounts({ admin: wallet }),
    voidMarket: methods.voidMarket().accounts({ keeper: wallet, market }),
    withdraw: methods.withdraw(...args('withdraw')).accounts({ bankrollToken, ...owned }),
  }
}

describe("Anchor's Program on our IDL", () => {
  const connection = new Connection('http://127.0.0.1:1')
  const { program } = new PredictionMarketClient(connection)

  for (const [currency, money] of CURRENCIES) {
    const built = build(money)
    const anchored = byAnchor(program, money, (name) => argumentsOf(name, built[name]))
    for (const [name, ours] of Object.entries(built) as [InstructionName, TransactionInstruction][]) {
      it(`builds ${name} offline, as our builder does, in ${currency}`, async () => {
        const remaining = ours.keys.slice(accountsOf(name).length)
        const theirs = await anchored[name].remainingAccounts(remaining).instruction()
        expect(theirs.programId.toBase58()).to.equal(ours.programId.toBase58())
        expect(theirs.data.toString('hex')).to.equal(ours.data.toString('hex'))
        expect(theirs.keys.map(written)).to.deep.equal(ours.keys.map(written))
      })
    }
  }

  it('covers every instruction', () => {
    expect(Object.keys(build(null)).sort()).to.deep.equal(IDL.instructions.map(({ name }) => name).sort())
  })

  it('finds the next attestor set by the configuration, which is one read', async () => {
    const { chain, admin } = await startWorld()
    const reads: string[] = []
    const online = new Connection('http://127.0.0.1:1')
    online.getAccountInfoAndContext = async (address) => {
      reads.push(address.toBase58())
      const { data, owner, lamports } = (await chain.account(address)) ?? expect.fail('no account')
      const value = { data: Buffer.from(data), owner, lamports: Number(lamports), executable: false }
      return { context: { slot: 1 }, value }
    }
    const { methods } = new PredictionMarketClient(online).program
    for (const index of [0, 1]) {
      const input = { admin: admin.publicKey, index, keys: Array.from({ length: 4 }, key) }
      const ours = instructions.createAttestorSet(input)
      const theirs = await methods
        .createAttestorSet(input.keys)
        .accounts({ admin: input.admin })
        .instruction()
      expect(theirs.keys.map(written)).to.deep.equal(ours.keys.map(written))
      await succeed({ chain }, [theirs], [admin])
    }
    expect(reads).to.deep.equal([findConfig(), findConfig()].map(String))
  })

  it('is the same as a Program of its own', () => {
    const own = new Program<PredictionMarket>(IDL as Idl as PredictionMarket, { connection })
    expect(own.programId.equals(program.programId)).to.equal(true)
    expect(PublicKey.isOnCurve(program.programId.toBytes())).to.equal(true)
  })
})

interface Builder {
  remainingAccounts(accounts: TransactionInstruction['keys']): Builder
  instruction(): Promise<TransactionInstruction>
}

function written({ pubkey, isSigner, isWritable }: TransactionInstruction['keys'][number]) {
  return [pubkey.toBase58(), isSigner, isWritable]
}
