//! The versions of markets. A build with the feature `next-version` has one more, to rehearse an upgrade under open
//! markets (`tests/upgrade/`); it shows what the next real one takes: new markets have the new version, markets of the
//! versions before are not converted and keep their rules.

use anchor_lang::prelude::*;

#[cfg(feature = "next-version")]
use crate::constants::MARKET_VERSION;
use crate::{errors::require_version, state::Market};

impl Market {
    /// Refuses a market of a version that this program does not know.
    #[inline(always)]
    pub(super) fn require_known_version(&self) -> Result<()> {
        #[cfg(feature = "next-version")]
        if self.version == MARKET_VERSION {
            return Ok(());
        }
        require_version(self.version)
    }

    /// Counts a bet, in version 2. In version 1 the bytes of the count stay zero. A real version names them in `Market`; a
    /// feature cannot, because Anchor puts the fields of all features into the IDL.
    #[inline(always)]
    pub(super) fn count_bet(&mut self) {
        #[cfg(feature = "next-version")]
        if let (MARKET_VERSION, Some(bets)) = (self.version, self.reserved.first_chunk_mut()) {
            *bets = u64::from_le_bytes(*bets).saturating_add(1).to_le_bytes();
        }
    }
}
