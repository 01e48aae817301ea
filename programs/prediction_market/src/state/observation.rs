use anchor_lang::prelude::*;
use bytemuck::{Pod, Zeroable};

use crate::condition::Measurement;

/// What an oracle has observed about a condition.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observation {
    /// The measured value is `value × 10^exponent`. A quorum of attestors measures 1 for met, 0 for not.
    pub value: u128,
    /// The power of ten of the value.
    pub exponent: i32,
    /// The unix second that was observed.
    pub observed_at: i64,
    /// Whether the condition was met.
    pub is_met: bool,
    /// Whether a value was read. If not, the update for expiry came too late, was too wide or not positive: not met,
    /// whatever it says; value and exponent are 0.
    pub has_value: bool,
}

/// An `Observation` as a market stores it, to be read in place.
#[derive(AnchorSerialize, AnchorDeserialize, Pod, Zeroable, Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct StoredObservation {
    /// The measured value, a u128: its lower and its upper half.
    pub value: [u64; 2],
    /// The unix second that was observed.
    pub observed_at: i64,
    /// The power of ten of the value.
    pub exponent: i32,
    /// 1 if the condition was met, 0 if not.
    pub is_met: u8,
    /// 1 if there is an observation, 0 if all of this is empty.
    pub is_some: u8,
    /// 1 if a value was read, 0 if not.
    pub has_value: u8,
    /// Fills up to a multiple of eight bytes.
    pub padding: u8,
}

impl Observation {
    /// A fact, measured as 1 or 0.
    pub fn fact(is_met: bool, observed_at: i64) -> Self {
        Self { value: is_met.into(), exponent: 0, observed_at, is_met, has_value: true }
    }

    pub fn of(measured: Measurement, observed_at: i64, is_met: bool) -> Self {
        Self { value: measured.value, exponent: measured.exponent, observed_at, is_met, has_value: true }
    }

    /// An update for expiry that cannot be read.
    pub fn unreadable(observed_at: i64) -> Self {
        Self { value: 0, exponent: 0, observed_at, is_met: false, has_value: false }
    }

    pub fn measurement(&self) -> Measurement {
        Measurement { value: self.value, exponent: self.exponent }
    }
}

impl From<Observation> for StoredObservation {
    fn from(observation: Observation) -> Self {
        Self {
            value: [observation.value as u64, (observation.value >> 64) as u64],
            observed_at: observation.observed_at,
            exponent: observation.exponent,
            is_met: observation.is_met.into(),
            is_some: 1,
            has_value: observation.has_value.into(),
            padding: 0,
        }
    }
}

impl StoredObservation {
    pub fn is_some(&self) -> bool {
        self.is_some != 0
    }

    pub fn get(&self) -> Option<Observation> {
        let [low, high] = self.value.map(u128::from);
        self.is_some().then_some(Observation {
            value: high << 64 | low,
            exponent: self.exponent,
            observed_at: self.observed_at,
            is_met: self.is_met != 0,
            has_value: self.has_value != 0,
        })
    }
}

const _: () = assert!(std::mem::size_of::<StoredObservation>() == 32);
