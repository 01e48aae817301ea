use crate::{decision::Shown, state::Observation};

/// What the evidence says about a market's condition.
pub struct Observed {
    pub observation: Observation,
    /// Of a price: when the feed was published before that.
    pub previous: Option<i64>,
}

impl Observed {
    pub fn shown(&self) -> Shown {
        let Observation { observed_at, is_met, .. } = self.observation;
        Shown { at: observed_at, previous: self.previous, is_met }
    }
}
