//! Moves lamports, and says how many an account needs: the rent-exempt minimum, in integers.

use anchor_lang::prelude::*;

/// Bytes that the runtime counts for every account besides its data.
const ACCOUNT_STORAGE_OVERHEAD: u64 = 128;

/// The bits of 2.0.
const TWO_YEARS: u64 = 0x4000_0000_0000_0000;

/// What an account must hold per byte. `Rent` multiplies by its threshold in floating point, a
/// hundred compute units and more each time; the threshold is a whole number of years.
pub struct RentFloor {
    lamports_per_byte: u64,
}

impl RentFloor {
    #[inline(never)]
    pub fn get() -> Result<Self> {
        let rent = Rent::get()?;
        #[allow(deprecated)] // the fields, not what they say
        let (per_year, threshold) = (rent.lamports_per_byte_year, rent.exemption_threshold);
        // The usual value is known by its bits, without a conversion in software.
        let years = if threshold.to_bits() == TWO_YEARS { 2 } else { threshold as u64 };
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

/// Pays a reward out of an account of this program's with `space` bytes, and says how much was paid: nothing if that would
/// leave the account or the keeper's below today's rent. No step fails for its reward.
pub fn pay_reward(from: &AccountInfo, space: usize, keeper: &AccountInfo, amount: u64) -> Result<u64> {
    let rent = &RentFloor::get()?;
    let least = rent.minimum_balance(space);
    let is_there = from.lamports().checked_sub(amount).is_some_and(|left| left >= least);
    if amount == 0 || !is_there || !can_receive_lamports(keeper, amount, rent) {
        return Ok(0);
    }
    move_lamports(from, keeper, amount)?;
    Ok(amount)
}

/// Whether a wallet can be credited without the runtime refusing the whole transaction: it must be
/// writable, no program, and not be left below the rent-exempt minimum.
pub fn can_receive_lamports(wallet: &AccountInfo, amount: u64, rent: &RentFloor) -> bool {
    let least = wallet.try_data_len().map(|bytes| rent.minimum_balance(bytes));
    wallet.is_writable
        && !wallet.executable
        && least.is_ok_and(|least| wallet.lamports().saturating_add(amount) >= least)
}
