//! Moves lamports, and says how many an account needs: the rent-exempt minimum, in integers.

use anchor_lang::prelude::*;

/// Bytes that the runtime counts for every account besides its data.
const ACCOUNT_STORAGE_OVERHEAD: u32 = 128;

/// The bits of 1.0, the threshold of clusters that charge by the byte alone (SIMD-0194).
const ONE_YEAR: u64 = 0x3ff0_0000_0000_0000;

/// The bits of 2.0, the threshold of the others.
const TWO_YEARS: u64 = 0x4000_0000_0000_0000;

/// What an account must hold per byte. `Rent` multiplies by its threshold in floating point, a
/// hundred compute units and more each time; the threshold is a whole number of years. In 32 bits, as the number of
/// bytes, so that no product overflows: four SOL a byte is more than any cluster asks for.
pub struct RentFloor {
    lamports_per_byte: u32,
}

impl RentFloor {
    #[inline(never)]
    pub fn get() -> Result<Self> {
        let rent = Rent::get()?;
        #[allow(deprecated)] // the fields, not what they say
        let (per_year, threshold) = (rent.lamports_per_byte_year, rent.exemption_threshold);
        // The usual values are known by their bits, without a conversion in software.
        let lamports_per_byte = match threshold.to_bits() {
            ONE_YEAR => per_year,
            TWO_YEARS => per_year.saturating_mul(2),
            _ => per_year.saturating_mul(threshold as u64),
        };
        Ok(Self { lamports_per_byte: u32::try_from(lamports_per_byte).unwrap_or(u32::MAX) })
    }

    pub fn minimum_balance(&self, bytes: usize) -> u64 {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX).saturating_add(ACCOUNT_STORAGE_OVERHEAD);
        u64::from(bytes).saturating_mul(self.lamports_per_byte.into())
    }
}

/// Moves lamports from an account of this program's.
pub fn move_lamports(from: &AccountInfo, to: &AccountInfo, amount: u64) -> Result<()> {
    from.sub_lamports(amount)?;
    to.add_lamports(amount)?;
    Ok(())
}

/// Closes an account of this program's, whose lamports go to `to`.
pub fn close(account: &AccountInfo, to: &AccountInfo) -> Result<()> {
    move_lamports(account, to, account.lamports())?;
    account.assign(&System::id());
    account.resize(0).map_err(Into::into)
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
/// writable, and not be left below the rent-exempt minimum. A wallet that has become a program can.
pub fn can_receive_lamports(wallet: &AccountInfo, amount: u64, rent: &RentFloor) -> bool {
    let least = wallet.try_data_len().map(|bytes| rent.minimum_balance(bytes));
    wallet.is_writable && least.is_ok_and(|least| wallet.lamports().saturating_add(amount) >= least)
}
