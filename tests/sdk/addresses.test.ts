import { InvalidInputError, toMarketId } from '@prediction-market/sdk'
import {
  findEscrow,
  findMarket,
  findPosition,
  marketFilters,
  positionFilters,
} from '@prediction-market/sdk/accounts'
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
import { attestationMessage, betEvidence, findMigrationPool } from '@prediction-market/sdk/oracle'
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
const opening = {
  nonce: 5n,
  question: 'Will it?',
  expireAt: 9_000n,
  condition: PRICE_AT_EXPIRY,
  expected,
  decideReward: 1n,
}

const fromBankroll = { outcome: 'Yes', amount: 1n } as const

/** The same instruction with public keys and with base58. */
const PAIRS: Record<string, [TransactionInstruction, TransactionInstruction]> = {
  acceptAdmin: [acceptAdmin({ pendingAdmin: wallet }), acceptAdmin({ pendingAdmin: text.wallet })],
  burnAuctionBuy: [
    burnAuctionBuy({ buyer: wallet, lamports: 1n, maxTokens: 2n, mint, buyerToken: other }),
    burnAuctionBuy({
      buyer: text.wallet,
      lamports: 1n,
      maxTokens: 2n,
      mint: text.mint,
      buyerToken: text.other,
    }),
  ],
  cancelMarket: [
    cancelMarket({ market, creator: wallet, mint }),
    cancelMarket({ market: text.market, creator: text.wallet, mint: text.mint }),
  ],
  claimPosition: [
    claimPosition({ owner: wallet, market, mint, ownerToken: other }, other),
    claimPosition(
      { owner: text.wallet, market: text.market, mint: text.mint, ownerToken: text.other },
      text.other,
    ),
  ],
  closeBankroll: [closeBankroll({ owner: wallet }), closeBankroll({ owner: text.wallet })],
  closeMarket: [
    closeMarket({ keeper: other, market, creator: wallet }),
    closeMarket({ keeper: text.other, market: text.market, creator: text.wallet }),
  ],
  collectFees: [
    collectFees({ market, treasury: other, mint }),
    collectFees({ market: text.market, treasury: text.other, mint: text.mint }),
  ],
  createAttestorSet: [
    createAttestorSet({ admin: wallet, index: 1, keys: [wallet, market, mint, token] }),
    createAttestorSet({
      admin: text.wallet,
      index: 1,
      keys: [text.wallet, text.market, text.mint, text.token],
    }),
  ],
  createMarket: [
    createMarket({
      ...opening,
      creator: wallet,
      token,
      currency: { mint },
      rewardStake: 1n,
      evidence: [token],
    }),
    createMarket({
      ...opening,
      creator: text.wallet,
      token: text.token,
      currency: { mint: text.mint },
      rewardStake: 1n,
      evidence: [text.token],
    }),
  ],
  deposit: [
    deposit({ owner: wallet, amount: 1n, mint, ownerToken: other }),
    deposit({ owner: text.wallet, amount: 1n, mint: text.mint, ownerToken: text.other }),
  ],
  initializeConfig: [
    initializeConfig({ authority: wallet, utilityMint: mint, settings }),
    initializeConfig({ authority: text.wallet, utilityMint: text.mint, settings }),
  ],
  placeBet: [
    placeBet({ bettor: wallet, market, mint, outcome: 'Yes', amount: 1n, evidence: [token] }),
    placeBet({
      bettor: text.wallet,
      market: text.market,
      mint: text.mint,
      outcome: 'Yes',
      amount: 1n,
      evidence: [text.token],
    }),
  ],
  placeBetFromBankroll: [
    placeBetFromBankroll({
      ...fromBankroll,
      owner: wallet,
      market,
      mint,
      delegate: { key: token, cosigner: other },
    }),
    placeBetFromBankroll({
      ...fromBankroll,
      owner: text.wallet,
      market: text.market,
      mint: text.mint,
      delegate: { key: text.token, cosigner: text.other },
    }),
  ],
  resolveMarket: [
    resolveMarket({ keeper: wallet, market, attestorSet: other, evidence: [token] }),
    resolveMarket({
      keeper: text.wallet,
      market: text.market,
      attestorSet: text.other,
      evidence: [text.token],
    }),
  ],
  setDelegate: [
    setDelegate({ owner: wallet, key: token, cosigner: other, limits: null }),
    setDelegate({ owner: text.wallet, key: text.token, cosigner: text.other, limits: null }),
  ],
  settlePositions: [
    settlePositions({
      keeper: mint,
      market,
      positions: [{ owner: wallet }, { owner: other, address: token }],
    }),
    settlePositions({
      keeper: text.mint,
      market: text.market,
      positions: [{ owner: text.wallet }, { owner: text.other, address: text.token }],
    }),
  ],
  updateConfig: [
    updateConfig({ admin: wallet, settings, pendingAdmin: other }),
    updateConfig({ admin: text.wallet, settings, pendingAdmin: text.other }),
  ],
  voidMarket: [
    voidMarket({ keeper: wallet, market }),
    voidMarket({ keeper: text.wallet, market: text.market }),
  ],
  withdraw: [
    withdraw({ owner: wallet, amount: 1n, mint, bankrollToken: other, ownerToken: token }),
    withdraw({
      owner: text.wallet,
      amount: 1n,
      mint: text.mint,
      bankrollToken: text.other,
      ownerToken: text.token,
    }),
  ],
}

describe('an address in base58 is as good as a public key', () => {
  for (const { name } of IDL.instructions) {
    it(`in ${name}`, () => {
      const [keys, texts] = PAIRS[name] ?? expect.fail(`no comparison of ${name}`)
      expect(texts).to.deep.equal(keys)
    })
  }

  it('where an address is derived, an account filtered, or evidence named', () => {
    expect(findPosition(text.market, text.wallet)).to.deep.equal(findPosition(market, wallet))
    expect(findMarket(text.wallet, 5n, text.other)).to.deep.equal(findMarket(wallet, 5n, other))
    expect(toMarketId(text.market)).to.equal(`market_${text.market}`)
    expect(marketFilters({ creator: text.wallet })).to.deep.equal(marketFilters({ creator: wallet }))
    expect(positionFilters({ market: text.market })).to.deep.equal(positionFilters({ market }))
    const supply = { type: 'supply', comparison: 'above', target: '1', timing: 'byExpiry' } as const
    expect(betEvidence({ condition: supply, token: text.token })).to.deep.equal([token])
    expect(findMigrationPool(text.token, text.mint)).to.deep.equal(findMigrationPool(token, mint))
    const attestation = { second: 5n, isMet: true }
    expect(attestationMessage({ ...attestation, market: text.market }, text.other)).to.deep.equal(
      attestationMessage({ ...attestation, market }, other),
    )
  })

  it('unless it is not an address', () => {
    for (const bad of ['', 'market', '0OIl', '1'.repeat(32), '1'.repeat(2_000), `${text.market}1`]) {
      expect(() => findEscrow(bad), bad).to.throw(InvalidInputError, 'market: must')
    }
  })
})
