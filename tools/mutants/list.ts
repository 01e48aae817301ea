// All mutants: changes of the program that each break one rule.

import { CHANGE } from './change.ts'
import { EDGES } from './edges.ts'
import { FAIR } from './fair.ts'
import { REWARDS } from './rewards.ts'

/** A change of the program that breaks one rule. */
export interface Mutant {
  name: string
  /** The rule that it breaks. */
  rule: string
  /** File in `programs/prediction_market/src`. */
  file: string
  /** Text that occurs once in the file, and its replacement. */
  find: string
  replace: string
  /** Files or folders in `tests/program` that are about the rule. */
  tests: string[]
}

const OTHERS: readonly Mutant[] = [
  {
    name: 'burn-share',
    rule: 'the burn share is what the terms say',
    file: 'math/mod.rs',
    find: 'burn: share(lost, burn_bps)',
    replace: 'burn: share(lost, burn_bps.saturating_add(1))',
    tests: ['random.test.ts', 'collect-fees'],
  },
  {
    name: 'developer-share',
    rule: 'the developer share is what the terms say',
    file: 'math/mod.rs',
    find: 'developer: share(lost, developer_bps)',
    replace: 'developer: share(lost, developer_bps.saturating_sub(1))',
    tests: ['random.test.ts', 'collect-fees'],
  },
  {
    name: 'rounding-up',
    rule: 'shares are rounded down',
    file: 'math/mod.rs',
    find: 'let quotient = checked(product.checked_div(divisor.into()))?;',
    replace: 'let quotient = product.div_ceil(divisor.max(1).into());',
    tests: ['random.test.ts', 'vectors.test.ts'],
  },
  {
    name: 'fees-on-all-stakes',
    rule: 'fees are taken from the losing pool only',
    file: 'state/ledger.rs',
    find: 'self.fees = Fees::of(lost, self.terms.burn_bps, self.terms.developer_bps);',
    replace: 'self.fees = Fees::of(self.total()?, self.terms.burn_bps, self.terms.developer_bps);',
    tests: ['random.test.ts', 'resolve-market/outcome.test.ts'],
  },
  {
    name: 'paid-twice',
    rule: 'a position is paid at most once',
    file: 'settlement.rs',
    find: '        account.assign(&System::id());\n        account.resize(0)?;\n',
    replace: '',
    tests: ['settle-positions/twice.test.ts'],
  },
  {
    name: 'paid-undecided',
    rule: 'nothing is paid before a decision',
    file: 'state/market.rs',
    find: 'ensure(self.status() != Status::Open, MarketError::MarketUndecided)',
    replace: 'Ok(())',
    tests: ['settle-positions/settle-positions.test.ts', 'claim-position'],
  },
  {
    name: 'fees-twice',
    rule: 'each fee share is taken once',
    file: 'state/ledger.rs',
    find: 'self.burn_collected |= u8::from(taken.burn > 0);',
    replace: 'self.burn_collected |= u8::from(taken.burn > u64::MAX / 2);',
    tests: ['collect-fees'],
  },
  {
    name: 'close-unpaid',
    rule: 'a market is closed after its last position',
    file: 'instructions/close_market.rs',
    find: 'ensure(market.open_positions == 0 && !has_fees, MarketError::MarketNotEmpty)?;',
    replace: 'ensure(!has_fees, MarketError::MarketNotEmpty)?;',
    tests: ['close-market'],
  },
  {
    name: 'cosigner-unsigned',
    rule: 'a delegate has two signatures',
    file: 'instructions/place_bet_from_bankroll.rs',
    find: "pub cosigner: Option<Signer<'info>>,",
    replace: "pub cosigner: Option<UncheckedAccount<'info>>,",
    tests: ['bankroll'],
  },
  {
    name: 'withdraw-unsigned',
    rule: 'the owner signs a withdrawal',
    file: 'instructions/withdraw.rs',
    find: "pub owner: Signer<'info>,",
    replace: "pub owner: UncheckedAccount<'info>,",
    tests: ['bankroll'],
  },
  {
    name: 'admin-anyone',
    rule: 'only the admin changes settings',
    file: 'instructions/update_config.rs',
    find: '    #[account(address = config.admin @ Refused(MarketError::NotAdmin))]\n',
    replace: '',
    tests: ['update-config'],
  },
  {
    name: 'price-owner',
    rule: "a price is the account of the market's Pyth receiver",
    file: 'oracle/pyth.rs',
    find: 'ensure(*account.owner == market.terms.pyth_receiver, MarketError::PriceWrongOwner)?;',
    replace: '',
    tests: ['resolve-market/price-forgeries.test.ts'],
  },
  {
    name: 'position-owner',
    rule: "a position is an account of the program's",
    file: 'state/position.rs',
    find: 'if *account.owner != crate::ID {',
    replace: 'if *account.owner != crate::ID && account.data_is_empty() {',
    tests: ['settle-positions', 'attacks.test.ts'],
  },
  {
    name: 'mint-owner',
    rule: 'a supply is read from an account of a token program',
    file: 'oracle/mint.rs',
    find: 'let is_mint = account.key == token && TokenInterface::ids().contains(account.owner);',
    replace: 'let is_mint = account.key == token;',
    tests: ['resolve-market/supply.test.ts', 'place-bet/evidence.test.ts'],
  },
  {
    name: 'period-off-by-one',
    rule: 'a period ends exactly at expiry',
    file: 'state/market.rs',
    find: 'let last = self.expire_at.saturating_sub(1);',
    replace: 'let last = self.expire_at;',
    tests: ['fairness', 'vectors.test.ts'],
  },
  {
    name: 'quorum-threshold',
    rule: 'more than two thirds of the attestors sign',
    file: 'state/attestor_set.rs',
    find: 'let threshold = (keys.len().saturating_mul(2) / 3).saturating_add(1) as u8;',
    replace: 'let threshold = (keys.len().saturating_mul(2) / 3) as u8;',
    tests: ['create-attestor-set', 'resolve-market/holders-quorum.test.ts'],
  },
  {
    name: 'foreign-attestation',
    rule: 'an attestation is for one market',
    file: 'oracle/attestation.rs',
    find: 'let body = [DOMAIN.as_slice(), crate::ID.as_ref(), market.as_ref()]',
    replace:
      'let market = message.get(64..96).unwrap_or(market.as_ref());\n    let body = [DOMAIN.as_slice(), crate::ID.as_ref(), market]',
    tests: [
      'resolve-market/attestation-forgeries.test.ts',
      'resolve-market/attestation-forgeries-terms.test.ts',
    ],
  },
  {
    name: 'foreign-message',
    rule: 'signed messages lie in the ed25519 instruction itself',
    file: 'oracle/attestation.rs',
    find: '[signature_index, key_index, message_index].iter()',
    replace: '[signature_index, key_index].iter()',
    tests: ['resolve-market/attestation-forgeries-layout.test.ts'],
  },
  {
    name: 'price-window',
    rule: 'the update at expiry is at most 60 s after it',
    file: 'constants.rs',
    find: 'pub const MAX_PRICE_DELAY: i64 = 60;',
    replace: 'pub const MAX_PRICE_DELAY: i64 = 61;',
    tests: ['resolve-market/price.test.ts', 'resolve-market/timing.test.ts'],
  },
  {
    name: 'proof-window',
    rule: 'an early Yes can be shown until the proof window ends',
    file: 'decision.rs',
    find: 'self.expire_at.saturating_add(self.proof_window.into())',
    replace: 'self.expire_at.saturating_add(self.proof_window.into()).saturating_add(1)',
    tests: ['resolve-market/timing.test.ts'],
  },
  {
    name: 'void-early',
    rule: 'a market is voided after its void delay',
    file: 'state/market.rs',
    find: 'self.expire_at.saturating_add(self.terms.void_delay.into())',
    replace: 'self.expire_at.saturating_add(self.terms.void_delay.into()).saturating_sub(1)',
    tests: ['void-market'],
  },
  {
    name: 'confidence',
    rule: "a price's confidence interval is within the limit",
    file: 'oracle/pyth.rs',
    find: '> share(price, max_confidence_bps) {',
    replace: '> share(price, max_confidence_bps).saturating_mul(2) {',
    tests: ['resolve-market/price-forgeries.test.ts'],
  },
  {
    name: 'close-time',
    rule: 'bets end with the second of closing',
    file: 'state/market.rs',
    find: 'ensure(is_open && now < self.close_at, MarketError::MarketClosed)',
    replace: 'ensure(is_open && now <= self.close_at, MarketError::MarketClosed)',
    tests: ['place-bet/place-bet.test.ts'],
  },
  {
    name: 'bet-on-known',
    rule: 'nobody bets on a supply that can no longer change the answer',
    file: 'oracle/mint.rs',
    find: 'ensure(!is_met_at(supply) && !is_fixed, MarketError::AnswerFixed)',
    replace: 'ensure(!is_met_at(supply) || !is_fixed, MarketError::AnswerFixed)',
    tests: ['place-bet/evidence.test.ts'],
  },
  {
    name: 'min-payout',
    rule: 'a bet is refused below its least payout',
    file: 'stake.rs',
    find: 'ensure(payout >= min_payout, MarketError::PayoutTooLow)?;',
    replace: 'ensure(payout.saturating_add(1) >= min_payout, MarketError::PayoutTooLow)?;',
    tests: ['place-bet/min-payout.test.ts'],
  },
  {
    name: 'auction-cost',
    rule: 'the cost of a purchase is rounded up',
    file: 'math/auction.rs',
    find: 'product.div_ceil(PRICE_SCALE).max(1)',
    replace: '(product / PRICE_SCALE).max(1)',
    tests: ['burn-auction-buy'],
  },
  {
    name: 'auction-rise',
    rule: 'a whole lot doubles the price of the auction',
    file: 'math/auction.rs',
    find: 'let rise = product.div_ceil(u128::from(lot.max(1)));',
    replace: 'let rise = product.div_ceil(u128::from(lot.max(1))) / 2;',
    tests: ['burn-auction-buy'],
  },
  {
    name: 'auction-floor',
    rule: 'a floor holds up the price of the auction',
    file: 'math/auction.rs',
    find: 'value: halved(self.value, slots, half_life).max(floor), floor }',
    replace: 'value: halved(self.value, slots, half_life), floor }',
    tests: ['burn-auction-buy'],
  },
  {
    name: 'delegate-per-bet',
    rule: 'a delegate stakes at most its limit for one bet',
    file: 'state/bankroll.rs',
    find: 'ensure(stake <= *per_bet, MarketError::DelegatePerBetExceeded)?;',
    replace: 'ensure(stake <= per_bet.saturating_add(1), MarketError::DelegatePerBetExceeded)?;',
    tests: ['bankroll'],
  },
  {
    name: 'delegate-total',
    rule: 'a delegate spends at most its total',
    file: 'state/bankroll.rs',
    find: '*spent = sum;',
    replace: '*spent = sum.saturating_sub(amount);',
    tests: ['bankroll'],
  },
  {
    name: 'delegate-expiry',
    rule: 'a delegate ends in the second of its expiry',
    file: 'state/bankroll.rs',
    find: 'ensure(now < self.limits.expires_at, MarketError::DelegateExpired)?;',
    replace: 'ensure(now <= self.limits.expires_at, MarketError::DelegateExpired)?;',
    tests: ['bankroll'],
  },
  {
    name: 'cancel-with-stakes',
    rule: 'a market with stakes is not cancelled',
    file: 'instructions/cancel_market.rs',
    find: 'ensure(market.open_positions == 0 && market.total()? == 0, MarketError::MarketHasStakes)?;',
    replace: 'ensure(market.open_positions < 2, MarketError::MarketHasStakes)?;',
    tests: ['cancel-market'],
  },
  {
    name: 'settle-to-stranger',
    rule: 'a position is paid to its owner',
    file: 'instructions/settle_positions.rs',
    find: '            && *wallet.key == position.owner\n',
    replace: '',
    tests: ['settle-positions'],
  },
  {
    name: 'claim-by-stranger',
    rule: 'only its owner claims a position',
    file: 'instructions/claim_position.rs',
    find: '#[account(mut, address = position.load()?.owner @ Refused(MarketError::WrongPosition))]',
    replace: '#[account(mut)]',
    tests: ['claim-position'],
  },
  {
    name: 'no-winner',
    rule: 'a market that nobody wins is void',
    file: 'state/ledger.rs',
    find: 'if outcome.of(&counted) == 0 {',
    replace: 'if counted == [0, 0] {',
    tests: ['resolve-market/outcome.test.ts'],
  },
]

export const MUTANTS: readonly Mutant[] = [...OTHERS, ...FAIR, ...REWARDS, ...CHANGE, ...EDGES]
