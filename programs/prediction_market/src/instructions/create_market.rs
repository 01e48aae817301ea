use anchor_lang::{prelude::*, solana_program::program_pack::Pack, Discriminator};
use anchor_spl::{
    token::spl_token,
    token_2022::{self, InitializeAccount3},
    token_interface::TokenInterface,
};

use crate::{
    constants::{ESCROW_SEED, MARKET_SEED, MAX_QUESTION_BYTES, NONCE_TOLERANCE, QUESTION_SEED},
    errors::{ensure, fail, MarketError},
    escrow::Tokens,
    events::MarketCreated,
    oracle, pda,
    stake::{Stake, StakeAccounts},
    state::{nonce_second, Condition, Config, Market, NewMarket, Question, Terms},
};

/// Decimals of SOL: one SOL is 10^9 lamports.
const SOL_DECIMALS: u8 = 9;

#[derive(AnchorSerialize, AnchorDeserialize, Clone, Debug)]
pub struct CreateMarketArgs {
    /// A unix time in milliseconds near now that the creator has not used for another market.
    pub nonce: u64,
    pub question: String,
    /// The token the question is about; the empty address for none.
    pub token: Pubkey,
    /// Bets are refused from this unix second on.
    pub close_at: i64,
    /// The unix second that the condition is decided for.
    pub expire_at: i64,
    pub condition: Condition,
    pub initial_stake: Option<Stake>,
}

/// Opens a market: in UTILITY if the mint is given, otherwise in SOL. Permissionless.
/// Remaining accounts: the evidence of the condition's state, as for `place_bet`. For a price it is
/// optional; if given, it must not meet the condition already.
#[derive(Accounts)]
#[instruction(args: CreateMarketArgs)]
pub struct CreateMarket<'info> {
    #[account(mut)]
    pub creator: Signer<'info>,
    pub config: Account<'info, Config>,
    /// CHECK: created here.
    #[account(mut, seeds = [MARKET_SEED, creator.key().as_ref(), &args.nonce.to_le_bytes()], bump)]
    pub market: UncheckedAccount<'info>,
    /// CHECK: created here.
    #[account(mut, seeds = [QUESTION_SEED, market.key().as_ref()], bump)]
    pub question: UncheckedAccount<'info>,
    /// CHECK: created here.
    #[account(mut, seeds = [ESCROW_SEED, market.key().as_ref()], bump)]
    pub escrow: UncheckedAccount<'info>,
    /// CHECK: with an initial stake only; `Stake::place` creates it.
    #[account(mut)]
    pub position: Option<UncheckedAccount<'info>>,
    /// CHECK: with an initial stake in UTILITY only.
    #[account(mut)]
    pub creator_token: Option<UncheckedAccount<'info>>,
    /// CHECK: UTILITY only.
    #[account(address = config.utility_mint @ MarketError::WrongMint)]
    pub mint: Option<UncheckedAccount<'info>>,
    pub token_program: Option<Interface<'info, TokenInterface>>,
    pub system_program: Program<'info, System>,
}

impl<'info> CreateMarket<'info> {
    pub fn handle(ctx: Context<'info, Self>, args: CreateMarketArgs) -> Result<()> {
        let now = Clock::get()?.unix_timestamp;
        let accounts: &'info Self = ctx.accounts;
        accounts.validate(&args, now)?;

        let key = accounts.market.key();
        accounts.create_accounts(&args, &ctx.bumps)?;
        let market = AccountLoader::<Market>::try_from(&accounts.market)?;
        let market = &mut *market.load_mut()?;
        market.open(accounts.new_market(&args, ctx.bumps.escrow, now))?;
        oracle::require_undecided(&key, market, ctx.remaining_accounts, now)?;
        emit_created(key, market, &args);
        match args.initial_stake {
            Some(stake) => accounts.place(stake, market, now),
            None => Ok(()),
        }
    }

    /// Checks everything that account constraints cannot express.
    fn validate(&self, args: &CreateMarketArgs, now: i64) -> Result<()> {
        self.config.require_not_paused()?;
        let length = args.question.len();
        ensure((1..=MAX_QUESTION_BYTES as usize).contains(&length), MarketError::QuestionLength)?;
        let nonce_age = nonce_second(args.nonce).abs_diff(now);
        ensure(nonce_age <= NONCE_TOLERANCE.into(), MarketError::NonceOutOfRange)?;
        ensure(now < args.close_at && args.close_at <= args.expire_at, MarketError::CloseTimeInvalid)?;
        let latest = now.saturating_add(self.config.settings.max_duration.into());
        ensure(args.expire_at <= latest, MarketError::DurationTooLong)?;
        let has_attestors = self.config.attestor_sets > 0 || !args.condition.metric.is_attested();
        ensure(has_attestors, MarketError::NoAttestorSet)?;
        args.condition.validate(&args.token)
    }

    fn new_market(&self, args: &CreateMarketArgs, escrow_bump: u8, now: i64) -> NewMarket {
        let mint = self.mint.as_ref().map(|mint| mint.key());
        NewMarket {
            creator: self.creator.key(),
            token: args.token,
            mint: mint.unwrap_or_default(),
            decimals: if mint.is_some() { self.config.utility_decimals } else { SOL_DECIMALS },
            escrow: self.escrow.key(),
            escrow_bump,
            nonce: args.nonce,
            created_at: now,
            close_at: args.close_at,
            expire_at: args.expire_at,
            terms: Terms::of(&self.config.settings, self.config.attestor_sets.saturating_sub(1)),
            condition: args.condition,
        }
    }

    /// Creates the market, still unopened, its question and its escrow.
    fn create_accounts(&self, args: &CreateMarketArgs, bumps: &CreateMarketBumps) -> Result<()> {
        let (creator, market) = (self.creator.key(), self.market.key());
        let seeds: &[&[u8]] = &[MARKET_SEED, creator.as_ref(), &args.nonce.to_le_bytes(), &[bumps.market]];
        pda::create(&self.market, &self.creator, &crate::ID, Market::SPACE, seeds, 0)?;
        let mut data = self.market.try_borrow_mut_data()?;
        data.iter_mut().zip(Market::DISCRIMINATOR).for_each(|(byte, tag)| *byte = *tag);
        let question = Question { market, text: args.question.clone() };
        let seeds: &[&[u8]] = &[QUESTION_SEED, market.as_ref(), &[bumps.question]];
        let space = Question::space(&args.question);
        pda::create_with(&self.question, &self.creator, space, seeds, &question)?;
        self.create_escrow(bumps.escrow)
    }

    /// Creates the escrow: an account of this program without data for SOL, a token account that is its
    /// own authority for UTILITY.
    fn create_escrow(&self, bump: u8) -> Result<()> {
        let market = self.market.key();
        let seeds: &[&[u8]] = &[ESCROW_SEED, market.as_ref(), &[bump]];
        let Some(mint) = &self.mint else {
            return pda::create(&self.escrow, &self.creator, &crate::ID, 0, seeds, 0);
        };
        let program = self.token_program.as_ref().ok_or_else(|| fail(MarketError::TokenAccountsMissing))?;
        // None of the mint extensions that we accept needs more space in a token account.
        let space = spl_token::state::Account::LEN;
        pda::create(&self.escrow, &self.creator, program.key, space, seeds, 0)?;
        let accounts = InitializeAccount3 {
            account: self.escrow.to_account_info(),
            mint: mint.to_account_info(),
            authority: self.escrow.to_account_info(),
        };
        token_2022::initialize_account3(CpiContext::new(program.key(), accounts))
    }

    /// Places the initial stake.
    fn place(&self, stake: Stake, market: &mut Market, now: i64) -> Result<()> {
        let position = self.position.as_ref().ok_or_else(|| fail(MarketError::WrongPosition))?;
        let minimum = self.config.minimum_stake(&market.mint);
        let tokens = Tokens::of(market, &self.escrow, &self.token_program, &self.mint)?;
        let stake_accounts = StakeAccounts {
            market: self.market.key(),
            bettor: &self.creator,
            escrow: &self.escrow,
            position,
            tokens: Tokens::with_payer(tokens, &self.creator_token)?,
        };
        stake.place(stake_accounts, market, minimum, now)
    }
}

fn emit_created(key: Pubkey, market: &Market, args: &CreateMarketArgs) {
    emit!(MarketCreated {
        market: key,
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
