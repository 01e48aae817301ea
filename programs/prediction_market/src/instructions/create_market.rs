use anchor_lang::{prelude::*, solana_program::program_pack::Pack, Discriminator};
use anchor_spl::{token::spl_token, token_interface::TokenInterface};

use crate::{
    condition::Condition,
    constants::*,
    cpi,
    errors::{ensure, fail, MarketError, Refused},
    escrow::Tokens,
    events::MarketCreated,
    lamports::RentFloor,
    oracle, pda,
    stake::{Payer, Stake, StakeAccounts},
    state::{nonce_second, Basis, Config, ExpectedTerms, Market, NewMarket, Offer, Question, Terms},
};

/// What a creator chooses.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Debug)]
pub struct CreateMarketArgs {
    /// A unix time in milliseconds near now; any free one.
    pub nonce: u64,
    /// UTF-8, 1 to 280 bytes.
    pub question: String,
    /// The token the question is about; the default pubkey for none.
    pub token: Pubkey,
    /// Unix second from which on bets are refused; 0 for the latest that the rules allow.
    pub close_at: i64,
    /// Unix second whose answer counts.
    pub expire_at: i64,
    /// What makes the answer Yes.
    pub condition: Condition,
    /// The terms that the creator has seen.
    pub expected: ExpectedTerms,
    /// Lamports for whoever decides the market; 0 to 1 SOL.
    pub decide_reward: u64,
    /// UTILITY: base units on the smaller side from which on the decision earns all of it, above 0. SOL: 0.
    pub reward_stake: u64,
    /// Up or down only: the losing side loses at most this many hundredths of what the winning side has staked, 100 to
    /// 10,000; 0 for no such limit.
    pub max_ratio: u16,
    /// The creator's own first bet, if any.
    pub initial_stake: Option<Stake>,
}

/// Opens a market: in UTILITY where the mint is given, otherwise in SOL. Anyone can.
/// Remaining accounts: supply, market cap and holders: the token's mint; migration: the bonding curve; none for other
/// conditions.
#[derive(Accounts)]
#[instruction(args: CreateMarketArgs)]
pub struct CreateMarket<'info> {
    /// Opens the market and pays its rent, the decide reward and two settle rewards.
    #[account(mut)]
    pub creator: Signer<'info>,
    /// What is in force.
    #[cfg_attr(feature = "idl-build", account(seeds = [crate::constants::CONFIG_SEED], bump))]
    pub config: Account<'info, Config>,
    /// The new market.
    /// CHECK: created here.
    #[account(mut, seeds = [MARKET_SEED, creator.key().as_ref(), &args.nonce.to_le_bytes()], bump)]
    pub market: UncheckedAccount<'info>,
    /// Its question.
    /// CHECK: created here.
    #[account(mut, seeds = [QUESTION_SEED, market.key().as_ref()], bump)]
    pub question: UncheckedAccount<'info>,
    /// Its escrow.
    /// CHECK: created here.
    #[account(mut, seeds = [ESCROW_SEED, market.key().as_ref()], bump)]
    pub escrow: UncheckedAccount<'info>,
    /// With an initial stake only: the creator's position.
    /// CHECK: created by `Stake::place`.
    #[account(mut)]
    pub position: Option<UncheckedAccount<'info>>,
    /// With an initial stake in UTILITY only: the token account that it comes from.
    /// CHECK: the token program moves from it what the creator may move.
    #[account(mut)]
    pub creator_token: Option<UncheckedAccount<'info>>,
    /// UTILITY only: the utility token's mint.
    /// CHECK: by address.
    #[account(address = config.utility_mint @ Refused(MarketError::WrongMint))]
    pub mint: Option<UncheckedAccount<'info>>,
    /// UTILITY only: the program of the mint.
    pub token_program: Option<Interface<'info, TokenInterface>>,
    /// Creates the accounts.
    pub system_program: Program<'info, System>,
}

impl CreateMarketArgs {
    fn offer(&self) -> Offer {
        let Self { decide_reward, reward_stake, max_ratio, .. } = *self;
        Offer { decide_reward, reward_stake, max_ratio }
    }
}

impl<'info> CreateMarket<'info> {
    pub fn handle(ctx: Context<'info, Self>, args: CreateMarketArgs) -> Result<()> {
        let now = Clock::get()?.unix_timestamp;
        let accounts: &'info Self = ctx.accounts;
        let offer = args.offer();
        let mut new = accounts.new_market(&args, &offer, ctx.bumps.escrow, now)?;
        accounts.validate(&args, &offer, &new)?;
        new.basis = oracle::inspect(&args.condition, &args.token, ctx.remaining_accounts)?;

        let key = accounts.market.key();
        accounts.create_accounts(&args, &ctx.bumps, &new.terms)?;
        let market = AccountLoader::<Market>::try_from(&accounts.market)?;
        let market = &mut *market.load_mut()?;
        market.open(new);
        emit_created(key, market, &args);
        match args.initial_stake {
            Some(stake) => accounts.place(stake, market, ctx.remaining_accounts, now),
            None => Ok(()),
        }
    }

    /// Everything the constraints cannot say; changes nothing.
    fn validate(&self, args: &CreateMarketArgs, offer: &Offer, new: &NewMarket) -> Result<()> {
        let now = new.created_at;
        self.config.require_not_paused()?;
        let expected = ExpectedTerms::of(&self.config, &args.condition, &new.mint);
        ensure(args.expected == expected, MarketError::TermsChanged)?;
        let length = args.question.len();
        ensure((1..=MAX_QUESTION_BYTES as usize).contains(&length), MarketError::QuestionLength)?;
        let nonce_age = nonce_second(args.nonce).abs_diff(now);
        ensure(nonce_age <= NONCE_TOLERANCE.into(), MarketError::NonceOutOfRange)?;
        args.condition.validate(&args.token)?;
        let has_attestors = self.config.attestor_sets > 0 || !args.condition.metric.is_attested();
        ensure(has_attestors, MarketError::NoAttestorSet)?;
        offer.validate(&args.condition, self.mint.is_none())?;

        let duration = duration(now, new.expire_at);
        ensure(duration <= self.config.settings.max_duration.into(), MarketError::DurationTooLong)?;
        new.terms.require_measurable(&args.condition, new.expire_at)?;
        let latest = new.terms.latest_close(&args.condition, new.expire_at);
        let is_long_enough = match args.condition.can_be_early() {
            true => duration >= new.terms.shortest_early(),
            false => now < latest,
        };
        ensure(is_long_enough, MarketError::DurationTooShort)?;
        ensure(now < new.close_at && new.close_at <= latest, MarketError::CloseTimeInvalid)
    }

    fn new_market(
        &self,
        args: &CreateMarketArgs,
        offer: &Offer,
        escrow_bump: u8,
        now: i64,
    ) -> Result<NewMarket> {
        let mint = self.mint.as_ref().map(|mint| mint.key());
        let duration = duration(now, args.expire_at);
        let terms = Terms::of(&self.config, &args.condition, duration, offer);
        let close_at = match args.close_at {
            0 => terms.latest_close(&args.condition, args.expire_at),
            chosen => chosen,
        };
        let escrow_space = if mint.is_some() { TOKEN_ACCOUNT_SPACE } else { 0 };
        Ok(NewMarket {
            creator: self.creator.key(),
            token: args.token,
            mint: mint.unwrap_or_default(),
            decimals: if mint.is_some() { self.config.utility_decimals } else { SOL_DECIMALS },
            escrow: self.escrow.key(),
            escrow_bump,
            escrow_rent: RentFloor::get()?.minimum_balance(escrow_space),
            nonce: args.nonce,
            created_at: now,
            close_at,
            expire_at: args.expire_at,
            terms,
            condition: args.condition,
            basis: Basis::default(),
        })
    }

    fn create_accounts(
        &self,
        args: &CreateMarketArgs,
        bumps: &CreateMarketBumps,
        terms: &Terms,
    ) -> Result<()> {
        let (creator, market) = (self.creator.key(), self.market.key());
        let seeds: &[&[u8]] = &[MARKET_SEED, creator.as_ref(), &args.nonce.to_le_bytes(), &[bumps.market]];
        let rewards = terms.rewards_of_creator();
        pda::create(&self.market, &self.creator, &crate::ID, Market::SPACE, seeds, rewards)?;
        let mut data = self.market.try_borrow_mut_data()?;
        data.iter_mut().zip(Market::DISCRIMINATOR).for_each(|(byte, tag)| *byte = *tag);
        let question = Question { version: VERSION, market, text: args.question.clone(), reserved: [0; 16] };
        let seeds: &[&[u8]] = &[QUESTION_SEED, market.as_ref(), &[bumps.question]];
        let space = Question::space(args.question.len());
        pda::create_with(&self.question, &self.creator, space, seeds, &question)?;
        self.create_escrow(bumps.escrow)
    }

    /// An account of ours without data for SOL, a token account that is its own authority for UTILITY.
    fn create_escrow(&self, bump: u8) -> Result<()> {
        let market = self.market.key();
        let seeds: &[&[u8]] = &[ESCROW_SEED, market.as_ref(), &[bump]];
        let Some(mint) = &self.mint else {
            return pda::create(&self.escrow, &self.creator, &crate::ID, 0, seeds, 0);
        };
        let program = self.token_program.as_ref().ok_or_else(|| fail(MarketError::TokenAccountsMissing))?;
        pda::create(&self.escrow, &self.creator, program.key, TOKEN_ACCOUNT_SPACE, seeds, 0)?;
        cpi::initialize_token_account(program.key, &self.escrow, mint, self.escrow.key)
    }

    fn place(
        &self,
        stake: Stake,
        market: &mut Market,
        watched: &[AccountInfo<'info>],
        now: i64,
    ) -> Result<()> {
        let position = self.position.as_ref().ok_or_else(|| fail(MarketError::WrongPosition))?;
        let tokens = Tokens::of(market, &self.escrow, &self.token_program, &self.mint)?;
        let stake_accounts = StakeAccounts {
            market: self.market.key(),
            owner: self.creator.key(),
            payer: Payer::Wallet(&self.creator),
            escrow: &self.escrow,
            position,
            tokens: Tokens::with_payer(tokens, &self.creator_token)?,
            watched,
        };
        stake.place(stake_accounts, &self.config, market, 0, now)
    }
}

/// Bytes of a token account: no harmless extension of the mint asks for more.
const TOKEN_ACCOUNT_SPACE: usize = spl_token::state::Account::LEN;

/// Seconds from creation to expiry; 0 if it has passed.
fn duration(created_at: i64, expire_at: i64) -> u64 {
    u64::try_from(expire_at.saturating_sub(created_at)).unwrap_or(0)
}

fn emit_created(key: Pubkey, market: &mut Market, args: &CreateMarketArgs) {
    emit!(MarketCreated {
        market: key,
        sequence: market.next_event(),
        creator: market.creator,
        question: args.question.clone(),
        token: market.token,
        mint: market.mint,
        created_at: market.created_at,
        close_at: market.close_at,
        expire_at: market.expire_at,
        terms: market.terms,
        condition: args.condition,
    });
}
