use anchor_lang::{prelude::*, solana_program::bpf_loader_upgradeable};
use anchor_spl::{
    token_2022::spl_token_2022::{
        extension::{BaseStateWithExtensions, ExtensionType, StateWithExtensions},
        state::Mint as MintState,
    },
    token_interface::Mint,
};

use crate::{
    constants::{CONFIG_SEED, FEE_VAULT_SEED},
    errors::{ensure, MarketError},
    events::ConfigInitialized,
    pda,
    state::{Config, FeeVault, Settings},
};

/// Creates the configuration and the fee vault. Only the program's upgrade authority can, so that nobody
/// else becomes the admin between deployment and initialisation.
#[derive(Accounts)]
pub struct InitializeConfig<'info> {
    /// Becomes the admin.
    #[account(mut)]
    pub authority: Signer<'info>,
    /// CHECK: created here.
    #[account(mut, seeds = [CONFIG_SEED], bump)]
    pub config: UncheckedAccount<'info>,
    /// CHECK: created here.
    #[account(mut, seeds = [FEE_VAULT_SEED], bump)]
    pub fee_vault: UncheckedAccount<'info>,
    pub utility_mint: InterfaceAccount<'info, Mint>,
    /// CHECK: the loader's account with the upgrade authority; checked by its address.
    #[account(seeds = [crate::ID.as_ref()], seeds::program = bpf_loader_upgradeable::ID, bump)]
    pub program_data: UncheckedAccount<'info>,
    pub system_program: Program<'info, System>,
}

/// Mint extensions that only describe tokens or change how amounts are displayed. All others are refused,
/// even those that look harmless: a mint that can be closed, for example, can be created again as another
/// mint at the same address.
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
    pub fn handle(ctx: Context<Self>, settings: Settings) -> Result<()> {
        settings.validate()?;
        let accounts = ctx.accounts;
        require_upgrade_authority(&accounts.program_data, accounts.authority.key)?;
        require_harmless(accounts.utility_mint.as_ref())?;
        let config = Config {
            admin: accounts.authority.key(),
            pending_admin: Pubkey::default(),
            utility_mint: accounts.utility_mint.key(),
            utility_decimals: accounts.utility_mint.decimals,
            attestor_sets: 0,
            settings,
        };
        accounts.create(&config, &ctx.bumps)?;
        let Config { admin, utility_mint, settings, .. } = config;
        emit!(ConfigInitialized { admin, utility_mint, settings });
        Ok(())
    }

    fn create(&self, config: &Config, bumps: &InitializeConfigBumps) -> Result<()> {
        let seeds: &[&[u8]] = &[CONFIG_SEED, &[bumps.config]];
        pda::create_with(&self.config, &self.authority, 8 + Config::INIT_SPACE, seeds, config)?;
        let seeds: &[&[u8]] = &[FEE_VAULT_SEED, &[bumps.fee_vault]];
        let vault = FeeVault { received: 0 };
        pda::create_with(&self.fee_vault, &self.authority, 8 + FeeVault::INIT_SPACE, seeds, &vault)
    }
}

/// Layout of the loader's `ProgramData`: 3 as u32, the slot as u64, then an optional authority.
const PROGRAM_DATA_TAG: [u8; 4] = 3u32.to_le_bytes();
const PROGRAM_DATA_AUTHORITY: std::ops::Range<usize> = 12..45;

fn require_upgrade_authority(program_data: &AccountInfo, signer: &Pubkey) -> Result<()> {
    let data = program_data.try_borrow_data()?;
    let authority = data.get(PROGRAM_DATA_AUTHORITY).and_then(|bytes| bytes.strip_prefix(&[1]));
    let is_authority = data.starts_with(&PROGRAM_DATA_TAG) && authority == Some(signer.as_ref());
    ensure(is_authority, MarketError::NotUpgradeAuthority)
}

/// Refuses a mint with which somebody could freeze, move or tax stakes and payouts.
fn require_harmless(mint: &AccountInfo) -> Result<()> {
    let data = mint.try_borrow_data()?;
    let mint = StateWithExtensions::<MintState>::unpack(&data)?;
    let extensions = mint.get_extension_types()?;
    let is_harmless = mint.base.freeze_authority.is_none()
        && extensions.iter().all(|extension| HARMLESS_EXTENSIONS.contains(extension));
    ensure(is_harmless, MarketError::UnsafeUtilityMint)?;
    Ok(())
}
