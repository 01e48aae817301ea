use anchor_lang::prelude::*;

/// A side of a market.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The condition was met.
    Yes,
    /// The condition was not met.
    No,
}

impl Outcome {
    pub fn met(is_met: bool) -> Self {
        if is_met {
            Outcome::Yes
        } else {
            Outcome::No
        }
    }

    pub fn of<T: Copy>(self, [yes, no]: &[T; 2]) -> T {
        match self {
            Outcome::Yes => *yes,
            Outcome::No => *no,
        }
    }

    pub fn of_mut<T>(self, [yes, no]: &mut [T; 2]) -> &mut T {
        match self {
            Outcome::Yes => yes,
            Outcome::No => no,
        }
    }

    pub fn other(self) -> Self {
        match self {
            Outcome::Yes => Outcome::No,
            Outcome::No => Outcome::Yes,
        }
    }
}
