use anchor_lang::prelude::*;

/// When a condition must hold.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timing {
    /// At the second of expiry.
    AtExpiry,
    /// At any moment from creation to expiry.
    ByExpiry,
}
