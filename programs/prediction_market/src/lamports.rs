//! Moves lamports, and says how many an account needs: the rent-exempt minimum, in integers.

use anchor_lang::{
    prelude::*,
    system_program::{self, Transfer},
};

/// Bytes that the runtime counts for every account besides its data.
const ACCOUNT_STORAGE_OVERHEAD: u64 = 128;

/// What an account must hold per byte. `Rent` multiplies by its threshold in floating point, a
/// hundred compute units and more each time; the threshold is a whole number of years.
pub struct RentFloor {
    lamports_per_byte: u64,
}

impl RentFloor {
    pub fn get() -> Result<Self> {
        let rent = Rent::get()?;
        #[allow(deprecated)] // the fields, not what they say
        let (per_year, years) = (rent.lamports_per_byte_year, rent.exemption_threshold as u64);
        Ok(Self { lamports_per_byte: per_year.saturating_mul(years) })
    }

    pub fn minimum_balance(&self, bytes: usize) -> u64 {
        ACCOUNT_STORAGE_OVERHEAD.saturating_add(bytes as u64).saturating_mul(self.lamports_per_byte)
    }
}

/// Moves lamports from an account of this program's.
pub fn move_lamports(from: &AccountInfo, to: &AccountInfo, amount: u64) -> Result<()> {
    from.sub_lamports(amount)?;
    to.add_lamports(amount)?;
    Ok(())
}

/// Moves lamports from a wallet that signed.
pub fn transfer_lamports<'info>(
    from: &AccountInfo<'info>,
    to: &AccountInfo<'info>,
    amount: u64,
) -> Result<()> {
    let accounts = Transfer { from: from.clone(), to: to.clone() };
    system_program::transfer(CpiContext::new(system_program::ID, accounts), amount)
}

/// Whether a wallet can be credited without the runtime refusing the whole transaction: it must be
/// writable, no program, and not be left below the rent-exempt minimum.
pub fn can_receive_lamports(wallet: &AccountInfo, amount: u64, rent: &RentFloor) -> bool {
    wallet.is_writable
        && !wallet.executable
        && wallet.lamports().saturating_add(amount) >= rent.minimum_balance(wallet.data_len())
}
