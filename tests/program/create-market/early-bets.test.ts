import type { Condition } from '@prediction-market/sdk'
import { findEscrow, findQuestion } from '@prediction-market/sdk/accounts'
import type { ConditionOf } from '@prediction-market/sdk/condition'
import { NATIVE_MINT, TOKEN_2022_PROGRAM_ID } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { givenAttestors } from '../../helpers/oracle/attestors.ts'
import { curveAddress, migrate, setCurve } from '../../helpers/oracle/pump.ts'
import { extension, setMint } from '../../helpers/oracle/tokens.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { readMarket } from '../../helpers/program/market.ts'
import { type RawMarket, rawCreateMarket } from '../../helpers/program/raw-market.ts'
import { FEED, givenWallet, SOL, startWorld, succeed, type World } from '../../helpers/program/world.ts'

describe('create_market about a known outcome', () => {
  let world: World

  beforeEach(async () => {
    world = await startWorld()
  })

  async function accept(raw: RawMarket): Promise<void> {
    const creator = givenWallet(world)
    const { instruction, market } = await rawCreateMarket(world, creator.publicKey, raw)
    await succeed(world, [instruction], [creator])
    expect((await readMarket(world, { address: market })).status).to.equal('open')
  }

  /** Expects a refusal with and without an initial stake, and that no account is created. */
  async function refuse(name: string, raw: RawMarket): Promise<void> {
    for (const initialStake of [null, { outcome: 'Yes', amount: SOL } as const]) {
      const creator = givenWallet(world)
      const { instruction, market } = await rawCreateMarket(world, creator.publicKey, {
        ...raw,
        initialStake,
      })
      await expectRefusal(world, name, { instructions: instruction, signers: [creator] })
      for (const address of [market, findQuestion(market), findEscrow(market)]) {
        expect(await world.chain.account(address)).to.equal(null)
      }
    }
  }

  describe('of a supply or a market capitalisation', () => {
    const target = { comparison: 'atLeast', target: '250', timing: 'byExpiry' } as const
    const supply: Condition = { type: 'supply', ...target }
    const cap: Condition = { type: 'marketCap', feed: FEED, ...target }
    const mintAuthority = PublicKey.unique()
    const tokenProgram = TOKEN_2022_PROGRAM_ID

    it('attack 54: refuses a mint whose supply or amounts cannot be relied on', async () => {
      const closable = extension(3, mintAuthority.toBytes())
      const confidential = extension(4, new Uint8Array(65))
      const interest = extension(10, new Uint8Array(52))
      const delegated = extension(12, mintAuthority.toBytes())
      const encrypted = extension(24, new Uint8Array(196))
      const scaled = extension(25, new Uint8Array(56))
      for (const extensions of [closable, confidential, interest, delegated, encrypted, scaled]) {
        const growing = setMint(world.chain, { tokenProgram, extensions, mintAuthority })
        await refuse('UnreliableSupply', { condition: supply, token: growing, evidence: [growing] })
        const fixed = setMint(world.chain, { tokenProgram, extensions })
        await refuse('UnreliableSupply', { condition: cap, token: fixed, evidence: [fixed] })
      }
      // The extension is there, but nobody holds the authority.
      const token = setMint(world.chain, { tokenProgram, extensions: extension(3, new Uint8Array(32)) })
      await accept({ condition: cap, token, evidence: [token] })
    })

    it('attack 54: refuses wrapped SOL, and a mint without supply', async () => {
      for (const condition of [supply, cap]) {
        const authority = condition === supply ? mintAuthority : null
        const wrapped = { address: NATIVE_MINT, mintAuthority: authority }
        for (const options of [wrapped, { supply: 0n, mintAuthority: authority }]) {
          const token = setMint(world.chain, options)
          await refuse('UnreliableSupply', { condition, token, evidence: [token] })
        }
      }
    })

    it('refuses a market capitalisation of a token that somebody can mint', async () => {
      const token = setMint(world.chain, { supply: 1_000_000n, mintAuthority })
      await refuse('UnreliableSupply', { condition: cap, token, evidence: [token] })
      await accept({ condition: supply, token, evidence: [token] })
    })

    it('refuses a market without the mint, with another one, or about an address that is none', async () => {
      const token = setMint(world.chain, { supply: 1_000_000n, mintAuthority: null })
      for (const condition of [supply, cap]) {
        await refuse('EvidenceMissing', { condition, token })
        const other = setMint(world.chain, {})
        await refuse('TokenMintInvalid', { condition, token, evidence: [other] })
        const nothing = PublicKey.unique()
        await refuse('TokenMintInvalid', { condition, token: nothing, evidence: [nothing] })
      }
    })

    it('refuses a supply that has been reached, or never can be', async () => {
      const reached = setMint(world.chain, { supply: 250_000_000n, mintAuthority })
      await refuse('AnswerFixed', { condition: supply, token: reached, evidence: [reached] })
      const capped = setMint(world.chain, { supply: 249_999_999n })
      await refuse('AnswerFixed', { condition: supply, token: capped, evidence: [capped] })
    })
  })

  describe('of a migration', () => {
    const condition: ConditionOf<'migration'> = { type: 'migration', timing: 'byExpiry' }

    it(`refuses one whose curve is complete, and one without evidence`, async () => {
      const token = PublicKey.unique()
      const evidence = [curveAddress(token)]
      await refuse('CurveInvalid', { condition, token, evidence })
      setCurve(world.chain, token)
      await refuse('EvidenceMissing', { condition, token })
      await accept({ condition, token, evidence })
      setCurve(world.chain, token, { complete: 1 })
      await refuse('AnswerFixed', { condition, token, evidence })
      migrate(world.chain, token)
      await refuse('AnswerFixed', { condition, token, evidence })
    })

    it(`refuses one without a token, and any comparison but \`at least 1\``, async () => {
      await refuse('TokenRequired', { condition })
      const rawCondition = { comparison: { below: {} } }
      await refuse('ConditionInvalid', { condition, token: PublicKey.unique(), rawCondition })
    })
  })

  describe('that only attestors can prove', () => {
    const holders: ConditionOf<'holders'> = {
      type: 'holders',
      comparison: 'atLeast',
      target: '1000',
      minimumBalance: 1n,
      timing: 'atExpiry',
    }

    for (const timing of ['atExpiry', 'byExpiry'] as const) {
      for (const condition of [{ ...holders, timing }, { type: 'event', timing } as const]) {
        it(`refuses ${condition.type}, ${timing}, until there are attestors`, async () => {
          const token = setMint(world.chain)
          const evidence = condition.type === 'holders' ? [token] : []
          await refuse('NoAttestorSet', { condition, token, evidence })
          await givenAttestors(world)
          await accept({ condition, token, evidence })
        })
      }
    }

    it('attack 54: refuses holders of an address that is no mint, or without it', async () => {
      await givenAttestors(world)
      const token = PublicKey.unique()
      await refuse('TokenMintInvalid', { condition: holders, token, evidence: [token] })
      await refuse('EvidenceMissing', { condition: holders, token })
    })

    it('refuses holders without a token', async () => {
      await givenAttestors(world)
      await refuse('TokenRequired', { condition: holders })
    })

    it('needs no attestors for anything else', () => accept({}))
  })
})
