//! A number with its interval, as the files hold it.

use results::Quantity;
use serde::{Deserialize, Serialize};

/// The largest size of a number in a file: beyond it sums of products would leave what a number can
/// hold.
const LARGEST: f64 = 1e18;

/// A number and its 95 % interval. In a file it is a plain number where it is exact, else an object
/// with `value`, and with `low` and `high` where the interval is known.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Amount(pub Quantity);

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Exact(f64),
    Known { value: f64, low: f64, high: f64 },
    Unknown { value: f64 },
}

impl From<Amount> for Written {
    fn from(Amount(known): Amount) -> Self {
        let Quantity { value, low, high, has_interval } = known;
        match has_interval {
            false => Self::Unknown { value },
            true if low.to_bits() == high.to_bits() => Self::Exact(value),
            true => Self::Known { value, low, high },
        }
    }
}

impl TryFrom<Written> for Amount {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        let known = match written {
            Written::Exact(value) => Quantity::exact(value),
            Written::Known { value, low, high } => {
                Quantity { value, low, high, has_interval: true }
            }
            Written::Unknown { value } => {
                Quantity { has_interval: false, ..Quantity::exact(value) }
            }
        };
        let Quantity { value, low, high, .. } = known;
        match [value, low, high].iter().all(|end| end.abs() <= LARGEST) {
            false => Err(format!("numbers go up to {LARGEST:e}")),
            true if low <= value && value <= high => Ok(Self(known)),
            true => Err(format!("{value} is not between {low} and {high}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_as_it_is_written_and_nonsense_is_refused() {
        for text in ["3.5", r#"{"value":3.5,"low":3.0,"high":4.0}"#, r#"{"value":3.5}"#] {
            let amount: Amount = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&amount).unwrap(), text);
        }
        for text in ["1e19", r#"{"value":1,"low":2,"high":3}"#, "\"1\"", "null", "{}"] {
            assert!(serde_json::from_str::<Amount>(text).is_err(), "{text}");
        }
    }
}
