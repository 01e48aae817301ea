import * as sdk from '@prediction-market/sdk'
import { Keypair, type TransactionInstruction } from '@solana/web3.js'
import { expect } from 'chai'
import { defaultSettings, PRICE_AT_EXPIRY } from '../helpers/program/world.ts'

const key = () => Keypair.generate().publicKey
const [wallet, market, mint, token, other] = [key(), key(), key(), key(), key()]
const text = {
  wallet: wallet.toBase58(),
  market: market.toBase58(),
  mint: mint.toBase58(),
  token: token.toBase58(),
  other: other.toBase58(),
}
const settings = defaultSettings(other)
const expected = {
  ...settings,
  minimumStake: 1n,
  attestorSet: 0,
}
const opening = { nonce: 5n, question: 'Will it?', expireAt: 9_000n, condition: PRICE_AT_EXPIRY, expected }

const fromBankroll = { outcome: 'Yes', amount: 1n } as const

/** The same instruction with public keys and with base58. */
const PAIRS: Record<string, [TransactionInstruction, TransactionInstruction]> = {
  acceptAdmin: [sdk.acceptAdmin({ pendingAdmin: wallet }), sdk.acceptAdmin({ pendingAdmin: text.wallet })],
  burnAuctionBuy: [
    sdk.burnAuctionBuy({ buyer: wallet, lamports: 1n, maxTokens: 2n, mint, buyerToken: other }),
    sdk.burnAuctionBuy({
      buyer: text.wallet,
      lamports: 1n,
      maxTokens: 2n,
      mint: text.mint,
      buyerToken: text.other,
    }),
  ],
  cancelMarket: [
    sdk.cancelMarket({ market, creator: wallet, mint }),
    sdk.cancelMarket({ market: text.market, creator: text.wallet, mint: text.mint }),
  ],
  claimPosition: [
    sdk.claimPosition({ owner: wallet, market, mint, ownerToken: other }, other),
    sdk.claimPosition(
      { owner: text.wallet, market: text.market, mint: text.mint, ownerToken: text.other },
      text.other,
    ),
  ],
  closeBankroll: [sdk.closeBankroll({ owner: wallet }), sdk.closeBankroll({ owner: text.wallet })],
  closeMarket: [
    sdk.closeMarket({ market, creator: wallet }),
    sdk.closeMarket({ market: text.market, creator: text.wallet }),
  ],
  collectFees: [
    sdk.collectFees({ market, treasury: other, mint }),
    sdk.collectFees({ market: text.market, treasury: text.other, mint: text.mint }),
  ],
  createAttestorSet: [
    sdk.createAttestorSet({ admin: wallet, index: 1, keys: [wallet, market, mint, token] }),
    sdk.createAttestorSet({
      admin: text.wallet,
      index: 1,
      keys: [text.wallet, text.market, text.mint, text.token],
    }),
  ],
  createMarket: [
    sdk.createMarket({ ...opening, creator: wallet, token, currency: { mint }, evidence: [token] }),
    sdk.createMarket({
      ...opening,
      creator: text.wallet,
      token: text.token,
      currency: { mint: text.mint },
      evidence: [text.token],
    }),
  ],
  deposit: [
    sdk.deposit({ owner: wallet, amount: 1n, mint, ownerToken: other }),
    sdk.deposit({ owner: text.wallet, amount: 1n, mint: text.mint, ownerToken: text.other }),
  ],
  initializeConfig: [
    sdk.initializeConfig({ authority: wallet, utilityMint: mint, settings }),
    sdk.initializeConfig({ authority: text.wallet, utilityMint: text.mint, settings }),
  ],
  placeBet: [
    sdk.placeBet({ bettor: wallet, market, mint, outcome: 'Yes', amount: 1n, evidence: [token] }),
    sdk.placeBet({
      bettor: text.wallet,
      market: text.market,
      mint: text.mint,
      outcome: 'Yes',
      amount: 1n,
      evidence: [text.token],
    }),
  ],
  placeBetFromBankroll: [
    sdk.placeBetFromBankroll({
      ...fromBankroll,
      owner: wallet,
      market,
      mint,
      delegate: { key: token, cosigner: other },
    }),
    sdk.placeBetFromBankroll({
      ...fromBankroll,
      owner: text.wallet,
      market: text.market,
      mint: text.mint,
      delegate: { key: text.token, cosigner: text.other },
    }),
  ],
  resolveMarket: [
    sdk.resolveMarket({ market, attestorSet: other, evidence: [token] }),
    sdk.resolveMarket({ market: text.market, attestorSet: text.other, evidence: [text.token] }),
  ],
  setDelegate: [
    sdk.setDelegate({ owner: wallet, key: token, cosigner: other, limits: null }),
    sdk.setDelegate({ owner: text.wallet, key: text.token, cosigner: text.other, limits: null }),
  ],
  settlePositions: [
    sdk.settlePositions({ market, positions: [{ owner: wallet }, { owner: other, address: token }] }),
    sdk.settlePositions({
      market: text.market,
      positions: [{ owner: text.wallet }, { owner: text.other, address: text.token }],
    }),
  ],
  updateConfig: [
    sdk.updateConfig({ admin: wallet, settings, pendingAdmin: other }),
    sdk.updateConfig({ admin: text.wallet, settings, pendingAdmin: text.other }),
  ],
  voidMarket: [sdk.voidMarket({ market }), sdk.voidMarket({ market: text.market })],
  withdraw: [
    sdk.withdraw({ owner: wallet, amount: 1n, mint, bankrollToken: other, ownerToken: token }),
    sdk.withdraw({
      owner: text.wallet,
      amount: 1n,
      mint: text.mint,
      bankrollToken: text.other,
      ownerToken: text.token,
    }),
  ],
}

describe('an address in base58 is as good as a public key', () => {
  for (const { name } of sdk.IDL.instructions) {
    it(`in ${name}`, () => {
      const [keys, texts] = PAIRS[name] ?? expect.fail(`no comparison of ${name}`)
      expect(texts).to.deep.equal(keys)
    })
  }

  it('where an address is derived, an account filtered, or evidence named', () => {
    expect(sdk.findPosition(text.market, text.wallet)).to.deep.equal(sdk.findPosition(market, wallet))
    expect(sdk.findMarket(text.wallet, 5n, text.other)).to.deep.equal(sdk.findMarket(wallet, 5n, other))
    expect(sdk.toMarketId(text.market)).to.equal(`market_${text.market}`)
    expect(sdk.marketFilters({ creator: text.wallet })).to.deep.equal(sdk.marketFilters({ creator: wallet }))
    expect(sdk.positionFilters({ market: text.market })).to.deep.equal(sdk.positionFilters({ market }))
    const supply = { type: 'supply', comparison: 'above', target: '1', timing: 'atExpiry' } as const
    expect(sdk.betEvidence({ condition: supply, token: text.token })).to.deep.equal([token])
    expect(sdk.findMigrationPool(text.token, text.mint)).to.deep.equal(sdk.findMigrationPool(token, mint))
    const attestation = { second: 5n, isMet: true }
    expect(sdk.attestationMessage({ ...attestation, market: text.market }, text.other)).to.deep.equal(
      sdk.attestationMessage({ ...attestation, market }, other),
    )
  })

  it('unless it is none', () => {
    for (const bad of ['', 'market', '0OIl', '1'.repeat(32), '1'.repeat(2_000), `${text.market}1`]) {
      expect(() => sdk.findEscrow(bad), bad).to.throw(sdk.InvalidInputError, 'market: must')
    }
  })
})
