//! The rent-exempt minimum, in integers.

use anchor_lang::prelude::*;

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
