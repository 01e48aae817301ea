use anchor_lang::{prelude::*, solana_program::bpf_loader_upgradeable, Ids};
use anchor_spl::{
    token_2022::spl_token_2022::{
        extension::{BaseStateWithExtensions, ExtensionType, StateWithExtensions},
        state::Mint as MintState,
    },
    token_interface::TokenInterface,
};

use crate::{
    constants::{CONFIG_SEED, FEE_VAULT_SEED, VERSION, WRAPPED_SOL},
    errors::{ensure, MarketError},
    events::ConfigInitialized,
    pda,
    state::{AuctionSettings, Config, FeeVault, Settings},
};

/// Creates the one configuration and the fee vault. Whoever deployed the program does it, so that
/// nobody can be first between deployment and this.
#[derive(Accounts)]
pub struct InitializeConfig<'info> {
    /// Becomes the admin.
    #[account(mut)]
    pub authority: Signer<'info>,
    /// The configuration.
    /// CHECK: created here.
    #[account(mut, seeds = [CONFIG_SEED], bump)]
    pub config: UncheckedAccount<'info>,
    /// Takes the burn shares of SOL markets.
    /// CHECK: created here.
    #[account(mut, seeds = [FEE_VAULT_SEED], bump)]
    pub fee_vault: UncheckedAccount<'info>,
    /// The mint of the currency UTILITY, for good.
    /// CHECK: read by `read_harmless`.
    pub utility_mint: UncheckedAccount<'info>,
    /// Where the loader says who may upgrade the program.
    /// CHECK: by address.
    #[account(seeds = [crate::ID.as_ref()], seeds::program = bpf_loader_upgradeable::ID, bump)]
    pub program_data: UncheckedAccount<'info>,
    /// Creates the accounts.
    pub system_program: Program<'info, System>,
}

/// Extensions of a mint that can do nothing to anybody's tokens but describe them. All others are
/// refused, also those that look harmless: a mint that can be closed, for one, can come back as
/// another mint at the same address.
const HARMLESS_EXTENSIONS: [ExtensionType; 8] = [
    ExtensionType::MetadataPointer,
    ExtensionType::TokenMetadata,
    ExtensionType::GroupPointer,
    ExtensionType::TokenGroup,
    ExtensionType::GroupMemberPointer,
    ExtensionType::TokenGroupMember,
    ExtensionType::InterestBearingConfig,
    ExtensionType::ScaledUiAmount,
];

impl InitializeConfig<'_> {
    pub fn handle(ctx: Context<Self>, settings: Settings, auction: AuctionSettings) -> Result<()> {
        auction.validate()?;
        let accounts = ctx.accounts;
        require_upgrade_authority(&accounts.program_data, accounts.authority.key)?;
        // Wrapped SOL cannot be burned, and is SOL twice.
        ensure(!WRAPPED_SOL.contains(&accounts.utility_mint.key()), MarketError::UnsafeUtilityMint)?;
        let (utility_decimals, supply) = read_harmless(&accounts.utility_mint)?;
        settings.validate(utility_decimals)?;
        let config = Config {
            version: VERSION,
            admin: accounts.authority.key(),
            pending_admin: Pubkey::default(),
            utility_mint: accounts.utility_mint.key(),
            utility_decimals,
            attestor_sets: 0,
            settings,
            bets_open_at: 0,
            reserved: [0; 32],
        };
        let vault = FeeVault::new(auction, supply, VERSION);
        accounts.create(&config, &vault, &ctx.bumps)?;
        let Config { admin, utility_mint, settings, .. } = config;
        emit!(ConfigInitialized { admin, utility_mint, settings, auction });
        Ok(())
    }

    fn create(&self, config: &Config, vault: &FeeVault, bumps: &InitializeConfigBumps) -> Result<()> {
        let seeds: &[&[u8]] = &[CONFIG_SEED, &[bumps.config]];
        pda::create_with(&self.config, &self.authority, 8 + Config::INIT_SPACE, seeds, config)?;
        let seeds: &[&[u8]] = &[FEE_VAULT_SEED, &[bumps.fee_vault]];
        pda::create_with(&self.fee_vault, &self.authority, 8 + FeeVault::INIT_SPACE, seeds, vault)
    }
}

/// The loader's state of a program: 3 as u32, the slot as u64, then an optional authority.
const PROGRAM_DATA_TAG: [u8; 4] = 3u32.to_le_bytes();
const PROGRAM_DATA_AUTHORITY: std::ops::Range<usize> = 12..45;

fn require_upgrade_authority(program_data: &AccountInfo, signer: &Pubkey) -> Result<()> {
    let data = program_data.try_borrow_data()?;
    let authority = data.get(PROGRAM_DATA_AUTHORITY).and_then(|bytes| bytes.strip_prefix(&[1]));
    let is_authority = data.starts_with(&PROGRAM_DATA_TAG) && authority == Some(signer.as_ref());
    ensure(is_authority, MarketError::NotUpgradeAuthority)
}

/// Decimals and supply of a mint; refuses one under which somebody else could freeze, move or tax stakes and payouts.
fn read_harmless(mint: &AccountInfo) -> Result<(u8, u64)> {
    if !TokenInterface::ids().contains(mint.owner) {
        return Err(ErrorCode::AccountOwnedByWrongProgram.into());
    }
    let data = mint.try_borrow_data()?;
    let mint = StateWithExtensions::<MintState>::unpack(&data)?;
    let extensions = mint.get_extension_types()?;
    let is_harmless = mint.base.freeze_authority.is_none()
        && extensions.iter().all(|extension| HARMLESS_EXTENSIONS.contains(extension));
    ensure(is_harmless, MarketError::UnsafeUtilityMint)?;
    Ok((mint.base.decimals, mint.base.supply))
}
