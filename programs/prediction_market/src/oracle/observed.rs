use crate::{
    condition::{Condition, Measurement},
    decision::{Reading, Shown},
    errors::MarketError,
    state::Observation,
};

/// What the evidence says about a market's condition: what is stored, and what the rules need to know.
pub struct Observed {
    pub observation: Observation,
    pub shown: Shown,
}

/// When a price was published, and when the feed was before that.
#[derive(Clone, Copy)]
pub struct Publication {
    pub at: i64,
    pub previous: i64,
}

impl Observed {
    fn new(observation: Observation, reading: Reading, previous: Option<i64>) -> Self {
        let at = observation.observed_at;
        let shown = Shown { at, previous, reading, is_certain: false, is_complete: false };
        Self { observation, shown }
    }

    /// A value with a date.
    pub fn value(is_met: bool, measured: Measurement, Publication { at, previous }: Publication) -> Self {
        Self::new(Observation::of(measured, at, is_met), Reading::met(is_met), Some(previous))
    }

    /// A price, if it is readable.
    pub fn price(
        is_met: bool,
        price: std::result::Result<Measurement, MarketError>,
        published: Publication,
    ) -> Self {
        match price {
            Ok(price) => Self::value(is_met, price, published),
            Err(error) => Self::unreadable(published, error),
        }
    }

    /// A value as it is at a second.
    pub fn state(condition: &Condition, measured: Measurement, at: i64) -> Self {
        let is_met = condition.is_met_by(measured);
        Self::new(Observation::of(measured, at, is_met), Reading::met(is_met), None)
    }

    /// A fact, at a second.
    pub fn fact(is_met: bool, at: i64) -> Self {
        Self::new(Observation::fact(is_met, at), Reading::met(is_met), None)
    }

    /// An update whose value does not count, by the error that says why.
    pub fn unreadable(publication: Publication, error: MarketError) -> Self {
        let Publication { at, previous } = publication;
        Self::new(Observation::unreadable(at), Reading::Unreadable(error), Some(previous))
    }

    pub fn certain_if(mut self, is_certain: bool) -> Self {
        self.shown.is_certain = is_certain;
        self
    }

    pub fn complete_if(mut self, is_complete: bool) -> Self {
        self.shown.is_complete = is_complete;
        self
    }
}
