import { BorshCoder, type Idl, Program } from '@coral-xyz/anchor'
import { PredictionMarketClient } from '@prediction-market/sdk'
import { IDL, type PredictionMarket } from '@prediction-market/sdk/idl'
import * as instructions from '@prediction-market/sdk/instructions'
import { TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { Connection, Keypair, PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { expect } from 'chai'
import { accountsOf, type InstructionName } from '../../sdk/src/core/program.ts'
import { defaultSettings, FEED } from '../helpers/program/world.ts'

const key = () => Keypair.generate().publicKey
const [wallet, market, mint, treasury, other] = [key(), key(), key(), key(), key()]
const UTILITY = { mint, tokenProgram: TOKEN_PROGRAM_ID }
const settings = defaultSettings(treasury)
const STAKE = { outcome: 'Yes', amount: 5n } as const
const price = { type: 'price', feed: FEED, comparison: 'above', target: '1', timing: 'atExpiry' } as const

/** One instruction of each kind, by our builders, in tokens where it can be: no account is left out then. */
const BUILT: Record<InstructionName, TransactionInstruction> = {
  acceptAdmin: instructions.acceptAdmin({ pendingAdmin: wallet }),
  burnAuctionBuy: instructions.burnAuctionBuy({ buyer: wallet, lamports: 1n, maxTokens: 2n, ...UTILITY }),
  cancelMarket: instructions.cancelMarket({ market, creator: wallet, ...UTILITY }),
  claimPosition: instructions.claimPosition({ owner: wallet, market, ...UTILITY }),
  closeBankroll: instructions.closeBankroll({ owner: wallet }),
  closeMarket: instructions.closeMarket({ keeper: wallet, market, creator: other, ...UTILITY }),
  collectFees: instructions.collectFees({ market, treasury, ...UTILITY }),
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
    rewardStake: 1n,
    currency: UTILITY,
    initialStake: STAKE,
  }),
  deposit: instructions.deposit({ owner: wallet, amount: 1n, ...UTILITY }),
  initializeConfig: instructions.initializeConfig({ authority: wallet, utilityMint: mint, settings }),
  placeBet: instructions.placeBet({ bettor: wallet, market, ...STAKE, ...UTILITY }),
  placeBetFromBankroll: instructions.placeBetFromBankroll({
    owner: wallet,
    market,
    delegate: { key: other, cosigner: treasury },
    ...STAKE,
    ...UTILITY,
  }),
  resolveMarket: instructions.resolveMarket({ keeper: wallet, market, attestorSet: other, evidence: [] }),
  setDelegate: instructions.setDelegate({ owner: wallet, key: other, cosigner: treasury, limits: null }),
  settlePositions: instructions.settlePositions({
    keeper: wallet,
    market,
    positions: [{ owner: other }],
    ...UTILITY,
  }),
  updateConfig: instructions.updateConfig({ admin: wallet, settings, pendingAdmin: null }),
  voidMarket: instructions.voidMarket({ keeper: wallet, market }),
  withdraw: instructions.withdraw({ owner: wallet, amount: 1n, ...UTILITY }),
}

interface IdlAccount {
  name: string
  pda?: { seeds: readonly { kind: string; path?: string }[] }
  address?: string
}

/** Whether Anchor finds an account itself and offline: by its address in the IDL, or by seeds that need no account's data. */
function isFound(name: InstructionName, account: string): boolean {
  const accounts: readonly IdlAccount[] = IDL.instructions.find((one) => one.name === name)?.accounts ?? []
  const known = accounts.find((one) => one.name === account)
  const isRead = known?.pda?.seeds.some(({ kind, path }) => kind === 'account' && path?.includes('.'))
  return known?.address !== undefined || (known?.pda !== undefined && !isRead)
}

describe("Anchor's Program on our IDL", () => {
  const connection = new Connection('http://127.0.0.1:1')
  const { program } = new PredictionMarketClient(connection)

  for (const [name, ours] of Object.entries(BUILT) as [InstructionName, TransactionInstruction][]) {
    it(`builds ${name} offline, as our builder does`, async () => {
      const named = accountsOf(name).map(({ name: account }, index) => [account, ours.keys[index]?.pubkey])
      const given = Object.fromEntries(named.filter(([account]) => !isFound(name, account as string)))
      const { data } = new BorshCoder(IDL).instruction.decode(ours.data) ?? expect.fail('unknown instruction')
      const fields = IDL.instructions.find((one) => one.name === name)?.args ?? []
      const args = fields.map((field) => (data as Record<string, unknown>)[field.name])
      const methods = program.methods as unknown as Record<string, (...args: unknown[]) => Builder>
      const theirs = await (methods[name] ?? expect.fail())(...args)
        .accountsPartial(given)
        .remainingAccounts(ours.keys.slice(named.length))
        .instruction()
      expect(theirs.programId.toBase58()).to.equal(ours.programId.toBase58())
      expect(theirs.data.toString('hex')).to.equal(ours.data.toString('hex'))
      expect(theirs.keys.map(written)).to.deep.equal(ours.keys.map(written))
    })
  }

  it('covers every instruction', () => {
    expect(Object.keys(BUILT).sort()).to.deep.equal(IDL.instructions.map(({ name }) => name).sort())
  })

  it('is the same as a Program of its own', () => {
    const own = new Program<PredictionMarket>(IDL as Idl as PredictionMarket, { connection })
    expect(own.programId.equals(program.programId)).to.equal(true)
    expect(PublicKey.isOnCurve(program.programId.toBytes())).to.equal(true)
  })
})

interface Builder {
  accountsPartial(accounts: object): Builder
  remainingAccounts(accounts: object[]): Builder
  instruction(): Promise<TransactionInstruction>
}

function written({ pubkey, isSigner, isWritable }: TransactionInstruction['keys'][number]) {
  return [pubkey.toBase58(), isSigner, isWritable]
}
